"""The seats of a new game: each option acts or is refused, and shipped policies play where they may."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest
from msgspec.structs import replace

from wolfcore.agents import PRESETS, SWITCHES, SWITCHES_WITHOUT_MODEL, quick_options
from wolfcore.agents.policy_files import checkpoint_file, header_of_policy, shipped_names
from wolfcore.agents.policy_results import PolicyResult, policy_results
from wolfcore.agents.seat_options import setting_word
from wolfcore.bots import BOTS_VERSION, LEVELS, OPTIONS, STYLES
from wolfcore.errors import ConfigError
from wolfcore.game import Game, Team, board_names, deal_roles, get_board, make_spec, team_of
from wolfcore.players import SyncPlayer
from wolfcore.records import SeatSpec
from wolfcore.seating import (
    SeatPlan,
    check_effects_of,
    check_player_options,
    parse_player,
    policy_seat,
    quick_player,
    refuse_unmeasured,
    seat_notes,
    with_bots_for_unmeasured,
)
from wolfcore.table import play_now

BOARD = get_board("sla7")
TEAMS: tuple[Team, ...] = ("wolves", "village")
HARD = SeatSpec("bot", ("hard",))


@cache
def logged(word: str, team: Team | None, seed: int) -> object:
    """The log of a game in which a player has the seats of a team, or all; hard bots the others."""
    game = Game(make_spec(BOARD, seed))
    player, other = quick_player(word), quick_player("bot:hard")
    roles = deal_roles(game.spec)
    seated: dict[int, SyncPlayer] = {
        seat: player if team in (None, team_of(role)) else other
        for seat, role in enumerate(roles, 1)
    }
    play_now(game, seated)
    return game.log


def differs(word: str, usual: str, team: Team | None = None) -> bool:
    """Whether two players play or talk differently within twenty games."""
    return any(logged(word, team, seed) != logged(usual, team, seed) for seed in range(20))


def refused(*texts: str, board: str = "sla7") -> str:
    """Why these seats cannot begin a game; empty if they can."""
    plan = SeatPlan(texts, get_board(board))
    try:
        check_effects_of(plan)
        refuse_unmeasured(plan)
    except ConfigError as error:
        return str(error)
    return ""


@pytest.mark.slow
@pytest.mark.parametrize(("level", "team"), list(product(LEVELS, TEAMS)))
def test_every_style_acts_for_a_team_or_is_refused(level: str, team: Team) -> None:
    usual = f"bot:{level}"
    for style in STYLES:
        word = f"{usual}:{style}"
        same = not differs(word, usual, team)
        # `default` is the name of no style.
        assert bool(refused(f"{team}={word}")) == (same and style != "default"), word
        assert same == (STYLES[style].team not in (None, team) or style == "default"), word


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_every_manner_acts(level: str) -> None:
    for manner in OPTIONS["manner"]:
        assert differs(f"bot:{level}:{manner}", f"bot:{level}"), manner


_VALUES = {
    "record": ("growing", "whole", "recalled", "sorted"), "recent": ("0", "1"), "informative": ("0", "1"),
    "deduce": ("none", "each", "batch"), "prune": ("none", "vote", "now"),
    "select": ("model", "random", "first", "policy"), "intentions": ("on", "off"),
    "experience": ("none",), "stages": ("vote", "speech", "night"),
}  # fmt: skip
"""Values of the options without a model. `candidates` is left out: where their number changes no
choice, they still are the notes that a pool learns from."""


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_every_option_of_an_agent_without_a_model_acts_or_is_refused(preset: str) -> None:
    assert {*_VALUES, "candidates"} == set(SWITCHES_WITHOUT_MODEL)
    usual = f"{preset}:bots=hard"
    settings = quick_options((), preset, PRESETS[preset].settings).settings
    for name, values in _VALUES.items():
        for value in values:
            word = f"{usual}:{name}={value}"
            if setting_word(settings, SWITCHES[name]) == value:
                continue
            if name == "record" and value == "whole" and settings.shows_all:
                continue  # a growing record, of which a bot sees all
            try:
                check_player_options(parse_player(word), TEAMS, BOARD)
            except ConfigError:
                continue
            assert differs(word, usual), word


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("village=bot:hard:quiet", "the style `quiet` is for wolves and changes nothing for the vil"),
        ("seer=bot:aggressive", "choose one of: secretive, proactive"),
        ("wolves=bot:proactive", "is for the village and changes nothing for wolves"),
        ("wolves=helmsman:bots=hard:bots=secretive", "changes nothing for wolves"),
        ("village=vanilla:style=active@m", "changes nothing for the village"),
        ("wolves=vanilla:bots,*=bot:quiet", "changes nothing for the village"),
        ("2=sla:bots:recent=3", "`recent=3` changes nothing on this seat. It acts beside `record="),
        ("2=sla:recent=3@m", "`recent=3` changes nothing"),
        ("2=vanilla:bots:prune=now", "`prune=now` changes nothing"),
        ("2=deduce:bots:record=whole:prune=vote", "`prune=vote` changes nothing"),
        ("2=vanilla:known=skip@m", "`known=skip` changes nothing"),
        ("2=deduce:bots:record=growing", "It acts beside a model"),
        ("2=atomic:bots:record=growing", "It acts beside a model"),
        ("2=vanilla:bots:record=sorted", "`record=sorted` changes nothing"),
        ("2=vanilla:select=random@m", "`select=random` changes nothing"),
        ("2=vanilla:judge=n@m", "`judge=n` changes nothing"),
        ("2=vanilla:embedder=e@m", "`embedder=e` changes nothing"),
        ("2=vanilla:stages=vote@m", "`stages=vote` changes nothing"),
        ("2=sla:bots:candidates=1:policy=sla-acts", "`policy=sla-acts` changes nothing"),
        ("2=helmsman:bots:deduce=batch", "A house bot deduces all seats at once"),
        ("2=person:ways", "`ways` changes nothing on a person who plays one game"),
        ("wolves=person:hard:adaptive", "guests of an arena learn from game to game"),
        ("2=vanilla:bots:anyway", "`anyway` changes nothing on a seat without a learned policy"),
    ],
)  # fmt: skip
def test_an_option_that_changes_nothing_is_refused_with_a_hint(text: str, problem: str) -> None:
    assert problem in refused(text)


@pytest.mark.parametrize(
    "text",
    [
        "3=bot:hard:quiet",
        "*=bot:hard:secretive",
        "wolves=bot:quiet:dry,village=bot:secretive",
        "2=vanilla:style=active@m",
        "2=plus:embedder=e:experience=none@m",
        "2=helmsman:deduce=batch@m",
        "wolves=sla:bots=hard",
        "2=person:usual:hard",
        "2=person:adaptive:knows=file.json",
    ],
)
def test_a_seat_whose_options_may_act_begins(text: str) -> None:
    assert not refused(text)


def test_a_style_is_judged_by_a_forced_role() -> None:
    plan = SeatPlan(("3=bot:quiet",), BOARD)
    check_effects_of(plan, {3: "Werewolf"})
    with pytest.raises(ConfigError, match="changes nothing for the village"):
        check_effects_of(plan, {3: "Seer"})


# -- policies


def result(policy: str, board: str, side: Team) -> PolicyResult:
    (found,) = (
        each
        for each in policy_results()
        if (each.policy, each.board, each.side) == (policy, board, side)
    )
    return found


def test_every_shipped_policy_names_where_it_was_measured() -> None:
    assert {each.policy for each in policy_results()} == set(shipped_names())
    for each in policy_results():
        assert each.board in board_names()
        assert each.deals >= 200
        assert -100 <= each.low <= each.gain <= each.high <= 100
        seat = policy_seat(parse_player(f"{each.player}:policy={each.policy}"), BOARD)
        assert seat
        assert seat.policy == each.policy
    on_its_own = {"sla-acts": "sla7", "atomic-acts": "sla7", "xu7-acts": "xu7", "sla-text": "sla7"}
    for policy, board in on_its_own.items():
        for side in TEAMS:
            assert any(
                (each.policy, each.board, each.side) == (policy, board, side)
                for each in policy_results()
            )


@pytest.mark.parametrize("board", board_names())
def test_a_policy_plays_where_its_interval_is_not_below_zero(board: str) -> None:
    for side in TEAMS:
        text = f"{side}=sla:bots=hard"
        policy = "xu7-acts" if board == "xu7" else "sla-acts"
        lacks_roles = bool(header_of_policy(policy).layout.fault_on(get_board(board)))
        found = [
            each
            for each in policy_results()
            if (each.policy, each.board, each.side) == (policy, board, side)
        ]
        worse = not found or found[0].high < 0
        assert bool(refused(text, board=board)) == worse
        assert bool(refused(f"{text}:anyway", board=board)) == lacks_roles
        plan, notes = with_bots_for_unmeasured((text,), get_board(board))
        spec = make_spec(get_board(board), 5)
        seated = {
            each
            for each, role in zip(plan.seats(spec), deal_roles(spec), strict=True)
            if team_of(role) == side
        }
        assert seated == {HARD if worse else SeatSpec("sla", ("bots=hard",))}
        notes = tuple(note for note in notes if "was measured against version" not in note)
        assert len(notes) == worse
        assert all("bot:hard plays" in note and text in note for note in notes)


def test_the_first_candidate_with_the_whole_record_is_the_house_bot() -> None:
    """So that results over it are results over `bot:hard` (`sla-text`)."""
    first = "sla:bots=hard:record=whole:candidates=3:select=first"
    assert [logged(first, team, 3) for team in TEAMS] == [logged("bot:hard", None, 3)] * 2


def test_a_result_of_the_other_side_seats_the_bot_for_that_side_alone() -> None:
    assert result("sla-acts", "duel6", "village").is_worse
    assert not result("sla-acts", "duel6", "wolves").is_worse
    board = get_board("duel6")
    plan, notes = with_bots_for_unmeasured(("3=sla:bots=hard",), board)
    assert [note.partition("; so ")[2] for note in notes if "; so " in note] == [
        "bot:hard plays as village. `:anyway` has the policy play."
    ]
    # Else the stored player of the seat would tell its team.
    assert plan.by_role
    seen: set[tuple[Team, SeatSpec]] = set()
    for seed in range(12):
        spec = make_spec(board, seed)
        seen.add((team_of(deal_roles(spec)[2]), plan.seats(spec)[2]))
    assert seen == {("village", HARD), ("wolves", SeatSpec("sla", ("bots=hard",)))}


def test_anyway_is_no_part_of_the_player() -> None:
    assert parse_player("sla:bots=hard:anyway") == parse_player("sla:bots=hard")
    plan, notes = with_bots_for_unmeasured(("wolves=sla:bots=hard:anyway",), get_board("classic9"))
    assert plan.requested == (SeatSpec("sla", ("bots=hard",)),)
    assert notes[0].endswith("it plays anyway.")
    with pytest.raises(ConfigError, match="`anyway` is not an option"):
        quick_player("bot:hard:anyway")


def test_other_boards_and_options_were_not_measured() -> None:
    own = replace(BOARD, switches=replace(BOARD.switches, role_revealed=True))
    with pytest.raises(ConfigError, match="`sla-acts` was not measured on sla7"):
        refuse_unmeasured(SeatPlan(("wolves=sla:bots=hard",), own))
    assert "was not measured as wolves on sla7 with these options" in refused(
        "wolves=sla:bots=hard:candidates=3"
    )
    assert "`atomic-acts` is worse than bot:hard as village on sla7" in refused(
        "village=atomic:bots=hard:select=policy"
    )
    assert not refused("village=atomic:bots=hard:deduce=batch:select=policy")


def test_a_policy_of_ones_own_plays_and_is_said_to_be_unmeasured() -> None:
    text = f"wolves=sla:bots=hard:policy={checkpoint_file('sla-acts')}"
    plan = SeatPlan((text,), get_board("classic9"))
    refuse_unmeasured(plan)
    assert with_bots_for_unmeasured((text,), get_board("classic9"))[0].requested == plan.requested
    (note,) = seat_notes(plan)
    trained = f", and was trained with version 1 of the house bots, not {BOTS_VERSION}."
    assert note.endswith(f"its policy was not measured against bot:hard{trained}")
    (note,) = seat_notes(SeatPlan(("wolves=sla@gpt",), BOARD))
    assert note == f"`sla@gpt`: its policy was not measured with a model{trained}"


def test_a_policy_that_was_measured_against_other_bots_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("wolfcore.bots.BOTS_VERSION", 1)
    assert seat_notes(SeatPlan(("wolves=sla:bots=hard",), BOARD)) == ()
    monkeypatch.undo()
    said = f"was measured against version 1 of bot:hard, not {BOTS_VERSION}."
    assert seat_notes(SeatPlan(("wolves=sla:bots=hard",), BOARD)) == (
        f"`sla:bots=hard`: its policy {said}",
    )
    assert seat_notes(SeatPlan(("wolves=bot:hard",), BOARD)) == ()


def test_suspicions_of_a_person_say_where_nobody_is_asked() -> None:
    assert seat_notes(SeatPlan(("4=human:suspicions",), BOARD)) == (
        "`human:suspicions`: sla7 asks nobody for suspicions.",
    )
    assert not seat_notes(SeatPlan(("4=human:suspicions",), get_board("helmsman7")))
