"""`python -m rulelang` is `rulec`."""

from rulelang.cli import main

main()
