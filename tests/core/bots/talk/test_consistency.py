"""What a seat says fits what it and the others have said before: its reports, its accusations of
earlier days, its ballots, and the reasons that were given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

import pytest

from tests.core.bots.play.test_night import DAY_1, view_with
from tests.core.bots.scenes import ADA, BRAM, CLEO, DOV, ELIF, FAY, GIL, QUIET_NIGHT, says
from tests.core.bots.talk.test_own_claims import minds
from wolfcore.bots import HouseBot
from wolfcore.bots.mind import Mind
from wolfcore.bots.profiles import NEUTRAL_TEMPERAMENT
from wolfcore.bots.talk import speeches
from wolfcore.bots.talk.accusations import is_pile, top_suspect, vote_call_after_accusation
from wolfcore.bots.talk.answers import answers
from wolfcore.bots.talk.dialogue_moves import Move, accused_seats
from wolfcore.bots.talk.reasons import case_against, has_reason, joinable
from wolfcore.bots.talk.speeches import outline_speech
from wolfcore.game import Answer, Ask, AskKind, Fact, RoleName, get_board
from wolfcore.game import facts as f
from wolfcore.players import Desk


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


MINE = says(DOV, "I suspect Elif.")
BARE = {"suspect", "suspect_with", "answer_suspect"}
"""What is said of a seat for the first time."""


def cases(target: int, *facts: Fact, role: RoleName = "Villager", many: int = 200) -> set[Move]:
    """The cases of seat 4 against a seat over seeds."""
    return {case_against(mind, target) for mind in minds(role, *facts, many=many)}


@pytest.mark.parametrize("between", [(), QUIET_NIGHT], ids=["same day", "next day"])
@pytest.mark.parametrize("joined", [(), (says(BRAM, "I suspect Elif."),)], ids=["alone", "joined"])
def test_who_names_its_suspect_again_says_so(
    between: tuple[Fact, ...], joined: tuple[Fact, ...]
) -> None:
    new = {move.kind for move in cases(ELIF, *between, *joined)}
    assert new & BARE and "still" not in new
    again = {move.kind for move in cases(ELIF, MINE, *between, *joined)}
    assert "still" in again and not again & BARE


def test_who_has_praised_its_suspect_since_does_not_say_that_it_stands_by_it() -> None:
    praise = says(DOV, "I was wrong: I trust Elif.")
    assert "still" not in {move.kind for move in cases(ELIF, MINE, *QUIET_NIGHT, praise)}


def test_who_is_asked_for_its_suspect_again_does_not_answer_as_if_it_were_new() -> None:
    asked = says(ADA, "Dov, do you suspect Elif or Bram?")
    found = says(BRAM, "Elif is a wolf.")
    for mind in minds("Villager", MINE, *QUIET_NIGHT, found, asked):
        # Of the brief one of this seat a name alone is enough.
        mind.temperament = NEUTRAL_TEMPERAMENT
        moves = outline_speech(mind).moves
        assert Move(kind="answer_suspect", target=ELIF, other=ADA) not in moves


def table(*facts: Fact, kind: AskKind = "speak", many: int = 1) -> Iterator[Mind]:
    """The minds of all nine seats, as Villagers, after the same facts, over seeds."""
    for me, seed in product(range(1, 10), range(many)):
        view = view_with("classic9", me, "Villager", *DAY_1, *facts)
        ask = Ask(f"d1.{kind}.{me}", me, kind, 1, "discussion", (0,))
        yield HouseBot(("hard",)).mind(view, ask, Desk.of_seed(ask, seed))


def lines_of_ballots(
    patch: pytest.MonkeyPatch, target: int, voters: Iterable[Mind]
) -> list[tuple[int, Move]]:
    """The moves, with their seats, with which voters vote for a seat."""
    found: list[tuple[int, Move]] = []
    heard: list[Move] = []

    def composing(moves: Sequence[Move], *_: object, **__: object) -> str:
        heard[:] = moves
        return ""

    def voting(mind: Mind) -> Answer:
        return Answer(target)

    patch.setattr(speeches, "compose_speech", composing)
    patch.setattr(speeches.ballots, "vote", voting)
    for mind in voters:
        heard.clear()
        speeches.vote(mind)
        found += [(mind.me, move) for move in heard]
    return found


def ballot_lines(patch: pytest.MonkeyPatch, target: int, *facts: Fact) -> set[Move]:
    """The moves with which seat 4 votes for a seat, over seeds."""
    voters = minds("Villager", *facts, kind="vote")
    return {move for _, move in lines_of_ballots(patch, target, voters)}


def test_a_ballot_for_the_suspect_of_yesterday_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    others = (says(ADA, "I suspect Elif."), says(BRAM, "I suspect Fay."))
    lines = ballot_lines(monkeypatch, ELIF, MINE, *QUIET_NIGHT, *others)
    assert lines == {Move(kind="still", target=ELIF, day=1)}


def test_a_ballot_for_another_than_the_suspect_of_today_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    facts = (says(DOV, "I suspect Bram."), says(ADA, "I suspect Elif."), says(FAY, "Good morning."))
    change = Move(kind="drops_suspect", target=BRAM, day=1)
    assert change in ballot_lines(monkeypatch, ELIF, *facts)
    assert change not in ballot_lines(monkeypatch, BRAM, *facts)
    assert not any(
        move.kind == "drops_suspect" for move in ballot_lines(monkeypatch, ELIF, *facts[1:])
    )


_PILE = tuple(says(seat, "I suspect Ada.") for seat in (BRAM, CLEO, ELIF))


def test_many_words_without_a_reason_are_not_joined() -> None:
    def named(*facts: Fact) -> set[int]:
        return {seat for mind in minds("Villager", *facts) for seat in [top_suspect(mind, set())]}

    assert ADA not in named(*_PILE)
    # With a check there is something to join.
    found = says(FAY, "I am the Seer. I checked Ada last night: Ada is a wolf.")
    assert named(*_PILE, found) == {ADA}


@pytest.mark.parametrize(
    ("facts", "is_one"),
    [
        pytest.param(_PILE, True, id="bare"),
        pytest.param(_PILE[:2], False, id="two"),
        pytest.param(
            (
                says(ADA, "I suspect Gil."),
                *_PILE[:2],
                says(ELIF, "I suspect Ada. Ada accused Gil."),
            ),
            False,
            id="reason",
        ),
        pytest.param(
            (
                says(FAY, "Good morning."),
                says(ADA, "I suspect Bram."),
                *_PILE[1:],
                says(GIL, "I suspect Ada."),
            ),
            False,
            id="impression of its own",
        ),
        pytest.param((*_PILE, says(ADA, "I am the Hunter.")), False, id="claim"),
        pytest.param(
            (
                says(FAY, "I am the Seer. I checked Ada last night: Ada is a wolf."),
                says(GIL, "I am the Seer. I checked Fay last night: Fay is a wolf."),
                *_PILE,
            ),
            False,
            id="disbelieved report",
        ),
    ],
)
def test_bare_accusations_pile_up(facts: tuple[Fact, ...], is_one: bool) -> None:
    assert {is_pile(mind, ADA) for mind in minds("Villager", *facts)} == {is_one}


def test_whether_a_seat_has_a_reason_is_no_matter_of_chance(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (mind,) = minds("Villager", says(ADA, "I suspect Dov."), *QUIET_NIGHT, many=1)

    def drawing(*_: object) -> bool:
        raise AssertionError

    monkeypatch.setattr(type(mind.draws), "happens", drawing)
    assert has_reason(mind, ADA)


def test_at_most_two_say_that_so_many_words_without_a_reason_are_too_easy() -> None:
    warning = {
        mind.me
        for mind in table(*_PILE, many=40)
        if any(move.kind == "too_easy" for move in outline_speech(mind).moves)
    }
    assert 1 <= len(warning) <= 2
    assert not kinds(*_PILE[:2])["too_easy"]


def test_a_reason_that_a_seat_gave_today_is_not_given_again_by_it() -> None:
    named = says(ELIF, "Fay is a wolf.")
    silent = (says(ADA, "Hello."), *QUIET_NIGHT, says(ADA, "Hello."))
    reason = Move(kind="suspect_silent", target=ADA)
    assert reason in cases(ADA, *silent, named)
    assert reason not in cases(ADA, *silent, named, says(DOV, "I suspect Ada. Ada names nobody."))


def test_nobody_joins_a_seat_that_it_accused_today_or_yesterday() -> None:
    joining = Move(kind="suspect_with", target=ELIF, other=BRAM)
    other = says(BRAM, "I suspect Elif.")
    against = says(DOV, "I suspect Bram.")
    assert joining in cases(ELIF, other)
    assert joining not in cases(ELIF, against, other)
    assert joining not in cases(ELIF, against, *QUIET_NIGHT, other)


def test_two_seats_join_an_accuser_and_the_others_do_not() -> None:
    joined = [says(seat, "I suspect Elif.") for seat in (ADA, BRAM, CLEO)]
    assert {move.other for move in cases(ELIF, *joined[:2]) if move.kind == "suspect_with"} == {ADA}
    assert "suspect_with" not in {move.kind for move in cases(ELIF, *joined)}


def test_an_accusation_is_without_reason_only_if_none_was_given_and_it_was_the_first() -> None:
    accuser = Move(kind="suspect_accuser", target=ADA)
    bare = says(ADA, "I suspect Dov.")
    assert accuser in cases(ADA, bare)
    assert accuser not in cases(ADA, says(ADA, "I suspect Dov. Dov accused Fay."))
    assert accuser not in cases(ADA, says(DOV, "I suspect Ada."), bare)
    assert accuser not in cases(ADA, says(DOV, "I suspect Ada."), *QUIET_NIGHT, bare)
    found = says(BRAM, "I am the Seer. I checked Dov last night: Dov is a wolf.")
    assert accuser not in cases(ADA, found, bare)


SHOWN = (f.Began(2, "night"), f.Began(2, "dawn"), f.Died(BRAM), f.Revealed(BRAM, "Villager"))
BLAMED = says(ADA, "I suspect Bram.")


@pytest.mark.parametrize(
    "before",
    [
        (says(BRAM, "I suspect Ada."),),
        (says(DOV, "I suspect Bram."),),
        (f.Began(1, "vote"), f.Voted(DOV, BRAM, "vote")),
        (says(CLEO, "I am the Seer. I checked Bram last night: Bram is a wolf."),),
    ],
    ids=["attacked first", "accused too", "voted too", "reported"],
)
def test_a_wrong_accusation_is_held_against_a_seat_by_who_had_no_part_in_it(
    before: tuple[Fact, ...],
) -> None:
    wrong = Move(kind="suspect_accused", target=ADA, other=BRAM)
    assert wrong in cases(ADA, BLAMED, *SHOWN, *QUIET_NIGHT[3:])
    assert wrong not in cases(ADA, *before, BLAMED, *SHOWN, *QUIET_NIGHT[3:])


def test_a_wrong_ballot_is_held_against_a_seat_by_who_had_no_part_in_it() -> None:
    wrong = Move(kind="suspect_voted", target=ADA, other=BRAM, day=1)
    cast = (f.Began(1, "vote"), f.Voted(ADA, BRAM, "vote"))
    assert wrong in cases(ADA, *cast, *SHOWN, *QUIET_NIGHT[3:])
    assert wrong not in cases(ADA, says(DOV, "I suspect Bram."), *cast, *SHOWN, *QUIET_NIGHT[3:])


FOUND = says(BRAM, "I am the Seer. I checked Elif last night: Elif is a wolf.")
DIED = (f.Began(2, "night"), f.Began(2, "dawn"), f.Died(BRAM), f.Began(2, "discussion"))


def test_a_believed_report_is_the_case_also_of_a_dead_seat() -> None:
    followed = {Move(kind="follow_report", target=ELIF, other=BRAM)}
    weak = says(ELIF, "I suspect Dov.")
    assert cases(ELIF, FOUND, weak) == followed
    assert cases(ELIF, FOUND, *DIED, weak) == followed


def test_who_voted_a_seat_out_does_not_follow_its_report() -> None:
    out = (f.Began(1, "vote"), f.Voted(DOV, BRAM, "vote"), f.Exiled(BRAM))
    night = QUIET_NIGHT
    assert "follow_report" not in {move.kind for move in cases(ELIF, FOUND, *out, *night)}


def test_who_claims_with_its_accusation_copies_nobody() -> None:
    copied = Move(kind="suspect_echo", target=CLEO, other=ADA)
    first = says(ADA, "I suspect Elif.")
    assert copied in cases(CLEO, first, says(CLEO, "I suspect Elif."))
    claimed = says(CLEO, "I am the Seer. I checked Elif last night: Elif is a wolf.")
    assert copied not in cases(CLEO, first, claimed)


PRAISE = {"trust", "vouch", "defend", "trust_since"}


def praised(*facts: Fact) -> set[int]:
    """Whom seat 4 praises over seeds."""
    spoken = (outline_speech(mind).moves for mind in minds("Villager", *facts, many=300))
    return {move.target for moves in spoken for move in moves if move.kind in PRAISE}


def test_who_has_not_spoken_is_not_praised_without_a_report() -> None:
    spoke = (says(FAY, "Good morning."), says(GIL, "Good morning."))
    assert praised(*spoke) and praised(*spoke) <= {FAY, GIL}
    cleared = says(FAY, "I am the Seer. I checked Cleo last night: Cleo is good.")
    assert CLEO in praised(*spoke, cleared)


def test_a_split_is_not_warned_of_for_another_than_the_most_accused() -> None:
    late = (f.Began(2, "night"), f.Died(FAY), f.Began(2, "discussion"))
    votes = tuple(says(seat, "Ada is a wolf.") for seat in (BRAM, CLEO))
    warned = {
        move.target
        for mind in minds(
            "Villager",
            *late,
            *votes,
            says(ADA, "I suspect Bram."),
            many=300,
            board=get_board("sla7"),
        )
        for move in outline_speech(mind).moves
        if move.kind == "split_loses"
    }
    assert warned == {ADA}


def test_nobody_wonders_who_saved_the_village_once_somebody_has_told() -> None:
    assert kinds()["open_quiet"]
    assert not kinds(says(BRAM, "I am the Witch. I saved Cleo last night."))["open_quiet"]


def test_the_same_is_not_answered_to_the_seat_that_it_is_about() -> None:
    asked = (says(ADA, "Dov, whom do you suspect?"), says(ELIF, "Dov, whom do you suspect?"))
    found = says(BRAM, "I am the Seer. I checked Elif last night: Elif is a wolf.")
    for mind in minds("Villager", found, *asked):
        mind.temperament = NEUTRAL_TEMPERAMENT
        given = [move for moves in answers(mind, []) for move in moves]
        assert Move(kind="answer_same", other=ELIF) not in given
        assert any(move.target == ELIF for move in given)


DENIALS = {"deny", "deny_voted"}
REFUTATIONS = {"refute", "refute_voted", "refute_spoke"}


@pytest.mark.parametrize("said", ["I suspect Dov.", "Dov is a wolf. Dov claimed late."])
def test_no_speech_praises_a_seat_to_which_it_denies_a_charge(
    said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    praise, denied = Move(kind="trust", target=ADA), 0

    def praising(*_: object) -> list[Move]:
        return [praise]

    monkeypatch.setattr(speeches, "suspicion_moves", praising)
    for mind in minds("Villager", says(ADA, said), many=200):
        moves = outline_speech(mind).moves
        if any(move.kind in DENIALS | REFUTATIONS and move.other == ADA for move in moves):
            denied += 1
            assert praise not in moves
    assert denied > 20


def test_a_call_for_a_lesser_suspect_warns_of_no_split() -> None:
    late = (f.Began(2, "night"), f.Died(FAY), f.Began(2, "discussion"))
    votes = tuple(says(seat, "Ada is a wolf.") for seat in (BRAM, CLEO, ELIF))
    facts = (*late, *votes, says(ADA, "I suspect Bram."))
    calls = [
        move.kind
        for mind in minds("Villager", *facts, board=get_board("sla7"))
        for move in vote_call_after_accusation(mind, BRAM)
    ]
    assert set(calls) == {"call_vote"}


def test_whom_a_seat_has_cleared_it_does_not_suspect_where_nobody_else_is_left() -> None:
    good = says(DOV, "I am the Seer. I checked Ada last night: Ada is good.")
    for role in ("Seer", "Werewolf"):
        for mind in minds(role, good, *QUIET_NIGHT, many=20):
            assert top_suspect(mind, set(mind.others) - {ADA}) == 0
    assert all(top_suspect(m, set(m.others) - {ADA}) == ADA for m in minds("Seer", many=5))


def test_nobody_joins_a_suspect_or_who_reports_the_seat() -> None:
    voice = says(BRAM, "I suspect Ada.")
    (mind,) = minds("Villager", voice, many=1)
    assert joinable(mind, ADA) == [BRAM]
    (mind,) = minds("Villager", says(BRAM, "I am a werewolf."), voice, many=1)
    assert joinable(mind, ADA) == []
    report = says(BRAM, "I am the Seer. I checked Ada last night: Ada is a wolf.")
    (mind,) = minds("Villager", report, many=1)
    assert joinable(mind, ADA) == []
