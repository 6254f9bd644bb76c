"""What a wolf whispers is heard as plans of the pack and as answers to them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.new_roles.in_process import MEDIUM, add_medium
from wolfcore.game import RoleName, get_board
from wolfcore.speech import Act, Agrees, Proposes
from wolfcore.speech.night_talk import read_whisper

NAMES = ("Ada", "Bram", "Cleo", "Dov", "Elif", "Fay", "Gil", "Hana", "Ivo")
ROLES = get_board("classic9").roles


def heard(
    text: str,
    *,
    pack: tuple[int, ...] = (2, 6),
    proposer: int = 6,
    roles: tuple[RoleName, ...] = ROLES,
) -> list[str]:
    """What a whisper of Bram says, in the words of whispers.txt, in order."""
    return [in_words(act) for act in read_whisper(text, 2, NAMES, 9, roles, pack, proposer)]


def in_words(act: Act) -> str:
    if isinstance(act, Agrees):
        return "yes" if act.yes else "no"
    assert isinstance(act, Proposes)
    seat = "" if act.plan in ("no_exile", "all_claim") else str(act.seat)
    return " ".join(filter(None, (act.plan, seat, act.role)))


def labelled() -> list[tuple[str, set[str]]]:
    lines = Path(__file__).with_name("whispers.txt").read_text(encoding="utf-8").splitlines()
    pairs = [line.rsplit(" | ", 1) for line in lines if " | " in line]
    return [(text, set() if label == "-" else set(label.split(", "))) for text, label in pairs]


def test_nine_of_ten_whispers_are_heard() -> None:
    found = wanted = right = 0
    for text, label in labelled():
        acts = set(heard(text))
        found, wanted, right = found + len(acts), wanted + len(label), right + len(acts & label)
    assert wanted > 200
    assert right / wanted > 0.95
    assert right / found > 0.93


@pytest.mark.parametrize(
    ("text", "acts"),
    [
        ("let's push Dov", ["push 4"]),
        ("lets vote dov tomorrow", ["push 4"]),
        ("kill Ada tonight, then push Dov", ["kill 1", "push 4"]),
        ("Dov by day, Elif tonight", ["push 4", "kill 5"]),
        ("we hang dov in the morning and eat elif tonight", ["push 4", "kill 5"]),
        ("Dov is a danger. Blame him tomorrow.", ["push 4"]),
        ("say Dov is the wolf", ["push 4"]),
        ("frame dov and elif", ["push 4", "push 5"]),
        ("lets push dov. no, don't push dov, push elif", ["spare 4", "push 5"]),
        ("push Dov the seer", ["push 4"]),
        ("Dov claims seer tomorrow", []),
        ("Let us kill Dov.", ["kill 4"]),
        ("My vote is for Dov tonight.", ["kill 4"]),
        ("who do we push tomorrow?", []),
        ("I'll claim Seer tomorrow", ["claim 2 Seer"]),
        ("im gonna claim seer tmrw", ["claim 2 Seer"]),
        ("let me play the seer", ["claim 2 Seer"]),
        ("I will be the seer", ["claim 2 Seer"]),
        ("Fay, you claim seer", ["claim 6 Seer"]),
        ("Fay should play the Seer tomorrow, kill Ada", ["claim 6 Seer", "kill 1"]),
        ("kill Ada. hana can fake seer", ["kill 1", "claim 8 Seer"]),
        ("I think Dov is the Seer", []),
        ("Dov might be the seer", []),
        ("don't claim seer", []),
        ("I won't claim seer, never claim seer", []),
        ("", []),
        ("?!", []),
    ],
)
def test_plans_in_a_pack_of_three(text: str, acts: list[str]) -> None:
    assert heard(text, pack=(2, 6, 8)) == acts


@pytest.mark.parametrize(
    ("text", "pack", "acts"),
    [
        ("you claim seer", (2, 6), ["claim 6 Seer"]),
        ("you claim seer", (2, 6, 8), ["claim 0 Seer"]),
        ("Hana, you claim seer", (2, 6, 8), ["claim 8 Seer"]),
        ("Hana you claim seer", (2, 6, 8), ["claim 8 Seer"]),
        ("me fake seer tmrw", (2, 6, 8), ["claim 2 Seer"]),
        ("Please believe me and vote with me.", (2, 6, 8), []),
        ("vote like me tomorrow", (2, 6, 8), []),
        ("vote for you if they do", (2, 6), ["give_up 6"]),
        ("vote me", (2, 6, 8), ["give_up 2"]),
        ("push hana tomorrow", (2, 6, 8), ["give_up 8"]),
        ("push hana tomorrow", (2, 6), ["push 8"]),
        ("dont vote hana", (2, 6, 8), ["spare 8"]),
    ],
)
def test_you_is_the_only_mate_or_the_one_addressed(
    text: str, pack: tuple[int, ...], acts: list[str]
) -> None:
    assert heard(text, pack=pack, proposer=0) == acts


def test_an_answer_is_for_whom_it_names_or_who_proposed_last() -> None:
    three = (2, 6, 8)
    assert read_whisper("ok", 2, NAMES, 9, ROLES, three, 8) == (Agrees(8),)
    assert read_whisper("i agree with fay", 2, NAMES, 9, ROLES, three, 8) == (Agrees(6),)
    assert read_whisper("ok", 2, NAMES, 9, ROLES, three, 0) == ()
    assert read_whisper("no", 2, NAMES, 9, ROLES, (2, 6), 0) == (Agrees(6, yes=False),)


@pytest.mark.parametrize(
    ("text", "acts"),
    [
        ("I'll claim medium tomorrow", [f"claim 2 {MEDIUM}"]),
        ("Fay, you play the medium", [f"claim 6 {MEDIUM}"]),
        ("I think Dov is the Medium", []),
    ],
)
def test_a_role_is_heard_where_it_is_dealt(
    text: str, acts: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    add_medium(monkeypatch)
    assert heard(text, roles=(MEDIUM, "Werewolf")) == acts
    assert not [act for act in heard(text, roles=("Seer", "Werewolf")) if "Medium" in act]


@pytest.mark.parametrize(
    "text", ["kill " * 50_000, "dov, " * 50_000, "not " * 50_000, "@" * 9, "\x1b[31m dov " * 2000]
)
def test_a_hostile_whisper_is_read_only_as_far_as_people_write(text: str) -> None:
    assert len(read_whisper(text, 2, NAMES, 9, ROLES, (2, 6), 6)) <= 2
