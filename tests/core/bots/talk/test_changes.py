"""Changes of mind that the table can see: thanks, a dropped suspect, a wrong exile, a question that
got no answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.core.bots.play.test_night import DAY_1, view_with
from tests.core.bots.playing import play
from tests.core.bots.scenes import ADA, BRAM, CLEO, DOV, ELIF, FAY, QUIET_NIGHT, says
from tests.core.bots.talk.test_own_claims import minds
from tests.core.bots.talk.test_turns import kinds, moves
from wolfcore.bots import HouseBot
from wolfcore.bots.belief.seat_record import SeatRecord
from wolfcore.bots.mind import Mind
from wolfcore.bots.talk import speeches
from wolfcore.bots.talk.changes import drop_of_suspect, unexplained_vote_change
from wolfcore.bots.talk.dialogue_moves import Move, accused_seats
from wolfcore.bots.talk.reasons import case_against
from wolfcore.bots.talk.sentences import compose_speech
from wolfcore.bots.talk.speeches import outline_speech
from wolfcore.game import Answer, Ask, Fact, Phase, RoleName, View, get_board
from wolfcore.game import facts as f
from wolfcore.players import Desk

THANKS = Move(kind="thank_saved", other=ADA)


def spoken_by(mind: Mind) -> list[Move]:
    return outline_speech(mind).moves


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
@pytest.mark.parametrize(
    ("board", "told"),
    [
        ("sla7", "I am the Doctor. I protected Dov last night."),
        ("classic12", "I am the Guard. I protected Dov last night."),
        ("classic9", "I am the Witch. I saved Dov last night."),
    ],
)
def test_who_was_saved_thanks_at_its_next_turn_and_once(level: str, board: str, told: str) -> None:
    def thanks(*facts: Fact) -> int:
        found = minds("Villager", *facts, board=get_board(board), options=(level,), many=20)
        return sum(THANKS in outline_speech(mind).moves for mind in found)

    telling = says(ADA, told)
    assert thanks(*QUIET_NIGHT, telling) == 20
    mine = says(DOV, "Thank you, Ada.")
    assert thanks(*QUIET_NIGHT, telling, mine, says(ADA, "Good morning.")) == 0
    assert thanks(*QUIET_NIGHT, telling, mine, telling) == 0, "told again, and thanked for before"


def test_who_was_saved_thanks_beside_what_it_owes_to_others() -> None:
    told = says(ADA, "I am the Doctor. I protected Dov last night.")
    asked = (says(BRAM, "Dov, what are you?"), says(CLEO, "Dov is a wolf."))
    found = minds("Villager", *QUIET_NIGHT, told, *asked, board=get_board("sla7"), many=40)
    assert all(THANKS in spoken_by(mind) for mind in found)


def test_nobody_thanks_for_a_protection_in_a_night_with_a_death() -> None:
    night = (f.Began(2, "night"), f.Began(2, "dawn"), f.Died(6), f.Began(2, "discussion"))
    told = says(ADA, "I am the Doctor. I protected Dov last night.")
    found = minds("Villager", *night, told, board=get_board("sla7"), many=40)
    assert not any(THANKS in spoken_by(mind) for mind in found)


NAMED = says(DOV, "I suspect Elif.")
"""What seat 4 says on the day before."""

CHECKED = says(BRAM, "I am the Seer. I checked Cleo last night: Cleo is a wolf.")
CAUSES: dict[str, tuple[tuple[Fact, ...], Move]] = {
    "claim": (
        (says(ELIF, "I am the Witch."), says(ADA, "Cleo is a wolf.")),
        Move(kind="drops_claimed", target=ELIF, role="Witch"),
    ),
    "clearance": (
        (
            says(BRAM, "I am the Seer. I checked Elif on night 1, and Elif is good."),
            says(ADA, "Cleo is a wolf."),
        ),
        Move(kind="drops_cleared", target=ELIF, other=BRAM),
    ),
    "find": ((CHECKED,), Move(kind="drops_found", target=ELIF, other=CLEO)),
    "rival": (
        (says(BRAM, "I am the Witch."), says(CLEO, "I am the Witch.")),
        Move(kind="drops_rivals", target=ELIF, other=CLEO, role="Witch"),
    ),
    "words": ((says(ADA, "Cleo is a wolf."),), Move(kind="drops_joined", target=ELIF, other=ADA)),
}


@pytest.mark.parametrize("cause", CAUSES)
def test_who_drops_a_suspect_says_what_changed_that(cause: str) -> None:
    since, dropped = CAUSES[cause]
    board = get_board("classic9")
    found = list(minds("Villager", NAMED, *QUIET_NIGHT, *since, board=board, many=3))
    assert {drop_of_suspect(mind, ELIF, CLEO) for mind in found} == {dropped}
    # What was said before seat 4 named Elif changed nothing.
    mind = next(minds("Villager", *since, NAMED, *QUIET_NIGHT, board=board, many=1))
    assert drop_of_suspect(mind, ELIF, CLEO) == Move(kind="drops_suspect", target=ELIF, day=1)


@pytest.mark.parametrize("cause", [cause for cause in CAUSES if cause != "words"])
def test_what_was_heard_before_a_ballot_for_the_suspect_has_not_changed_that(cause: str) -> None:
    since, dropped = CAUSES[cause]
    same = f.Voted(DOV, ELIF, "vote")
    for cast, told in ((same, Move(kind="drops_suspect", target=ELIF, day=1)), (None, dropped)):
        ballots = (f.Began(1, "vote"), cast) if cast else ()
        mind = next(minds("Villager", NAMED, *since, *ballots, *QUIET_NIGHT, many=1))
        assert drop_of_suspect(mind, ELIF, CLEO) == told


def test_who_voted_for_another_than_it_had_named_does_not_drop_that_one_next_day() -> None:
    for voted, may in ((ELIF, True), (CLEO, False)):
        vote = (f.Began(1, "vote"), f.Voted(DOV, voted, "vote"))
        said = kinds(moves(NAMED, *vote, *QUIET_NIGHT, CHECKED, many=40))
        assert (said["drops_found"] > 20) == may
        assert may or not any(kind.startswith("drops_") for kind in said)


def test_two_claimants_of_a_role_change_a_mind_once_the_second_has_claimed() -> None:
    """It counts when they became rivals, and not which of them is named."""
    first, second = says(CLEO, "I am the Witch."), says(BRAM, "I am the Witch.")
    rivals = Move(kind="drops_rivals", target=ELIF, other=CLEO, role="Witch")
    for facts, told in (
        ((first, NAMED, *QUIET_NIGHT, second), rivals),
        ((first, second, NAMED, *QUIET_NIGHT), Move(kind="drops_suspect", target=ELIF, day=1)),
    ):
        assert drop_of_suspect(next(minds("Villager", *facts)), ELIF, CLEO) == told


# -- a ballot unlike the word before it

SEER = "I am the Seer. I checked Cleo last night: Cleo is"


def why(*between: Fact, after: tuple[Fact, ...] = ()) -> str | None:
    """What seat 4 says changed its ballot, from Elif to Cleo; None where it says nothing."""
    vote = (f.Began(1, "vote"), f.Voted(DOV, CLEO, "vote"))
    mind = next(minds("Villager", NAMED, *between, *vote, *after, *QUIET_NIGHT))
    change = unexplained_vote_change(mind)
    return change.why if change else None


def test_a_ballot_was_changed_only_by_what_was_heard_between_word_and_ballot() -> None:
    found, good = says(BRAM, f"{SEER} a wolf."), says(BRAM, f"{SEER} good.")
    claim, voice = says(ELIF, "I am the Witch."), says(ADA, "Cleo is a wolf.")
    assert [why(fact) for fact in (found, claim, voice)] == ["report", "claim", "others"]
    assert why(good) is None, "a check that clears whom it voted for"
    assert why(voice, after=(f.Said(ELIF, "last_words", "I am the Witch."),)) == "others"
    assert why(voice, after=(f.Said(BRAM, "last_words", f"{SEER} a wolf."),)) == "others"
    assert why(after=(f.Said(ELIF, "last_words", "I am the Witch."),)) is None


def test_a_ballot_in_a_runoff_without_the_suspect_is_no_change_of_mind() -> None:
    runoff = (f.Voted(DOV, ELIF, "vote"), f.Began(1, "runoff"), f.Voted(DOV, CLEO, "runoff"))
    voice = says(ADA, "Cleo is a wolf.")
    facts = (NAMED, voice, f.Began(1, "vote"), *runoff, *QUIET_NIGHT)
    assert unexplained_vote_change(next(minds("Villager", *facts))) is None
    dropped = kinds(moves(*facts, CHECKED, many=20))
    assert dropped["drops_found"] > 10


def test_of_those_whose_ballots_differ_from_their_words_one_a_day_explains_it() -> None:
    """Five seats named Elif and voted for Cleo."""
    voters = (ADA, BRAM, DOV, FAY, 7)
    named = tuple(says(seat, "I suspect Elif.") for seat in voters)
    vote = tuple(f.Voted(seat, CLEO, "vote") for seat in voters)
    claim = says(ELIF, "I am the Doctor.")
    facts = (*DAY_1, *named, claim, f.Began(1, "vote"), *vote, *QUIET_NIGHT)
    explaining = 0
    for me in voters:
        view = view_with("sla7", me, "Villager", *facts)
        ask = Ask(f"d2.speak.{me}", me, "speak", 2, "discussion", (0,))
        mind = HouseBot().mind(view, ask, Desk.of_seed(ask, 1))
        explaining += any(move.kind == "switch_claim" for move in spoken_by(mind))
    assert explaining == 1


def test_the_cause_comes_before_the_new_name_and_is_always_given() -> None:
    dropped = Move(kind="drops_found", target=ELIF, other=CLEO)
    spoken = moves(NAMED, *QUIET_NIGHT, CHECKED, many=200)
    against = [speech for speech in spoken if any(CLEO in accused_seats(m, DOV) for m in speech)]
    assert len(against) > 80
    for speech in against:
        if any(ELIF in (move.target, move.other) for move in speech if move != dropped):
            continue
        place = speech.index(dropped)
        assert not any(accused_seats(move, DOV) for move in speech[:place])


def test_a_word_about_a_dropped_suspect_takes_the_place_of_another() -> None:
    spoken = moves(NAMED, *QUIET_NIGHT, CHECKED, many=200)
    without = moves(*QUIET_NIGHT, CHECKED, many=200)
    spare = {"ask", "open_quiet"}
    assert sum(bool(spare & {move.kind for move in speech}) for speech in without) > 20
    dropped = [speech for speech in spoken if any(m.kind == "drops_found" for m in speech)]
    assert len(dropped) > 150
    assert not any(spare & {move.kind for move in speech} for speech in dropped)


# -- a wrong exile


def exile_of(seat: int, *voters: int) -> tuple[Fact, ...]:
    """The ballots against a seat, its exile and the next morning."""
    ballots = tuple(f.Voted(voter, seat, "vote") for voter in voters)
    return (*ballots, f.Exiled(seat), f.Died(seat), f.Cause(seat, "exiled"), *QUIET_NIGHT)


SHOWN = f.Revealed(FAY, "Villager")


def owners(role: RoleName, *facts: Fact, manner: str = "warm") -> float:
    """How often seat 4 owns up to the exile of Fay, over seeds."""
    found = list(minds(role, *facts, options=("normal", manner), many=40))
    return sum("owns_up" in {m.kind for m in outline_speech(mind).moves} for mind in found) / 40


@pytest.mark.parametrize("role", ["Villager", "Werewolf"])
def test_who_hanged_a_villager_owns_up_in_its_first_turn_of_the_next_day(role: RoleName) -> None:
    exile = exile_of(FAY, DOV)
    assert owners(role, *exile[:4], SHOWN, *exile[4:]) > 0.8
    assert owners(role, *exile, SHOWN, says(DOV, "Good morning.")) == 0
    assert owners(role, *exile) == 0, "nobody knows what Fay was"
    assert owners(role, *exile, f.Revealed(FAY, "Werewolf")) == 0
    assert owners(role, *exile_of(FAY, ADA, BRAM), SHOWN) == 0, "Dov voted for another"


def test_the_village_of_the_exiled_may_be_proven_without_a_shown_role() -> None:
    exile = exile_of(FAY, DOV)
    shot = (f.Shot(FAY, CLEO), f.Died(CLEO), f.Cause(CLEO, "shot"))
    found = minds("Villager", *exile[:4], *shot, *exile[4:], options=("normal", "warm"), many=40)
    assert sum(Move(kind="owns_up", target=FAY, day=1) in m for m in map(spoken_by, found)) > 30


@pytest.mark.parametrize(
    ("told", "knows"),
    [
        ((), False),
        ((says(BRAM, "I am the Seer. I checked Fay last night: Fay is good."),), True),
        ((says(BRAM, "I am the Hunter. Fay was good."),), False),
    ],
    ids=["nothing", "a believed check", "a mere word"],
)
def test_nobody_owns_up_to_the_exile_of_a_seat_of_which_it_knows_nothing(
    told: tuple[Fact, ...], *, knows: bool
) -> None:
    board = get_board("classic9")
    exile = exile_of(FAY, DOV)
    found = minds("Villager", *exile, *told, board=board, options=("normal", "warm"), many=40)
    owned = sum(Move(kind="owns_up", target=FAY, day=1) in spoken_by(mind) for mind in found)
    assert (owned > 20) == knows
    assert knows or not owned


def test_at_most_one_owns_up_and_by_temperament() -> None:
    may = set[int]()
    for me in (ADA, BRAM, CLEO, DOV, ELIF):
        facts = (*DAY_1, *exile_of(FAY, ADA, BRAM, CLEO, DOV, ELIF), SHOWN)
        view = view_with("sla7", me, "Villager", *facts)
        ask = Ask(f"d2.speak.{me}", me, "speak", 2, "discussion", (0,))
        for seed in range(20):
            mind = HouseBot(("warm",)).mind(view, ask, Desk.of_seed(ask, seed))
            may |= {me for move in spoken_by(mind) if move.kind == "owns_up"}
    assert len(may) == 1
    exile = (*exile_of(FAY, DOV), SHOWN)
    assert owners("Villager", *exile, manner="terse") < 0.7 < owners("Villager", *exile)


def test_nobody_blames_for_the_words_that_it_voted_after() -> None:
    """Who exiled Fay does not hold it against Elif that it spoke against Fay."""
    accused = says(ELIF, "Fay is a wolf.")
    blame = Move(kind="suspect_accused", target=ELIF, other=FAY)
    for voter, may in ((ADA, True), (DOV, False)):
        facts = (accused, *exile_of(FAY, voter), SHOWN)
        found = {case_against(mind, ELIF) for mind in minds("Villager", *facts)}
        assert (blame in found) == may


# -- a question without an answer


ASKED = says(DOV, "Ada, whom do you suspect?")
WHY = says(DOV, "Ada, why did you vote for Bram?")
AGAIN = Move(kind="ask_again", target=ADA)


@pytest.mark.parametrize(
    ("asked", "reply", "is_answer"),
    [
        (ASKED, "", False),
        (ASKED, "Good morning.", False),
        (ASKED, "idk yet", True),
        (ASKED, "I suspect Elif.", True),
        (WHY, "", False),
        (WHY, "I suspect Elif.", False),
        (WHY, "I suspect Elif. Bram lied to us.", True),
        (WHY, "because of the way the talk went", True),
        (WHY, "it felt right", True),
        (WHY, "Dov, I suspect Elif.", True),
    ],
)
def test_who_got_no_answer_asks_again(asked: Fact, reply: str, *, is_answer: bool) -> None:
    """A person answers in any words; only what is about something else passes a question over."""
    spoken = moves(asked, says(ADA, reply), *QUIET_NIGHT, many=20)
    assert sum(AGAIN in speech for speech in spoken) in ((0,) if is_answer else range(15, 21))


def test_nobody_asks_again_who_had_no_turn_or_cannot_answer_today() -> None:
    silent = says(ADA, "")
    assert not kinds(moves(ASKED, *QUIET_NIGHT))["ask_again"], "Ada had no turn since"
    assert not kinds(moves(ASKED, f.Said(ADA, "defend", ""), *QUIET_NIGHT))["ask_again"]
    assert not kinds(moves(ASKED, silent, *QUIET_NIGHT, silent))["ask_again"], "no turn left"
    assert not kinds(moves(ASKED, says(ADA, "No sé quién es el lobo."), *QUIET_NIGHT))["ask_again"]
    assert not kinds(moves(ASKED, silent, f.Died(ADA), *QUIET_NIGHT))["ask_again"]
    other = says(BRAM, "Ada, whom do you suspect?")
    assert not kinds(moves(other, silent, *QUIET_NIGHT))["ask_again"], "asked by another"


DAWN: tuple[Phase, ...] = ("night", "dawn", "discussion")
NIGHT_3 = tuple(f.Began(3, phase) for phase in DAWN)


def test_a_question_is_asked_again_once_and_then_its_silence_is_named() -> None:
    again = says(DOV, "Ada, I got no answer from you. What do you say?")
    twice = (ASKED, says(ADA, ""), *QUIET_NIGHT, again, says(ADA, ""), *NIGHT_3)
    assert not kinds(moves(*twice))["ask_again"]
    evasive = Move(kind="suspect_evasive", target=ADA)
    assert evasive in [case_against(mind, ADA) for mind in minds("Villager", *twice)]
    for facts in (twice[:-4], (*twice, says(ADA, "Dov, I suspect Elif."))):
        assert evasive not in [case_against(mind, ADA) for mind in minds("Villager", *facts)]


def test_a_seat_is_asked_again_once_in_a_game() -> None:
    again = says(DOV, "Ada, I got no answer from you. What do you say?")
    answered = (ASKED, says(ADA, ""), *QUIET_NIGHT, again, says(ADA, "Dov, I suspect Elif."))
    later = (*NIGHT_3, WHY, says(ADA, ""), *(f.Began(4, phase) for phase in DAWN))
    assert not kinds(moves(*answered, *later))["ask_again"]


def test_silence_of_who_speaks_another_language_is_not_named() -> None:
    foreign = says(ADA, "Guten Morgen zusammen, ich habe heute leider gar nichts zu sagen.")
    again = says(DOV, "Ada, I got no answer from you. What do you say?")
    silent = (ASKED, says(ADA, ""), *QUIET_NIGHT, again, says(ADA, ""), *NIGHT_3)
    evasive = Move(kind="suspect_evasive", target=ADA)
    for first, named in ((says(ADA, "Good morning."), True), (foreign, False)):
        found = {case_against(mind, ADA) for mind in minds("Villager", first, *silent)}
        assert (evasive in found) == named


def test_a_question_put_again_without_its_topic_keeps_it() -> None:
    again = says(ADA, "Dov, I got no answer from you. What do you say?")
    why = says(ADA, "Dov, what are you?")
    mind = next(minds("Villager", why, says(DOV, ""), *QUIET_NIGHT, again, many=1))
    assert mind.record.open_questions[DOV][ADA].about == "role"


@pytest.mark.slow
def test_a_silent_person_is_asked_again_once_in_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole games: seat 2 asks on day 1, and a person on seat 6 never says a word."""
    again: list[tuple[int, int, int]] = []
    seed = 0

    def counting(told: Sequence[Move], record: SeatRecord, *args: Any, **options: Any) -> str:
        asked = [move.target for move in told if move.kind == "ask_again"]
        again.extend((seed, record.me, seat) for seat in asked)
        return compose_speech(told, record, *args, **options)

    def scripted(_view: View, ask: Ask) -> Answer | None:
        if ask.seat == FAY and ask.kind in ("speak", "defend"):
            return Answer(0, "")
        asks = ask.seat == BRAM and ask.kind == "speak" and ask.day == 1
        return Answer(0, "seat 6, whom do you suspect?") if asks else None

    monkeypatch.setattr(speeches, "compose_speech", counting)
    for seed in range(8):
        play("classic9", seed, takeover=scripted)
    assert sum((asker, asked) == (BRAM, FAY) for _, asker, asked in again) > 1
    assert len(set(again)) == len(again)
