"""What a player may know: views and logs.

Comes in: a state and a player.  Goes out: plain data and sentences in which nothing else can be found.
"""

from interpreter.views.look import look
from interpreter.views.model import CardView, CounterView, View, ZoneView

__all__ = ["CardView", "CounterView", "View", "ZoneView", "look"]
