"""After the game each bot says one thing that is true of the finished log; nothing where there is
nothing to tell."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tests.core.bots.playing import play
from wolfcore.bots.fingerprints import sentences
from wolfcore.bots.profiles import MANNERS
from wolfcore.bots.talk import post_game as a
from wolfcore.bots.talk.line_templates import file_lines
from wolfcore.bots.talk.post_game import MAX_REMARKS, REMARKS_FOLDER, post_game_remarks
from wolfcore.game import Fact, Game, RoleName, get_board, team_of
from wolfcore.game import facts as f
from wolfcore.speech import Accuses, CallsVote, Defends, ReportsCheck, Vouches, read

NAMES = ("Ada", "Bram", "Cleo", "Dov", "Elif", "Fay", "Gil")
DEALT: tuple[RoleName, ...] = (
    "Seer",
    "Werewolf",
    "Villager",
    "Doctor",
    "Werewolf",
    "Villager",
    "Villager",
)


def finished(*facts: Fact) -> list[Fact]:
    """A game in which these facts followed a deal of wolves in seats 2 and 5."""
    return [
        f.Began(0, "setup"),
        *(f.Dealt(seat, role) for seat, role in enumerate(DEALT, 1)),
        f.Began(1, "night"),
        *facts,
    ]


def said_by(seat: int, *facts: Fact, people: tuple[int, ...] = ()) -> str:
    """What a seat says after that game."""
    speakers = {seat: "plain"}
    return post_game_remarks(finished(*facts), get_board("sla7"), NAMES, speakers, people).get(
        seat, ""
    )


DAY: tuple[Fact, ...] = (f.Began(1, "dawn"), f.QuietNight(1), f.Began(1, "discussion"))


def test_who_stood_by_a_wolf_was_fooled() -> None:
    text = said_by(3, *DAY, f.Said(3, "speak", "I trust Bram."))
    assert "Bram" in text
    assert "day 1" in text
    assert not said_by(3, *DAY, f.Said(3, "speak", "I trust Dov."))


def test_who_voted_for_a_wolf_had_it_and_who_voted_for_another_was_wrong() -> None:
    right, wrong = said_by(3, *DAY, f.Voted(3, 5, "vote")), said_by(3, *DAY, f.Voted(3, 4, "vote"))
    assert "Elif" in right
    assert "Dov" in wrong
    assert any(word in wrong.lower() for word in ("wrong", "sorry", "one of us", "forgive"))


def test_the_deeds_of_the_night_are_told_by_who_did_them() -> None:
    night: tuple[Fact, ...] = (f.Attacked(3), f.Protected(4, 3), f.Checked(1, 2, "wolves"), *DAY)
    assert "Cleo" in said_by(4, *night)
    assert "Bram" in said_by(1, *night)
    assert not said_by(6, *night)
    unharmed = (f.Attacked(6), f.Protected(4, 3), *DAY)
    assert not said_by(4, *unharmed), "nobody came for Cleo"


def test_a_wolf_speaks_of_who_believed_it_or_was_right() -> None:
    assert "Cleo" in said_by(2, *DAY, f.Said(3, "speak", "I trust Bram."))
    assert "Gil" in said_by(2, *DAY, f.Said(7, "speak", "Bram is a wolf."))
    assert not said_by(2, *DAY, f.Said(5, "speak", "Bram is a wolf.")), "a mate's words are no news"


def test_people_are_spoken_to_first() -> None:
    votes = (
        *DAY,
        f.Voted(3, 5, "vote"),
        f.Began(2, "night"),
        f.Began(2, "discussion"),
        f.Voted(3, 2, "vote"),
    )
    assert "Bram" in said_by(3, *votes, people=(2,))
    assert "Elif" in said_by(3, *votes, people=(5,))


def test_nothing_is_said_of_a_game_whose_roles_are_not_told() -> None:
    facts = [f.Began(1, "night"), *DAY, f.Voted(3, 5, "vote")]
    assert not post_game_remarks(facts, get_board("sla7"), NAMES, {3: ""})


def _true(game: Game, facts: list[Fact], seat: int, memory: a.Anecdote) -> bool:
    """Whether a memory is so, looked up in the log again."""
    names, size, day = game.spec.names, game.spec.board.size, 0
    wolf = {
        fact.seat: team_of(fact.role) == "wolves" for fact in facts if isinstance(fact, f.Dealt)
    }
    other, target = memory.other, memory.target
    found = False
    for fact in facts:
        if isinstance(fact, f.Began):
            day = fact.day
        if day != memory.day:
            continue
        match memory.kind:
            case "had_you" | "wronged":
                found |= isinstance(fact, f.Voted) and (fact.voter, fact.target) == (seat, other)
            case "saw_you":
                found |= isinstance(fact, f.Checked) and (fact.seer, fact.target) == (seat, other)
            case "kept_you":
                found |= isinstance(fact, f.Protected | f.Saved) and (fact.seat, fact.target) == (
                    seat,
                    other,
                )
            case kind:
                speaker, about = {"fooled_me": (seat, other), "led_me": (other, target)}.get(
                    kind, (other, seat)
                )
                kinds = (
                    (Vouches, Defends)
                    if kind in ("fooled_me", "believed_me")
                    else (Accuses, CallsVote, ReportsCheck)
                )
                said_by, text = f.public_words(fact)
                if said_by == speaker:
                    found |= any(
                        isinstance(act, kinds) and act.seat == about
                        for act in read(text, speaker, names, size)
                    )
    hidden = {"had_you": True, "saw_you": True, "fooled_me": True, "led_me": True}.get(
        memory.kind, False
    )
    return found and wolf[other] == hidden


def remark(game: Game, facts: list[Fact], seat: int) -> str:
    """What a seat says where it alone may speak."""
    return post_game_remarks(facts, game.spec.board, game.spec.names, {seat: ""}).get(seat, "")


@pytest.mark.slow
@pytest.mark.parametrize("board", ["sla7", "classic9", "plus10+sheriff"])
def test_all_that_is_told_of_whole_games_is_so(board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = Counter[str]()
    picked: list[a.Anecdote] = []

    def picking(_draws: a.Draws, items: list[object]) -> object:
        picked.extend(item for item in items[:1] if isinstance(item, a.Anecdote))
        return items[0]

    for seed in range(18):
        game = play(board, seed)
        facts = [entry.fact for entry in game.log]
        for seat in range(1, game.spec.board.size + 1):
            text = remark(game, facts, seat)
            picked.clear()
            with monkeypatch.context() as patch:
                patch.setattr(a.Draws, "pick", picking)
                remark(game, facts, seat)
            assert bool(text) == bool(picked)
            assert not re.search(r"[{}\[\]|]", text)
            for memory in picked:
                kinds[memory.kind] += 1
                assert _true(game, facts, seat, memory), (memory, seat, seed)
    assert len(kinds) >= 4


def test_few_speak_after_a_game_and_each_of_something_else() -> None:
    votes = [f.Voted(seat, 5, "vote") for seat in (1, 3, 4, 6, 7)]
    said = [f.Said(seat, "speak", "Bram is a wolf.") for seat in (1, 3, 4)]
    facts = finished(*DAY, *said, *votes, f.Voted(6, 7, "runoff"))
    remarks = post_game_remarks(facts, get_board("sla7"), NAMES, dict.fromkeys(range(1, 8), ""))
    assert 1 < len(remarks) <= MAX_REMARKS
    assert list(remarks) == sorted(remarks)


@pytest.mark.parametrize("folder", [REMARKS_FOLDER, "en"])
def test_no_line_ends_in_two_marks(folder: str) -> None:
    ways = [
        way
        for manner in ("plain", *MANNERS)
        for lines in file_lines(f"{folder}/{manner}.toml").values()
        for line in lines
        for way in line.variants
    ]
    assert len(ways) > 100
    assert [way for way in ways if re.search(r"[.?!][.?!]", way.replace("...", ""))] == []


def test_no_sentence_after_a_game_stands_in_two_kinds_or_manners() -> None:
    """Else it would come oftener than in one game of ten."""
    seen: dict[str, tuple[str, str]] = {}
    for manner in ("plain", *MANNERS):
        for kind, lines in file_lines(f"{REMARKS_FOLDER}/{manner}.toml").items():
            for way in (way for line in lines for way in line.variants):
                for sentence in sentences(re.sub(r"\{\w+\}", "@", way)):
                    assert sentence.strip("@,: "), way
                    assert seen.setdefault(sentence, (manner, kind)) == (manner, kind), sentence


@pytest.mark.parametrize("manner", MANNERS)
def test_each_manner_tells_each_kind_with_what_the_kind_has(manner: str) -> None:
    plain, own = (file_lines(f"{REMARKS_FOLDER}/{name}.toml") for name in ("plain", manner))
    assert own.keys() == plain.keys()
    for kind, lines in own.items():
        ways = [way for line in lines for way in line.variants]
        assert len(set(ways)) == len(ways) >= 4, kind
        for way in ways:
            assert way.isascii() and way[-1] in ".?!", way
            slots = set(re.findall(r"\{(\w+)\}", way))
            night = "night" if kind in ("saw_you", "kept_you") else "day"
            third = {"target"} if kind == "led_me" else set[str]()
            assert slots == {"other", night, *third}, way


def test_each_kind_can_be_told_in_several_ways() -> None:
    for kind, lines in file_lines(f"{REMARKS_FOLDER}/plain.toml").items():
        assert len(lines) >= 3, kind
