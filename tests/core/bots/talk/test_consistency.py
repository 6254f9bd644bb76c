"""What a seat says fits what it and the others have said before: its reports, its accusations of
earlier days, its ballots, and the reasons that were given."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.core.bots.talk.test_own_claims import minds
from wolfcore.bots.mind import Mind
from wolfcore.bots.talk import speeches
from wolfcore.bots.talk.accusations import top_suspect
from wolfcore.bots.talk.dialogue_moves import Move, accused_seats
from wolfcore.bots.talk.speeches import outline_speech
from wolfcore.game import AskKind, Fact, RoleName
from wolfcore.game import facts as f

ADA, BRAM, CLEO, DOV, ELIF, FAY, GIL = range(1, 8)
DAY_2: tuple[Fact, ...] = (
    f.Began(2, "night"),
    f.Began(2, "dawn"),
    f.QuietNight(2),
    f.Began(2, "discussion"),
)


def says(seat: int, text: str) -> Fact:
    return f.Said(seat, "speak", text)


def tells(patch: pytest.MonkeyPatch, *moves: Move) -> None:
    """Let every seat tell these moves of itself."""

    def own(_mind: Mind) -> list[Move]:
        return list(moves)

    patch.setattr(speeches, "own_claims", own)


def kinds(*facts: Fact, role: RoleName = "Villager", many: int = 200) -> Counter[str]:
    """The kinds of the moves of seat 4 over seeds."""
    spoken = (outline_speech(mind).moves for mind in minds(role, *facts, many=many))
    return Counter(move.kind for moves in spoken for move in moves)


AGAINST_ADA = tuple(says(seat, "Ada is a wolf.") for seat in (BRAM, CLEO, ELIF))
ASKED = says(FAY, "Dov, whom do you suspect?")


@pytest.mark.parametrize("kind", ["speak", "defend", "last_words"])
def test_who_reports_a_seat_as_good_does_not_suspect_it_in_the_same_speech(
    kind: AskKind, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = Move(kind="report_good", target=ADA, night=1)
    tells(monkeypatch, Move(kind="claim", role="Seer"), report)
    for mind in minds("Werewolf", *AGAINST_ADA, ASKED, kind=kind):
        moves = outline_speech(mind).moves
        assert report in moves
        against = [move for move in moves if move.kind == "call_vote" and move.target == ADA]
        assert not against + [move for move in moves if ADA in accused_seats(move, DOV)], moves


@pytest.mark.parametrize("role", ["Werewolf", "Villager"])
def test_who_has_reported_a_seat_as_good_does_not_suspect_it(role: RoleName) -> None:
    report = says(DOV, "I am the Seer. I checked Ada last night: Ada is good.")

    def suspects(*facts: Fact) -> set[int]:
        return {top_suspect(mind, set()) for mind in minds(role, *facts)}

    found = says(BRAM, "I am the Seer. I checked Ada last night: Ada is a wolf.")
    assert suspects(found) == {ADA}
    assert ADA not in suspects(report, found, *AGAINST_ADA)


NOTHING_YET = {"open_first", "open_plan"}


def test_who_has_something_to_tell_does_not_open_with_nothing_known_yet(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert kinds().keys() >= NOTHING_YET
    tells(
        monkeypatch, Move(kind="claim", role="Seer"), Move(kind="report_wolf", target=ADA, night=1)
    )
    told = kinds()
    assert told["report_wolf"] == 200
    assert not told.keys() & NOTHING_YET


def test_nobody_says_that_nothing_is_known_once_a_wolf_was_found() -> None:
    found = says(BRAM, "I am the Seer. I checked Ada last night: Ada is a wolf.")
    assert not kinds(found).keys() & NOTHING_YET
