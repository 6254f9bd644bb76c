"""What a member of the pack whispers about the next day, a person too, is taken up by its mates, by
night and by day."""

from __future__ import annotations

import pytest

from tests.core.bots.play.test_night import NAMES, NIGHT_1, pack_view
from tests.new_roles.in_process import MEDIUM, add_medium
from wolfcore.bots import HouseBot
from wolfcore.bots.belief.seat_record import SeatRecord
from wolfcore.bots.belief.text_cues import assigned_seer, targets_to_push
from wolfcore.bots.draws import Draws
from wolfcore.bots.talk.dialogue_moves import Move
from wolfcore.bots.talk.line_templates import PLAIN_MANNER, fill_line, manner_lines
from wolfcore.game import Answer, Ask, AskKind, Fact, dice_of
from wolfcore.game import facts as f
from wolfcore.players import Desk
from wolfcore.speech import Accuses, CallsVote, ClaimsRole, mark_seats, read

PACK = (2, 6, 8)
MORNING: tuple[Fact, ...] = (f.Began(1, "dawn"), f.QuietNight(1), f.Began(1, "discussion"))


@pytest.mark.parametrize(
    ("text", "pushed"),
    [
        ("let's push Dov", (4,)),
        ("lets vote dov tomorrow", (4,)),
        ("kill Ada tonight, then push Dov", (4,)),
        ("Dov by day, Elif tonight", (4,)),
        ("we hang dov in the morning and eat elif tonight", (4,)),
        ("Dov is a danger. Blame him tomorrow.", (4,)),
        ("say Dov is the wolf", (4,)),
        ("frame dov and elif", (4, 5)),
        ("lets push dov. no, don't push dov, push elif", (5,)),
        ("push Dov the seer", (4,)),
        ("kill dov tomorrow", ()),
        ("Dov claims seer tomorrow", ()),
        ("Let us kill Dov.", ()),
        ("My vote is for Dov tonight.", ()),
        ("dov", ()),
        ("who do we push tomorrow?", ()),
        ("", ()),
    ],
)
def test_whom_a_whisper_would_have_the_pack_push_by_day(text: str, pushed: tuple[int, ...]) -> None:
    assert targets_to_push(mark_seats(text, NAMES[:9], 9)) == pushed


@pytest.mark.parametrize(
    ("text", "seat"),
    [
        ("I'll claim Seer tomorrow", 2),
        ("im gonna claim seer tmrw", 2),
        ("let me play the seer", 2),
        ("I will be the seer", 2),
        ("Fay, you claim seer", 6),
        ("Fay should play the Seer tomorrow, kill Ada", 6),
        ("kill Ada. hana can fake seer", 8),
        ("I think Dov is the Seer", 0),
        ("Dov might be the seer", 0),
        ("don't claim seer", 0),
        ("I won't claim seer, never claim seer", 0),
        ("let's push Dov", 0),
    ],
)
def test_who_shall_play_the_seer_by_a_whisper(text: str, seat: int) -> None:
    assert assigned_seer(mark_seats(text, NAMES[:9], 9), 2) == seat


@pytest.mark.parametrize(
    ("text", "seat"),
    [
        ("I'll claim medium tomorrow", 2),
        ("I will be the Medium", 2),
        ("Fay, you play the medium", 6),
        ("kill Ada. hana can fake seer", 8),
        ("I think Dov is the Medium", 0),
    ],
)
def test_who_shall_play_a_dealt_role_that_checks(
    text: str, seat: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_medium(monkeypatch)
    words = mark_seats(text, NAMES[:9], 9)
    assert assigned_seer(words, 2, (MEDIUM, "Werewolf")) == seat
    undealt = 0 if "medium" in text.lower() else seat
    assert assigned_seer(words, 2, ("Seer", "Werewolf")) == undealt


def test_a_claim_of_a_dealt_role_that_checks_pushes_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    add_medium(monkeypatch)
    words = mark_seats("Dov claims medium tomorrow", NAMES[:9], 9)
    assert targets_to_push(words, (MEDIUM,)) == ()
    assert targets_to_push(words, ("Seer",)) == (4,)


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


def test_mates_hear_what_bots_answer_and_take_none_of_it_for_a_wish_to_kill() -> None:
    view = pack_view("classic9", 6, PACK)
    record, draws = SeatRecord(6, view.board, view.names), Draws(dice_of(1, "push"))
    for line in manner_lines("en", PLAIN_MANNER)["whisper_push"]:
        for way in line.variants:
            text = fill_line(way, Move(kind="whisper_push", target=4), record, draws).text
            assert targets_to_push(mark_seats(text, view.names, 9)) == (4,), text
            assert not read(text, 6, view.names, 9), text


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
    assert against(8, answers("speak", mate, *MORNING)) < 15
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
    assert all(targets_to_push(mark_seats(answer.text, NAMES[:9], 9)) == (4,) for answer in replies)
    assert all("By day I push Dov." in answer.thought for answer in replies)
    assert 4 not in [answer.choice for answer in answers("kill", whispered)]
