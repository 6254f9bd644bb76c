"""The temperaments of the house bots, as numbers: how each manner behaves in talk, whatever it believes.

A temperament chooses among what a seat could truly say, and how much of it: it never names another suspect than the belief has,
and it moves no ballot. The nervous take back what they no longer hold when they are pressed for it, the dramatic press on with
what they still hold, the terse say one thing at a time.
"""

from __future__ import annotations

from msgspec import Struct


class Temper(Struct, frozen=True, kw_only=True):
    """How a seat behaves in talk. Probabilities lie in 0..1.

    Attributes:
        talk: How many sentences more, or fewer, than usual a turn in the discussion has.
        brief: Whether it answers one question at a time, with a name or a word and no case beside it.
        retracts: How likely it takes back an accusation that it no longer holds, once the accused speak against it.
        escalates: How likely it says an accusation that it still holds once more, for certain, and calls for the vote.
        calls: How likely it calls for the vote where its case is strong.
        kind: What the chance of a good word for somebody is multiplied by.
        grudges, gratitude: How likely it thinks of who came for it, or stood by it, on an earlier day.
        thanks: How likely it thanks whoever speaks for it.
        counts: How likely it counts the voices against its suspect, weighs rival claims unasked, and asks about ballots.
        remarks: How likely it remarks on an odd speech.
    """

    talk: int = 0
    brief: bool = False
    retracts: float = 0.3
    escalates: float = 0.2
    calls: float = 0.6
    kind: float = 1.0
    grudges: float = 0.4
    gratitude: float = 0.5
    thanks: float = 0.4
    counts: float = 0.1
    remarks: float = 0.6


EVEN = Temper()
"""Without any leaning."""
TEMPERS: dict[str, Temper] = {
    "analyst": Temper(retracts=0.5, escalates=0.15, counts=0.5, thanks=0.3, grudges=0.3),
    "dramatic": Temper(retracts=0.05, escalates=0.9, calls=0.95, grudges=0.6, remarks=0.7),
    "dry": Temper(retracts=0.2, escalates=0.1, calls=0.55, kind=0.7, thanks=0.15, remarks=0.9),
    "folksy": Temper(kind=1.2, grudges=0.8, gratitude=0.8, thanks=0.6),
    "formal": Temper(retracts=0.6, escalates=0.1, thanks=0.8, counts=0.35, remarks=0.3),
    "nervous": Temper(retracts=0.95, escalates=0.05, calls=0.45, grudges=0.3),
    "terse": Temper(talk=-1, brief=True, retracts=0.1, kind=0.7, thanks=0.15, grudges=0.2, gratitude=0.2, remarks=0.2),
    "warm": Temper(retracts=0.7, escalates=0.05, calls=0.5, kind=1.8, grudges=0.1, gratitude=0.9, thanks=0.9),
}
"""The temperament of each manner."""
