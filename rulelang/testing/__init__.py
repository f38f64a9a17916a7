"""Runs the tests of games: scenarios in rules files, and recorded games.

Comes in: a project (see `rulelang.compiling`) or a `.play` file.  Goes out: results as data, and their text.  Finding
files and printing are left to the commands.
"""

from rulelang.testing.coverage import Coverage as Coverage
from rulelang.testing.coverage import coverage_of as coverage_of
from rulelang.testing.model import Failure as Failure
from rulelang.testing.model import Report as Report
from rulelang.testing.model import Result as Result
from rulelang.testing.records import run_record as run_record
from rulelang.testing.report import report_text as report_text
from rulelang.testing.runner import run_scenarios as run_scenarios
