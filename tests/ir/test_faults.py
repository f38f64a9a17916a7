"""Every sort of fault has a page."""

from __future__ import annotations

from typing import get_args

from interpreter.machine.engine import FaultSort
from rulelang.diagnostics import catalogue
from rulelang.ir.faults import FAULT_CODES


def test_every_sort_of_fault_has_a_code_of_its_own() -> None:
    assert set(FAULT_CODES) == set(get_args(FaultSort))
    assert len(set(FAULT_CODES.values())) == len(FAULT_CODES)
    assert set(FAULT_CODES.values()) <= set(catalogue.codes())
