"""How none is encoded, as in the IR, which comes later and may not be asked here."""

NONE = -1
NO_NUMBER = -(2**31)
