"""A policy names the roles and kinds of ask that it was trained with: it plays boards of these,
whatever roles the program has, and no other board."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from msgspec.structs import replace

from tests.core.agents.policy.layout_games import choices, observations, play_alone
from tests.core.agents.policy.layouts import Found, add_archer
from tests.core.agents.policy.nets import acts_sizes, drawn_checkpoint
from tests.core.agents.steps.tables import ask, view
from wolfcore.agents.policy import load_checkpoint, save_checkpoint
from wolfcore.agents.policy.seat_features import player_length, player_vector
from wolfcore.agents.policy_files import (
    FIRST_LAYOUT,
    Layout,
    checkpoint_file,
    header_of_policy,
    layout_for,
    shipped_names,
)
from wolfcore.agents.policy_results import policy_results
from wolfcore.arena.definition import ArenaPlan
from wolfcore.arena.validation import check_new_arena
from wolfcore.errors import ConfigError
from wolfcore.game import AskKind, Board, board_names, get_board, make_spec
from wolfcore.seating import (
    SeatPlan,
    parse_player,
    policy_seat,
    quick_player,
    refuse_unmeasured,
    seat_notes,
    with_bots_for_unmeasured,
)

FIRST = ("Werewolf", "Villager", "Seer", "Doctor", "Guard", "Witch", "Hunter")
WIDER = Layout((*FIRST, "Archer"), (*FIRST_LAYOUT.asks, "bless"))
NO_DOCTOR = Layout(tuple(role for role in FIRST if role != "Doctor"), FIRST_LAYOUT.asks)
BOARD = get_board("sla7")


def stored(folder: Path, layout: Layout) -> Path:
    """A policy with a layout, which nobody taught."""
    file = folder / "mine.safetensors"
    save_checkpoint(file, drawn_checkpoint(layout=layout))
    return file


def test_the_first_layout_never_changes() -> None:
    assert FIRST_LAYOUT.roles == FIRST
    assert len(FIRST_LAYOUT.asks) == 21
    assert player_length(FIRST_LAYOUT) == 31
    assert set(FIRST_LAYOUT.asks) <= set(get_args(AskKind))


@pytest.mark.parametrize("policy", shipped_names())
def test_a_file_that_names_no_layout_has_the_first(policy: str) -> None:
    data = checkpoint_file(policy).read_bytes()
    assert b"layout" not in data[: 8 + int.from_bytes(data[:8], "little")]
    assert header_of_policy(policy).layout == load_checkpoint(checkpoint_file(policy)).about.layout
    assert header_of_policy(policy).layout == FIRST_LAYOUT


@pytest.mark.parametrize("board", board_names())
def test_a_new_policy_names_all_that_its_board_deals_and_asks(board: str) -> None:
    layout = layout_for(get_board(board))
    assert layout.roles[:7] == FIRST
    assert set(layout.roles[7:]) == set(get_board(board).roles) - set(FIRST)
    assert layout.asks[:21] == FIRST_LAYOUT.asks
    assert set(layout.asks) == set(get_args(AskKind))
    assert not layout.fault_on(get_board(board))


@pytest.mark.slow
def test_a_role_that_is_added_changes_nothing_on_boards_without_it(tmp_path: Path) -> None:
    add_archer(tmp_path)
    run = subprocess.run(
        [sys.executable, "-m", "tests.core.agents.policy.layouts", str(tmp_path)],
        capture_output=True,
        check=True,
    )
    found = msgspec.json.decode(run.stdout, type=Found)
    assert found.roles == (*FIRST, "Archer")
    assert found.chosen == {policy: choices(policy) for policy in shipped_names()}
    assert found.arrays == observations()
    # With it, no shipped policy plays, and what is made for the board names it.
    assert found.refused.keys() == set(shipped_names())
    for policy, said in found.refused.items():
        assert (
            f"the policy `{policy}` was trained without the role Archer, which `other7` deals"
            in said
        )
    (note,) = found.notes
    assert note.endswith("which `other7` deals; so bot:hard plays.")
    assert set(found.seated) == {"bot:hard"}
    assert found.observed == ((*FIRST, "Archer"), (8, 8))
    assert found.trained == (*FIRST, "Archer")


@pytest.mark.parametrize("layout", [FIRST_LAYOUT, WIDER, NO_DOCTOR])
def test_a_player_vector_has_the_places_of_its_layout(layout: Layout) -> None:
    seen = view()
    other = replace(layout, roles=layout.roles[::-1], asks=layout.asks[::-1])
    for each in (layout, other):
        if "Doctor" not in each.roles:
            with pytest.raises(ConfigError, match=r"seat 3 was trained without the role Doctor"):
                player_vector(seen, ask("vote"), 2, each)
            continue
        row = player_vector(seen, ask("vote"), 2, each)
        assert seen.role
        held = [place for place, number in enumerate(row[3:]) if number]
        assert len(row) == player_length(each)
        assert held == [
            each.roles.index(seen.role),
            len(each.roles) + each.asks.index("vote"),
        ]


def test_a_kind_of_ask_that_came_later_has_no_number() -> None:
    asks = tuple(kind for kind in FIRST_LAYOUT.asks if kind != "vote")
    row = player_vector(view(), ask("vote"), 2, replace(FIRST_LAYOUT, asks=asks))
    assert len(row) == 30
    assert sum(row[3:]) == 1.0


def test_a_policy_with_more_roles_than_the_program_plays_boards_without_them(
    tmp_path: Path,
) -> None:
    file = stored(tmp_path, WIDER)
    assert header_of_policy(str(file)).layout == load_checkpoint(file).about.layout == WIDER
    assert not refusal_of(f"2=sla:bots:policy={file}")
    assert play_alone(BOARD, quick_player(f"sla:bots:policy={file}")).over


def test_a_policy_that_was_seated_unjudged_stops_the_game_in_one_line(tmp_path: Path) -> None:
    """As where its file was replaced since."""
    player = quick_player(f"sla:bots:policy={stored(tmp_path, NO_DOCTOR)}")
    with pytest.raises(
        ConfigError, match=r"the policy of seat \d was trained without the role Doc"
    ):
        play_alone(BOARD, player)


def refusal_of(text: str, board: Board = BOARD) -> str:
    try:
        refuse_unmeasured(SeatPlan((text,), board))
    except ConfigError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    ("seat", "instead"),
    [
        ("2=sla:bots:policy={}", "bot:hard"),
        ("village=sla:bots:policy={}:anyway", "bot:hard"),
        ("wolves=sla:policy={}@m", "bot:hard, or `sla-llm@m`"),
    ],
)
def test_a_board_with_a_role_that_a_policy_lacks(tmp_path: Path, seat: str, instead: str) -> None:
    """Refused in one line, or played by the bot aloud, for bots and models, `anyway` or not."""
    text = seat.format(stored(tmp_path, NO_DOCTOR))
    # Training takes shipped boards alone.
    own = replace(BOARD, name="mine")
    trained = ", or a policy that was trained on it"
    for board, hint in ((BOARD, f"{instead}{trained}."), (own, f"{instead}.")):
        said = refusal_of(text, board)
        fault = f"was trained without the role Doctor, which `{board.name}` deals"
        assert said.endswith(f"mine.safetensors` {fault}. Seat {hint}")
        assert "\n" not in said
    for word in re.findall(r"`(sla-llm@m)`", instead):
        assert not refusal_of(f"wolves={word}", own)
    plan, (note,) = with_bots_for_unmeasured((text,), BOARD)
    assert note.endswith(
        "was trained without the role Doctor, which `sla7` deals; so bot:hard plays."
    )
    assert "bot:hard" in {each.text for each in plan.seats(make_spec(BOARD, 1))}
    assert "sla" not in {each.player for each in plan.seats(make_spec(BOARD, 1))}
    # On a board without it, it plays.
    assert not refusal_of(text, get_board("xu7"))
    assert seat_notes(SeatPlan((text,), get_board("xu7")))


def test_an_arena_refuses_it_and_names_the_player(tmp_path: Path) -> None:
    player = f"sla:bots:policy={stored(tmp_path, NO_DOCTOR)}"
    plan = ArenaPlan(players={"mine": f"{player}:anyway", "bots": "bot:hard"}, boards=("sla7",))
    with pytest.raises(
        ConfigError, match=r"^players\.mine: .* the role Doctor, which `sla7` deals"
    ):
        check_new_arena(plan)
    check_new_arena(replace(plan, boards=("xu7",)))


def test_all_roles_that_it_lacks_are_named_once() -> None:
    two = replace(FIRST_LAYOUT, roles=("Werewolf", "Villager"))
    assert two.fault_on(BOARD) == ("was trained without the roles Seer, Doctor, which `sla7` deals")


def test_a_layout_that_its_network_does_not_fit_is_refused(tmp_path: Path) -> None:
    checkpoint = drawn_checkpoint(acts_sizes(FIRST_LAYOUT), layout=WIDER)
    save_checkpoint(tmp_path / "mine.safetensors", checkpoint)
    with pytest.raises(ConfigError, match="features of other lengths"):
        quick_player(f"sla:bots:policy={tmp_path / 'mine.safetensors'}")


@pytest.mark.parametrize("name", ["nobody", "none.safetensors", f"{'x' * 300}.safetensors"])
def test_a_policy_that_is_not_there_is_said_before_the_game(name: str) -> None:
    said = refusal_of(f"2=sla:bots:policy={name}:anyway")
    assert "there is no policy `nobody`" in said or "cannot be read" in said
    assert "\n" not in said


def test_every_shipped_policy_has_the_roles_of_the_boards_where_it_was_measured() -> None:
    for each in policy_results():
        seat = policy_seat(
            parse_player(f"{each.player}:policy={each.policy}"), get_board(each.board)
        )
        assert seat
        assert seat.has_roles
