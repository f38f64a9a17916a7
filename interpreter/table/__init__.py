"""The table as one player sees it, for whoever paints it.

Comes in: a state and a viewer.  Goes out: a `Table`: areas with heaps of cards and figures, the story since the viewer
last chose, the question with its choices as a tree.  Where things stand on a screen is left to painters.
"""

from interpreter.table.model import Answer, Area, CardFace, Figure, Heap, Printed, Question, Table
from interpreter.table.setting import table_of

__all__ = ["Answer", "Area", "CardFace", "Figure", "Heap", "Printed", "Question", "Table", "table_of"]
