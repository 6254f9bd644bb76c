"""The temperaments of the house bots, as numbers: how each manner behaves in talk, whatever it believes.

A temperament chooses among what a seat could truly say, and how much of it: it never names another suspect than the belief has,
and it moves no ballot. The nervous take back what they no longer hold when they are pressed for it, the dramatic press on with
what they still hold, the terse say one thing at a time.
"""

from __future__ import annotations

from msgspec import Struct


class Temperament(Struct, frozen=True, kw_only=True):
    """How a seat behaves in talk. Probabilities lie in 0..1.

    Attributes:
        extra_sentences: How many sentences more, or fewer, than usual a turn in the discussion has.
        is_brief: Whether it answers one question at a time, with a name or a word and no case beside it.
        retraction_rate: How likely it takes back an accusation that it no longer holds, once the accused speak against it.
        escalation_rate: How likely it says an accusation that it still holds once more, for certain, and calls for the vote.
        vote_call_rate: How likely it calls for the vote where its case is strong.
        praise_factor: What the chance of a good word for somebody is multiplied by.
        grudge_rate, gratitude_rate: How likely it thinks of who came for it, or stood by it, on an earlier day.
        thanks_rate: How likely it thanks whoever speaks for it.
        tally_rate: How likely it counts the voices against its suspect, weighs rival claims unasked, and asks about ballots.
        remark_rate: How likely it remarks on an odd speech.
    """

    extra_sentences: int = 0
    is_brief: bool = False
    retraction_rate: float = 0.3
    escalation_rate: float = 0.2
    vote_call_rate: float = 0.6
    praise_factor: float = 1.0
    grudge_rate: float = 0.4
    gratitude_rate: float = 0.5
    thanks_rate: float = 0.4
    tally_rate: float = 0.1
    remark_rate: float = 0.6


NEUTRAL_TEMPERAMENT = Temperament()
"""Without any leaning."""
TEMPERAMENTS: dict[str, Temperament] = {
    "analyst": Temperament(retraction_rate=0.5, escalation_rate=0.15, tally_rate=0.5, thanks_rate=0.3, grudge_rate=0.3),
    "dramatic": Temperament(retraction_rate=0.05, escalation_rate=0.9, vote_call_rate=0.95, grudge_rate=0.6, remark_rate=0.7),
    "dry": Temperament(
        retraction_rate=0.2, escalation_rate=0.1, vote_call_rate=0.55, praise_factor=0.7, thanks_rate=0.15, remark_rate=0.9
    ),
    "folksy": Temperament(praise_factor=1.2, grudge_rate=0.8, gratitude_rate=0.8, thanks_rate=0.6),
    "formal": Temperament(retraction_rate=0.6, escalation_rate=0.1, thanks_rate=0.8, tally_rate=0.35, remark_rate=0.3),
    "nervous": Temperament(retraction_rate=0.95, escalation_rate=0.05, vote_call_rate=0.45, grudge_rate=0.3),
    "terse": Temperament(
        extra_sentences=-1,
        is_brief=True,
        retraction_rate=0.1,
        praise_factor=0.7,
        thanks_rate=0.15,
        grudge_rate=0.2,
        gratitude_rate=0.2,
        remark_rate=0.2,
    ),
    "warm": Temperament(
        retraction_rate=0.7,
        escalation_rate=0.05,
        vote_call_rate=0.5,
        praise_factor=1.8,
        grudge_rate=0.1,
        gratitude_rate=0.9,
        thanks_rate=0.9,
    ),
}
"""The temperament of each manner."""
