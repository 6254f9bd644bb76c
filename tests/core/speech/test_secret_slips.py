"""Speeches that tell a secret: each kind, what explains it, and what everybody may say."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.core.game.table_talk import board_of
from tests.core.metrics.written import NAMES, dawn, day, died, night, phase, said, summed, written
from wolfcore.game import Fact
from wolfcore.game import facts as f
from wolfcore.speech.reader import read
from wolfcore.speech.secret_slips import SecretSlip, SlipKind, SlipWatch

DEAL = "WWSXGVHD"
"""Wolves Ada and Bram, Seer Cleo, Witch Dan, Guard Elif, Villager Fay, Hunter Gil, Doctor Hugo."""


NIGHTS = (
    night(1),
    f.Attacked(6),
    f.Checked(3, 5, "Guard"),
    f.Victim(4, 6),
    f.Saved(4, 6),
    f.Poisoned(4, 7),
    dawn(1),
    f.Died(7),
    f.Cause(7, "poisoned"),
    day(1),
)
"""Fay was attacked and saved, Gil poisoned, and the cause of his death is not told."""


TELLING: dict[str, tuple[SlipKind, int, set[int]]] = {
    "Us wolves have to stay calm.": ("pack", 0, {1, 2}),
    "We are the wolves, and you are too late.": ("pack", 0, {1, 2}),
    "My fellow wolf made a mistake.": ("pack", 0, {1, 2}),
    "Our kill did not work.": ("pack", 0, {1, 2}),
    "My partner Bram agrees.": ("pack", 0, {1}),
    "Bram is my teammate, so listen.": ("pack", 0, {1}),
    "We attacked Fay last night.": ("pack", 6, {1, 2}),
    "I went for Fay last night.": ("pack", 6, {1, 2}),
    "We attacked Fay, and it did not help.": ("pack", 6, {1, 2}),
    "Let's kill Cleo tonight.": ("pack", 3, {1, 2}),
    "Fay was attacked last night.": ("attack", 6, {1, 2, 4}),
    "The wolves went after Fay.": ("attack", 6, {1, 2, 4}),
    "The attack on Fay failed.": ("attack", 6, {1, 2, 4}),
    "Gil was poisoned.": ("poison", 7, {1, 2, 4}),
    "Bram and I are in this together till the end.": ("pack", 0, {1}),
    "Yes, Fay was Bram's idea, and it was a bad one if you ask me.": ("pack", 6, {1, 2}),
    "What a waste of a night, we should have gone for Cleo.": ("pack", 3, {1, 2}),
    "If Bram goes today, I am on my own.": ("pack", 0, {1}),
    "Fay should not be alive this morning.": ("attack", 6, {1, 2, 4}),
    "Fay, you have no idea how near it was.": ("attack", 6, {1, 2, 4}),
    "My bottles are both full, and it would be a pity to open one.": ("potions", 4, {4}),
    "Gil's was the bottle.": ("poison", 7, {1, 2, 4}),
    "Elif is good, take that as settled.": ("role", 5, {1, 2, 3}),
    "Yea Bram and me are all for Cleo, we settled that last nite.": ("pack", 0, {1, 2}),
    "We settled that last nite.": ("pack", 0, {1, 2}),
    "Bram, we promised each other to stand together.": ("pack", 0, {1}),
    "He would have been next on our list anyway.": ("pack", 0, {1, 2}),
    "If that don't work Bram and me can grab him tonight.": ("pack", 0, {1}),
    "Fay (6) had a lucky escape.": ("attack", 6, {1, 2, 4}),
    "Fay (6) was attacked last night.": ("attack", 6, {1, 2, 4}),
    "Fay, you were lucky that somebody rescued you.": ("attack", 6, {1, 2, 4}),
    "Fay was supposed to be gone this mornin, dunno who messed that up.": ("attack", 6, {1, 2, 4}),
    "I could of kept Gil alive.": ("potions", 4, {4}),
    "When I was shown his name in the night I did nothing.": ("potions", 4, {4}),
    "Elif is good with complete confidence.": ("role", 5, {1, 2, 3}),
    "Elif is the Guard.": ("role", 5, {3}),
    "I know that Elif is good.": ("role", 5, {1, 2, 3}),
    "I know for a fact that Bram is a wolf.": ("role", 2, {1}),
}
"""What each sentence tells: the kind, the seat, and the seats from which it is a slip."""


def first_slip(line: str, seat: int) -> SecretSlip | None:
    watch = SlipWatch(board_of(DEAL), NAMES[: len(DEAL)])
    told = [watch.add(entry.fact) for entry in written(DEAL, *NIGHTS, said(seat, line)).entries]
    return told[-1]


def count(*facts: Fact | Sequence[Fact]) -> float:
    return summed("slip_secret", written(DEAL, *NIGHTS, *facts))[0]


def slipping(line: str) -> set[int]:
    """The seats from which a line is a slip; Gil, who is dead, says his last words."""
    return {seat for seat in range(1, len(DEAL) + 1) if count(said(seat, line))}


@pytest.mark.parametrize("line", TELLING)
def test_a_secret_slips_only_from_those_who_hold_it(line: str) -> None:
    kind, about, seats = TELLING[line]
    assert slipping(line) == seats
    assert {first_slip(line, seat) for seat in seats} == {SecretSlip(kind, about, line)}


@pytest.mark.parametrize(
    "line",
    [
        "Bram is a wolf.",
        "I think Fay was attacked last night.",
        "Fay was probably attacked last night.",
        "Was Fay attacked?",
        "If we are the wolves, why is Gil dead?",
        "We never attacked Fay.",
        "Carla said that Fay was attacked.",
        "We killed Gil.",
        "We should vote for the wolves among us.",
        "I know who the wolves are.",
        "Hugo was attacked last night.",
        "Gil died in the night.",
        "I trust Elif.",
        "Cleo and I are in this together.",
        "You said we settled that last nite.",
        "You said that Bram and I are in this together.",
        'He said "Bram and I are in this together".',
        "For the record i didnt kill Fay.",
        "Hugo (8) had a lucky escape.",
        "You could have kept Gil alive.",
        "Bram and I voted together.",
        "If Cleo goes today, I am on my own.",
        "Hugo should not be alive this morning.",
        "We should have gone for Cleo.",
        "If I were the Witch, my potions would be gone.",
        "Elif is good, you think that this is settled.",
    ],
)
def test_opinions_guesses_reports_and_what_is_false_or_public_are_no_slips(line: str) -> None:
    assert slipping(line) == set()


@pytest.mark.parametrize(
    ("seat", "claim", "line"),
    [
        (1, "I am a werewolf.", "We attacked Fay last night."),
        (1, "I am the Witch.", "Fay was attacked last night."),
        (1, "I protected Fay last night.", "Fay was attacked last night."),
        (4, "I am the Witch.", "Gil was poisoned."),
        (4, "I am the Witch.", "My bottles are both full."),
        (4, "I saved Fay last night.", "Fay was attacked last night."),
        (1, "I am the Seer.", "I know for a fact that Bram is a wolf."),
        (3, "I checked Elif last night and she is good.", "I know that Elif is good."),
    ],
)
def test_what_a_claimed_role_would_know_is_no_slip(seat: int, claim: str, line: str) -> None:
    assert count(said(seat, f"{claim} {line}")) == 0
    assert count(said(seat, claim), said(seat, line)) == 0
    # A claim explains nothing that was said before it.
    assert count(said(seat, line), said(seat, claim)) == 1


def test_a_claim_that_explains_other_knowledge_does_not_clear() -> None:
    assert count(said(1, "I am the Seer. We attacked Fay last night.")) == 1
    assert count(said(4, "I am the Seer. Fay was attacked last night.")) == 1


@pytest.mark.parametrize(
    ("public", "seat", "line"),
    [
        (died(6, "killed"), 1, "Fay was attacked last night."),
        ([f.Revealed(5, "Guard")], 3, "Elif is the Guard."),
        ([said(5, "I am the Guard.")], 3, "Elif is the Guard."),
        ([said(8, "I checked Bram last night and he is a wolf.")], 1, "I know Bram is a wolf."),
    ],
)
def test_what_everybody_knows_by_then_is_no_slip(public: list[Fact], seat: int, line: str) -> None:
    assert count(said(seat, line)) == 1
    assert count(*public, said(seat, line)) == 0


def test_the_victim_named_before_dawn_is_a_slip() -> None:
    early = (night(1), f.Attacked(6), phase(1, "election"), said(1, "Fay is dead.", "campaign"))
    assert summed("slip_secret", written(DEAL, *early))[0] == 1


def test_without_the_deeds_of_the_night_the_count_is_unknown() -> None:
    line = said(1, "We attacked Fay last night.")
    assert summed("slip_secret", written(DEAL, *NIGHTS, line, untold=("Attacked",))).value is None
    assert summed("slip_secret", written(DEAL, *NIGHTS, line, language="de")).value is None


def test_a_slip_is_no_lack_of_sense() -> None:
    assert summed("reasonableness", written(DEAL, *NIGHTS, said(1, "Our kill failed."))).value == 1


def test_no_speech_is_read_more_than_once_however_many_may_slip() -> None:
    lines = [f"I know that Elif is good, for the time number {number}." for number in range(40)]
    game = written(DEAL, *NIGHTS, *(said(3, line) for line in ("I am the Seer.", *lines)))
    watch, before = SlipWatch(board_of(DEAL), NAMES[: len(DEAL)]), read.cache_info()
    for entry in game.entries:
        watch.add(entry.fact)
    after = read.cache_info()
    # Each speech, and the sentence of knowledge in it.
    assert after.hits + after.misses - before.hits - before.misses <= 2 * len(lines) + 1
