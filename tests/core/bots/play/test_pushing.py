"""What a member of the pack whispers about the next day, a person too, is taken up by its mates, by
night and by day."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.core.bots.play.test_night import NAMES, NIGHT_1, pack_view
from wolfcore.bots import HouseBot
from wolfcore.game import Answer, Ask, AskKind, Fact, get_board
from wolfcore.game import facts as f
from wolfcore.players import Desk
from wolfcore.speech import (
    Accuses,
    Act,
    Agrees,
    CallsVote,
    ClaimsRole,
    Proposes,
    read,
    read_whisper,
)

PACK = (2, 6, 8)
MORNING: tuple[Fact, ...] = (f.Began(1, "dawn"), f.QuietNight(1), f.Began(1, "discussion"))


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_the_wolf_that_was_told_to_plays_the_seer_and_its_mates_leave_that_to_it(
    level: str,
) -> None:
    def seers(*words: str) -> int:
        said = answers("speak", *(f.Whispered(2, text) for text in words), *MORNING, level=level)
        return sum(ClaimsRole("Seer") in read(answer.text, 6, NAMES[:9], 9) for answer in said)

    assert seers("Fay, you claim seer tomorrow") == 40
    assert seers("I'll claim seer tomorrow") == 0
    assert seers("I'll claim seer tomorrow", "no, Fay should claim seer") == 40


def answers(
    kind: AskKind, *facts: Fact, level: str = "normal", day: int = 1, seeds: int = 40
) -> list[Answer]:
    """What the wolf on seat 6 answers after these facts, over seeds."""
    view = pack_view("classic9", 6, PACK, *NIGHT_1, *facts)
    options = (
        (0,) if kind in ("speak", "whisper") else tuple(seat for seat in range(1, 10) if seat != 6)
    )
    ask = Ask(f"d{day}.{kind}.6", 6, kind, day, "vote" if kind == "vote" else "discussion", options)
    return [
        HouseBot((level,)).answer_now(view, ask, Desk.of_seed(ask, seed)) for seed in range(seeds)
    ]


def whispered_by(answer: Answer) -> tuple[Act, ...]:
    """What the wolf on seat 6 whispers to its pack."""
    roles = get_board("classic9").roles
    return read_whisper(answer.text, 6, NAMES[:9], 9, roles, PACK, 2)


def against(target: int, said: list[Answer]) -> int:
    """How many speeches speak against this seat."""
    return sum(
        any(
            isinstance(act, Accuses | CallsVote) and act.seat == target
            for act in read(answer.text, 6, NAMES[:9], 9)
        )
        for answer in said
    )


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_a_mate_speaks_and_votes_by_day_against_whom_a_person_whispered_to_push(level: str) -> None:
    whispered = f.Whispered(2, "let's push Dov tomorrow")
    asked, unasked = (
        against(4, answers("speak", *facts, *MORNING, level=level)) for facts in ((whispered,), ())
    )
    assert asked > 24
    assert asked > unasked + 15
    votes = [answer.choice for answer in answers("vote", whispered, *MORNING, level=level)]
    assert votes.count(4) > 35


def test_it_does_not_where_the_push_would_give_it_away() -> None:
    whispered = f.Whispered(2, "let's push Dov tomorrow")
    cleared = f.Said(1, "speak", "I am the Seer. I checked Dov last night, and Dov is good.")
    assert against(4, answers("speak", whispered, *MORNING, cleared, level="hard")) < 5
    caught = f.Said(1, "speak", "I am the Seer. I checked Bram last night, and Bram is a wolf.")
    exposed = (f.Said(2, "speak", "I am a Werewolf. Dov is a wolf."), caught)
    assert against(4, answers("speak", whispered, *MORNING, *exposed, level="hard")) < 15


def test_a_mate_is_never_pushed_and_a_night_later_the_plan_is_forgotten() -> None:
    mate = f.Whispered(2, "let's push Hana tomorrow")
    assert against(8, answers("speak", mate, *MORNING)) < 20
    old = (
        f.Whispered(2, "let's push Dov tomorrow"),
        *MORNING,
        f.Began(2, "night"),
        f.Began(2, "dawn"),
        f.QuietNight(2),
    )
    assert against(4, answers("speak", *old, f.Began(2, "discussion"), day=2)) < 15


def test_whom_the_pack_means_to_push_it_does_not_attack_and_the_mate_is_told_so() -> None:
    whispered = f.Whispered(2, "let's push Dov tomorrow")
    replies = answers("whisper", whispered)
    assert all(Proposes("push", 4) in whispered_by(answer) for answer in replies)
    assert all("By day I push Dov." in answer.thought for answer in replies)
    assert 4 not in [answer.choice for answer in answers("kill", whispered)]


@pytest.mark.parametrize(
    ("said", "reply"),
    [
        ("kill Ada", Agrees(2)),
        ("I'll claim the Seer tomorrow", Proposes("claim", 2, "Seer")),
        ("Fay, you claim the Witch tomorrow", Proposes("claim", 6, "Witch")),
        ("bus me if you must", Proposes("give_up", 2)),
        ("don't vote for me tomorrow", Proposes("spare", 2)),
        ("let us sacrifice Hana", Agrees(2, yes=False)),
        ("lets push for a mass claim", Agrees(2, yes=False)),
    ],
)
def test_a_mate_answers_what_a_person_proposes(said: str, reply: Act) -> None:
    replies = answers("whisper", f.Whispered(2, said), seeds=10)
    assert all(reply in whispered_by(answer) for answer in replies)


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_on_the_first_day_a_mate_is_voted_for_where_the_pack_agreed_to_it(level: str) -> None:
    accused = tuple(
        f.Said(seat, "speak", "Bram is a wolf. Vote for Bram.") for seat in (1, 3, 4, 5, 7)
    )

    def votes(*whispers: Fact) -> int:
        given = answers("vote", *whispers, *MORNING, *accused, level=level, seeds=20)
        return [answer.choice for answer in given].count(2)

    assert votes() == 0
    assert votes(f.Whispered(2, "")) == 0
    agreed = votes(f.Whispered(2, "you can vote for me tomorrow"))
    # On the easy level a seat reads the table so badly that it may suspect somebody else more.
    assert agreed > 10 or level == "easy"
    refused = f.Whispered(8, "No Bram, we do not give up Bram.")
    assert votes(f.Whispered(2, "you can vote for me tomorrow"), refused) == 0


def test_the_latest_plan_about_a_seat_counts() -> None:
    def pushes(*whispers: Fact) -> int:
        return against(4, answers("speak", *whispers, *MORNING))

    push = f.Whispered(2, "let's push Dov tomorrow")
    assert pushes(push, f.Whispered(8, "no, don't push Dov")) < 15
    assert pushes(f.Whispered(8, "don't push Dov"), push) > 24


def test_a_mate_claims_the_role_that_it_was_given() -> None:
    whispered = f.Whispered(2, "Fay, you claim the Witch tomorrow")
    said = [read(answer.text, 6, NAMES[:9], 9) for answer in answers("speak", whispered, *MORNING)]
    assert all(ClaimsRole("Witch") in acts for acts in said)


LET_GO = "We give up any of us that the table finds."


@pytest.mark.parametrize(
    ("whispers", "given_up"),
    [
        ((), False),
        (((8, LET_GO),), True),
        (((2, LET_GO),), True),
        (((8, LET_GO), (2, "no")), False),
        (((8, LET_GO), (2, "don't vote for me tomorrow")), False),
    ],
)
def test_who_is_found_is_let_go_where_the_pack_agreed_to_it(
    whispers: tuple[tuple[int, str], ...], given_up: bool
) -> None:
    accused = tuple(
        f.Said(seat, "speak", "Bram is a wolf. Vote for Bram.") for seat in (1, 3, 4, 5, 7)
    )
    said = [f.Whispered(seat, text) for seat, text in whispers]
    votes = answers("vote", *said, *MORNING, *accused, level="hard", seeds=10)
    assert [answer.choice for answer in votes].count(2) == 10 * given_up
    # Nobody has found the other mate.
    assert 8 not in [answer.choice for answer in votes]


def test_the_first_wolf_to_whisper_proposes_to_let_go_of_who_is_found_and_its_mates_agree() -> None:
    plan = Proposes("give_up", 0)
    assert all(plan in whispered_by(answer) for answer in answers("whisper", seeds=10))
    replies = [whispered_by(each) for each in answers("whisper", f.Whispered(2, LET_GO), seeds=10)]
    assert all(plan not in acts and Agrees(2) in acts for acts in replies)
    # What a mate refused, or would rather not, is not proposed again.
    for words in ((LET_GO, "no"), ("don't vote for me tomorrow",)):
        said = [f.Whispered(seat, text) for seat, text in zip((8, 2), words, strict=False)]
        assert not any(plan in whispered_by(each) for each in answers("whisper", *said, seeds=10))


@pytest.mark.parametrize(("board", "pack"), [("classic9", PACK), ("sla7", (2, 6))])
def test_where_no_wolf_can_whisper_three_let_go_of_who_is_found_and_two_do_not(
    board: str, pack: tuple[int, ...]
) -> None:
    accused = tuple(
        f.Said(seat, "speak", "Bram is a wolf. Vote for Bram.") for seat in (1, 3, 4, 5, 7)
    )
    view = pack_view(board, 6, pack, *NIGHT_1, *MORNING, *accused)
    view.board = replace(view.board, switches=replace(view.board.switches, whisper_rounds=0))
    ask = Ask("d1.vote.6", 6, "vote", 1, "vote", (1, 2, 3, 4, 5, 7))
    choice = HouseBot(("hard",)).answer_now(view, ask, Desk.of_seed(ask, 1)).choice
    assert (choice == 2) == (len(pack) > 2)


def test_nobody_leaves_in_peace_whom_it_attacks_with_another_mate() -> None:
    spare = f.Whispered(2, "no, don't kill Dov")
    both = answers("whisper", f.Whispered(8, "let's kill Dov tonight"), spare)
    attacking = [answer for answer in both if "Attack Dov" in answer.thought]
    assert attacking
    assert not any(Proposes("spare", 4) in whispered_by(answer) for answer in attacking)
    assert any(Proposes("spare", 4) in whispered_by(each) for each in answers("whisper", spare))


@pytest.mark.parametrize("first", [0, 1])
def test_a_seat_is_not_kept_and_given_up_in_one_breath(first: int) -> None:
    wishes = f.Whispered(8, "we give up Bram tomorrow"), f.Whispered(2, "vote me tomorrow")
    for answer in answers("whisper", wishes[first], wishes[1 - first]):
        acts = whispered_by(answer)
        refused = Agrees(8, yes=False) in acts or Proposes("spare", 2) in acts
        assert refused != (Proposes("give_up", 2) in acts), answer.text
