"""What is made when the package is built: the parser, so that nobody who installs it has to wait for it.

Hatchling calls this for a wheel; an editable installation makes the parser at its first start and keeps it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WRITE = "import sys; from pathlib import Path; from rulelang.syntax import grammar; grammar.write(Path(sys.argv[1]))"


class Parser(BuildHookInterface):  # type: ignore[misc,type-arg]
    """Puts the file of `rulelang.syntax.grammar` into the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        self.folder = tempfile.TemporaryDirectory()
        file = Path(self.folder.name) / "parser.bin"
        environment = os.environ | {"PYTHONPATH": self.root}
        subprocess.run([sys.executable, "-c", WRITE, str(file)], env=environment, cwd=self.root, check=True)
        build_data["force_include"][str(file)] = "rulelang/syntax/parser.bin"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            self.folder.cleanup()
