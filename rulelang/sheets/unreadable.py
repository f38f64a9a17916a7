"""Why there is no text."""

from __future__ import annotations


class Unreadable(Exception):
    """A file that is no table, in an author's words"""


class NotInstalled(Exception):
    """A file that only a package of the extra `sheets` could read"""
