"""The codes and their wording: one Markdown file for each code in `codes/`.

Comes in: a code and its parameters.  Goes out: a `Diagnostic` with its message filled in, or an `Entry` to
read.  Files are read when they are first asked for and then kept.  A missing file or parameter is our bug:
`InternalError`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter

from rulelang.diagnostics.model import Diagnostic, InternalError, Label, Severity
from rulelang.nodes import frozen
from rulelang.source import Span

_CODES = Path(__file__).with_name("codes")
KEYS = ("code", "title", "severity", "message", "help")
_FENCE = r"(?ms)^```(?P<info>[^`\n]*)\n(?P<text>.*?)^```[ \t]*$"
_QUOTED = r'"(?P<inner>(?:[^"\\]|\\.)*)"\s*(?:#.*)?'
_COMMENT = r"\s+#.*"


@frozen
class Example:
    """A fenced text of an explanation; ```` ```rules bad ```` has the language `rules` and the word `bad`."""

    language: str
    words: tuple[str, ...]
    text: str


@frozen
class Entry:
    """One code: its front matter, its explanation (the whole Markdown beneath) and the examples in it."""

    code: str
    title: str
    severity: Severity
    message: str
    help: str | None
    explanation: str

    @property
    def examples(self) -> tuple[Example, ...]:
        return tuple(part for part in self.parts() if isinstance(part, Example))

    @property
    def prose(self) -> str:
        """The explanation without its examples."""
        return "\n\n".join(part for part in self.parts() if isinstance(part, str))

    def parts(self) -> Iterator[str | Example]:
        """The explanation in order: paragraphs of prose, and examples."""
        start = 0
        for match in re.finditer(_FENCE, self.explanation):
            if prose := self.explanation[start : match.start()].strip():
                yield prose
            language, *words = match["info"].split() or [""]
            yield Example(language, tuple(words), match["text"])
            start = match.end()
        if prose := self.explanation[start:].strip():
            yield prose

    def message_parameters(self) -> frozenset[str]:
        """The names that the message cannot do without."""
        return frozenset(_fields(self.message))

    def parameters(self) -> frozenset[str]:
        """The names that the message or the help asks for."""
        return frozenset(_fields(self.message) + _fields(self.help or ""))


def codes() -> tuple[str, ...]:
    """Every code that has a file, in order."""
    return tuple(sorted(file.stem for file in _CODES.glob("*.md")))


@cache
def entry(code: str) -> Entry:
    """What the file of a code says; `InternalError` if there is no such file or it is written wrongly."""
    file = _CODES / f"{code}.md"
    if not file.is_file():
        raise InternalError(f"the code {code} has no file: write rulelang/diagnostics/codes/{code}.md")
    return parse(code, file.read_text(encoding="utf-8"))


def diagnostic(
    code: str,
    span: Span | None,
    *,
    labels: Iterable[Label] = (),
    help: str | None = None,
    **parameters: object,
) -> Diagnostic:
    """The message of a code about one place.

    A parameter that is None counts as absent: the message cannot do without it, the help of the code is then
    left out.  One that neither asks for is passed over.  `help` stands in for that of the file.
    """
    known = entry(code)
    given = {name: value for name, value in parameters.items() if value is not None}
    missing = sorted(known.message_parameters() - given.keys())
    if missing:
        raise InternalError(f"{code} was raised without {', '.join(missing)}")
    return Diagnostic(
        code=code,
        severity=known.severity,
        title=known.title,
        message=_fill(known.message, given),
        span=span,
        labels=tuple(labels),
        help=_help(known, given) if help is None else help,
        name=_text(given.get("name")),
        meant=_text(given.get("suggestion")),
    )


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def parse(code: str, text: str) -> Entry:
    """Read the text of a code's file: `key: value` lines, the value quoted or bare, and Markdown."""
    match = re.match(r"---\n(?P<head>.*?\n)---\n(?P<body>.*)\Z", text.replace("\r\n", "\n"), re.DOTALL)
    if match is None:
        raise InternalError(f"{code}.md does not begin with lines between `---` and `---`")
    head = _front_matter(code, match["head"])
    absent = [key for key in KEYS if key != "help" and not head.get(key)]
    if absent:
        raise InternalError(f"{code}.md does not say its {', '.join(absent)}")
    if head["code"] != code:
        raise InternalError(f"{code}.md says that its code is {head['code']}")
    if head["severity"] not in list(Severity):
        raise InternalError(f"{code}.md has the severity `{head['severity']}`; it may be error or warning")
    return Entry(
        code=code,
        title=head["title"],
        severity=Severity(head["severity"]),
        message=head["message"],
        help=head.get("help"),
        explanation=match["body"].strip(),
    )


def _front_matter(code: str, head: str) -> dict[str, str]:
    values: dict[str, str] = {}
    for line in head.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        key, colon, value = line.partition(":")
        key = key.strip()
        if not colon or key not in KEYS:
            raise InternalError(f"{code}.md has a line that says none of {', '.join(KEYS)}: {line}")
        if key in values:
            raise InternalError(f"{code}.md says its {key} twice")
        values[key] = _value(code, value.strip())
    return values


def _value(code: str, written: str) -> str:
    if not written.startswith('"'):
        return re.sub(_COMMENT, "", written)
    match = re.fullmatch(_QUOTED, written)
    if match is None:
        raise InternalError(f"{code}.md has a quotation that does not end well: {written}")
    return re.sub(r"\\(.)", r"\1", match["inner"])


@cache
def _fields(template: str) -> tuple[str, ...]:
    return tuple(name for _, name, _, _ in Formatter().parse(template) if name is not None)


class _Counting(Formatter):
    """`{number:card}` is `1 card` or `3 cards`, `{number:is}` is `1 is` or `0 are`."""

    def format_field(self, value: object, format_spec: str) -> str:
        if not format_spec:
            return str(value)
        one = str(value) == "1"
        return f"{value} {format_spec if one else _SEVERAL.get(format_spec, f'{format_spec}s')}"


_SEVERAL = {"is": "are"}


def _fill(template: str, parameters: Mapping[str, object]) -> str:
    return _Counting().vformat(template, (), parameters)


def _help(known: Entry, given: Mapping[str, object]) -> str | None:
    if known.help is None or not given.keys() >= set(_fields(known.help)):
        return None
    return _fill(known.help, given)
