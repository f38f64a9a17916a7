"""`python -m rulelang` is `rulec`.

Python looks for modules in the folder where it is started so, and that may be a stranger's: nothing more is taken
from there, unless rulelang itself lies there.
"""

import sys

if not sys.flags.safe_path and not __file__.startswith(sys.path[0]):
    del sys.path[0]

from rulelang.cli import main

main()
