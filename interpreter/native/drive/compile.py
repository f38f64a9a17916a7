"""LLVM text to functions that can be called.

Comes in: a module's text.  Goes out: addresses of its functions.  Importing this file needs llvmlite.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import sys
from hashlib import sha256
from typing import Any, Literal, cast

import llvmlite
import llvmlite.binding as llvm

from interpreter.native.emit.entry.builtins import PYTHON_API
from rulelang import kept

Pipeline = Literal["fast", "mid", "full"]
LARGE = 8_000
"""A module of more lines, the kernel not counted, is compiled quickly rather than well."""


def initialise() -> None:
    """Makes LLVM ready for this processor."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()


def processor() -> str:
    """What compiled code depends on, beside the text."""
    initialise()
    features = llvm.get_host_cpu_features().flatten()
    return f"llvmlite {llvmlite.__version__} {llvm.get_process_triple()} {llvm.get_host_cpu_name()} {features}"


def bmi2() -> bool:
    """Whether this processor has the instructions of that name."""
    initialise()
    return bool(llvm.get_host_cpu_features().get("bmi2"))


def object_of(text: str, pipeline: Pipeline) -> bytes:
    """The compiled module as an object file."""
    initialise()
    level = {"fast": 0, "mid": 2, "full": 3}[pipeline]
    machine = _machine(level)
    module = llvm.parse_assembly(text)
    module.triple = llvm.get_process_triple()
    module.data_layout = str(machine.target_data)
    _optimise(module, machine, pipeline)
    compiled: bytes = machine.emit_object(module)
    return compiled


def main() -> None:
    """From an order at standard input to the object file, kept and at standard output: a process that does nothing
    else.  An order that was broken off, because whoever gave it is gone, is none.
    """
    order, _, text = sys.stdin.buffer.read().partition(b"\n")
    name, heading, digest, most = json.loads(order)
    if sha256(text).hexdigest() == digest:
        code = object_of(text.decode(), cast(Pipeline, sys.argv[1]))
        kept.keep(name, heading.encode() + code, most)
        with contextlib.suppress(BrokenPipeError):  # it is there the next time
            sys.stdout.buffer.write(code)
            sys.stdout.flush()


def _machine(level: int) -> Any:
    target = llvm.Target.from_default_triple()
    features = llvm.get_host_cpu_features().flatten()
    return target.create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=features, opt=level, jit=True, reloc="pic", codemodel="jitdefault"
    )


def _optimise(module: Any, machine: Any, pipeline: Pipeline) -> None:
    tuning = llvm.create_pipeline_tuning_options(speed_level=3 if pipeline == "full" else 1)
    builder = llvm.create_pass_builder(machine, tuning)
    if pipeline == "full":
        builder.getModulePassManager().run(module, builder)
        return
    passes = llvm.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.add_sroa_pass()
    if pipeline == "mid":
        passes.add_simplify_cfg_pass()
        passes.add_instruction_combine_pass()
    passes.run(module, builder)


def python_api() -> dict[str, int]:
    """Where the functions of CPython lie that compiled code calls."""
    found = {name: ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value for name in PYTHON_API}
    return {name: address for name, address in found.items() if address}


class Loaded:
    """An object file in memory; its functions live as long as this does."""

    def __init__(self, compiled: bytes) -> None:
        initialise()
        for name, address in python_api().items():
            llvm.add_symbol(name, address)
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _machine(0))
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(compiled))
        self._engine.finalize_object()

    def address(self, name: str) -> int:
        found: int = self._engine.get_function_address(name)
        if not found:
            raise KeyError(name)
        return found


if __name__ == "__main__":
    main()
