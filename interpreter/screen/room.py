"""How the lines of a window are shared out between the table, the story, the own cards, and the question.

Comes in: the size of the window, and what wants to stand on it.  Goes out: how many lines each part gets.
"""

from __future__ import annotations

from collections.abc import Callable

from rulelang.nodes import frozen

WIDE = 100
"""From this width on the story stands beside the table, not beneath it."""
LOW = 18
"""On fewer lines there is no room for the story."""
FIXED = 4
"""Lines that are always taken: the title, what is asked, what is typed, the rule above the own cards."""
LEAST = 3
"""Lines of the story that stay in sight, one less where it is crowded."""
CROWDED = 8
"""With fewer lines than this for table and story the question gets fewer."""


@frozen
class Room:
    """Lines for each part; the table takes what is left, and more than its lines if there is more"""

    own: int
    answers: int
    story: int
    table: int


def shared(
    size: tuple[int, int], said: int, own: Callable[[int], int], answers: int, story: int, table: Callable[[int], int]
) -> Room:
    """`own` and `table` give the lines that they need where they have so many; the others say what they want.

    `said`: lines of remarks, beside those that are always there.
    """
    width, height = size
    free = height - FIXED - said
    for_own = max(2, free * 2 // 5)
    of_own = min(own(for_own), for_own)
    for_answers = min(answers, max(2, free // 3))
    crowded = free - of_own - for_answers < CROWDED
    if crowded:
        for_answers = min(answers, max(2, free // 4))
    rest = max(1, free - of_own - for_answers)
    if width >= WIDE or height < LOW:
        return Room(of_own, for_answers, 0, rest)
    rest -= 1  # the rule above the story
    told = min(story, max(LEAST - crowded, rest // 3))
    needed = table(rest - told)
    told = max(told, min(story, rest - needed))
    return Room(of_own, for_answers, max(1, told), max(1, rest - told))


def story_width(width: int) -> int:
    """The columns that the story has beside the table, with its rule."""
    return min(60, width * 3 // 8)
