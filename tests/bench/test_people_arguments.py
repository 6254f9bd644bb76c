"""People who argue: their reasons are true, false or common by the log, and are found again."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bench.people.arguments import (
    ACCUSATIONS,
    ARGUERS,
    GREETING,
    REASON_WORDS,
    DeedKind,
    Reason,
    common_reasons,
    deeds_of,
    false_reasons,
    reason_in_words,
    reasons_in,
    true_reasons,
)
from bench.people.game_log import spoken_against
from bench.people.scripted_people import Scene
from bench.people.settings import Setting, accuser_seat, play_setting, seat_of
from tests.bench.hand_written import (
    ADA,
    BRAM,
    CLEO,
    DINA,
    ELIF,
    FEMI,
    GORAN,
    NAMES,
    ROLES,
    day,
    night,
    says,
    votes,
)
from wolfcore.game import ALL, Ask, Entry, Fact, get_board, view_of
from wolfcore.game import facts as f
from wolfcore.speech import read


def scene(facts: Sequence[Fact], target: int, turn: int = 0) -> Scene:
    """What Goran has before it speaks on day 2."""
    entries = [Entry(ALL, fact) for fact in (night(1), day(1), *facts, night(2), day(2))]
    dealt = Entry((GORAN,), f.Dealt(GORAN, ROLES[GORAN - 1]))
    view = view_of([dealt, *entries], GORAN, get_board("sla7"), NAMES)
    return Scene(view, Ask("d2.speak.7", GORAN, "speak", 2, "discussion", (0,)), target, turn)


DAY_1 = (
    says(ADA, "I think Bram is a wolf."),
    says(BRAM, "I trust Dina."),
    says(CLEO, "I think Elif is a wolf."),
    says(DINA, "I think Elif is a wolf."),
    votes(ADA, CLEO),
    votes(BRAM, ADA),
    votes(CLEO, ELIF),
    votes(DINA, ELIF),
    votes(ELIF, ADA),
    votes(FEMI, ADA),
)


def test_what_a_seat_did_is_read_off_the_log() -> None:
    assert set(deeds_of(scene(DAY_1, BRAM).view)) == {
        Reason("accused", ADA, BRAM, 1),
        Reason("defended", BRAM, DINA, 1),
        Reason("accused", CLEO, ELIF, 1),
        Reason("accused", DINA, ELIF, 1),
        Reason("copied", DINA, CLEO, 1),
        Reason("voted", ADA, CLEO, 1),
        Reason("switched", ADA, BRAM, 1),
        *(Reason("voted", seat, ADA, 1) for seat in (BRAM, ELIF, FEMI)),
        *(Reason("voted", seat, ELIF, 1) for seat in (CLEO, DINA)),
    }


def test_true_reasons_leave_out_what_half_of_the_table_did() -> None:
    assert true_reasons(scene(DAY_1, BRAM)) == [Reason("defended", BRAM, DINA, 1)]
    assert common_reasons(scene(DAY_1, BRAM)) == [Reason("voted", BRAM, ADA, 1)]
    assert {reason.kind for reason in true_reasons(scene(DAY_1, ADA))} == {
        "accused",
        "voted",
        "switched",
    }
    assert true_reasons(scene((*DAY_1, says(GORAN, "Hello.")), FEMI)) == []


@pytest.mark.parametrize("target", [ADA, BRAM, CLEO, DINA])
@pytest.mark.parametrize("turn", range(6))
def test_no_false_reason_is_borne_out(target: int, turn: int) -> None:
    told = scene(DAY_1, target, turn)
    false, true = false_reasons(told), deeds_of(told.view)
    assert len(false) == 4 and {reason.seat for reason in false} == {target}
    assert not {(r.kind, r.other) for r in false} & {
        (r.kind, r.other) for r in true if r.seat == target
    }


@pytest.mark.parametrize("kind", REASON_WORDS)
@pytest.mark.parametrize("way", range(3))
@pytest.mark.parametrize("when", [1, 2])
def test_a_reason_is_found_again_in_its_words(kind: DeedKind, way: int, when: int) -> None:
    told, reason = scene((), BRAM, 7 * way), Reason(kind, BRAM, ELIF, when)
    words = reason_in_words(reason, told)
    assert reasons_in(f"I think Bram is a wolf. {words} Hello.", NAMES, 2) == [reason]


@pytest.mark.parametrize("words", ACCUSATIONS)
def test_an_accusation_is_heard(words: str) -> None:
    acts = read(words.format(x="Bram"), GORAN, NAMES, 7, get_board("sla7").roles)
    assert spoken_against(acts) == [BRAM]


@pytest.mark.parametrize("kind", ["one true", "two true", "two false", "true of half"])
def test_who_argues_says_the_same_accusation_with_reasons_of_its_kind(kind: str) -> None:
    """On the first deal in which the target gives reasons of the kind."""
    arm, plain = (
        Setting("classic9", "normal", each, target="wolf", last_day=2)
        for each in (kind, "no reason")
    )
    words, seed = next(
        (words, seed)
        for seed in range(9)
        if (words := said_on_day_2(arm, seed)) not in ("", GREETING)
    )
    assert words.startswith(said_on_day_2(plain, seed) + " ")


def said_on_day_2(setting: Setting, seed: int) -> str:
    played, seat = play_setting(setting, seed), seat_of(setting, seed)
    assert played
    said = [s for s in played.speeches if s.seat == seat and s.kind == "speak"]
    assert all(speech.text == GREETING for speech in said if speech.day == 1)
    assert max(speech.day for speech in played.speeches) <= 2
    return next((speech.text for speech in said if speech.day == 2), "")


def test_who_defends_refutes_what_the_accuser_said() -> None:
    setting = Setting("classic9", "normal", "refutation", target="god", accuser="two false")
    seed = 4
    played, seat = play_setting(setting, seed), seat_of(setting, seed)
    accuser = accuser_seat(setting, seed)
    assert played and 0 < accuser < seat
    assert (played.roles[accuser], played.roles[seat]) == ("Werewolf", "Villager")
    texts = {s.seat: s.text for s in played.speeches if s.day == 2 and s.kind == "speak"}
    (seer,) = (other for other, role in played.roles.items() if role == "Seer")
    assert {r.seat for r in reasons_in(texts[accuser], played.names, 2)} == {seer}
    assert texts[seat].count("That's not true, ") == 2


def test_every_kind_says_something_of_its_own() -> None:
    assert len(ARGUERS) == len({id(person) for person in ARGUERS.values()})
