"""CSV files in every encoding that spreadsheets save."""

from __future__ import annotations

import sys

import pytest

from rulelang.sheets import NotInstalled, Unreadable, decoded

GERMAN = "name;größe;spruch\nKäuzchen;3;Nächtliche Rufe über dem Wäldchen\nBär;9;Er frißt süße Früchte\n"
POLISH = "name;rozmiar;opis\nŻółw;3;Powoli idzie przez łąkę, gdzie rośnie mięta\nŁoś;9;Stoi wśród gałęzi i patrzy\n"
RUSSIAN = "имя;размер;текст\nМедведь;9;Он ест сладкие ягоды в лесу\nСова;3;Ночью она кричит над лесом\n"


@pytest.mark.parametrize(
    ("text", "encoding", "guessed"),
    [
        (GERMAN, "utf-8", ""),
        (GERMAN, "utf-8-sig", ""),
        (GERMAN, "utf-16", ""),
        (GERMAN, "cp1252", "windows-1252"),
        (GERMAN, "utf-16-le", "utf-16-le"),
        (POLISH, "cp1250", "windows-1250"),
        (RUSSIAN, "cp1251", "windows-1251"),
        ("name,size\nowl,3\n", "ascii", ""),
        ("", "ascii", ""),
    ],
)
def test_what_was_written_is_read(text: str, encoding: str, guessed: str) -> None:
    if encoding == "utf-16-le":  # without its mark only letters beyond ASCII tell
        assert decoded(text.encode(encoding)) == (text, guessed)
        return
    assert decoded(text.encode(encoding)) == (text, guessed)


def test_what_is_no_text() -> None:
    with pytest.raises(Unreadable, match="begins as UTF-8 text, and does not go on so"):
        decoded(b"\xef\xbb\xbfname\xff")
    with pytest.raises(Unreadable, match="begins as UTF-16-LE text"):
        decoded(b"\xff\xfea")


def test_nobody_guesses_where_the_library_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "charset_normalizer", None)
    with pytest.raises(NotInstalled):
        decoded(GERMAN.encode("cp1252"))
    assert decoded(GERMAN.encode("utf-16"))[0] == GERMAN
