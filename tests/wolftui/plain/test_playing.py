"""Whole games before plain lines: in every role, on every board, and nothing secret on a person's
lines."""

from __future__ import annotations

import pytest

from tests.wolftui.cli.running import first_choice
from tests.wolftui.plain.consoles import ListedConsole
from wolfcore.bots.talk.post_game import MAX_REMARKS
from wolfcore.game import RoleName, board_names, get_board
from wolfcore.game.facts import Attacked
from wolftui.games.arrangement import PlayOptions
from wolftui.games.game_starts import start_game
from wolftui.games.running_game import RunningGame
from wolftui.plain.line_layout import LineLook
from wolftui.plain.live_game import PlainGame
from wolftui.words.spans import MODERATOR_EYES

ROLES = [(board, role) for board in board_names() for role in dict.fromkeys(get_board(board).roles)]


async def played(
    console: ListedConsole, *seats: str, board: str = "sla7", seed: int = 7, deal: str = ""
) -> RunningGame:
    running = start_game(
        PlayOptions(
            board=board, seats=seats, default_player="random", seed=seed, deal=deal, save=False
        )
    )
    await PlainGame(running, console, LineLook()).play()
    return running


@pytest.mark.parametrize(("board", "role"), ROLES)
async def test_a_person_plays_to_the_end_in_every_role_of_every_board(
    board: str, role: RoleName
) -> None:
    asked = 0
    for seed in (7, 8):
        console = ListedConsole(first_choice)
        running = await played(
            console, "4=human:suspicions", board=board, deal=f"4={role}", seed=seed
        )
        assert running.game.over
        assert f"You are 4 {running.spec.names[3]}" in console.text
        assert running.outcome.title in console.text
        asked += len(running.game.view(4).answered)
    assert asked > 0


async def test_before_the_end_no_line_of_a_person_tells_what_only_others_may_know() -> None:
    for seed in range(6):
        console = ListedConsole(first_choice)
        running = await played(console, "4=human", seed=seed, board="classic12")
        until_the_end = console.text.partition(f"\n{running.outcome.title}. ")[0]
        view, others = running.game.view(4), set(range(1, 13)) - {4}
        known = {seat for seat in others if view.state.roles[seat]}
        for seat in others - known:
            role = running.game.state.roles[seat]
            assert f"{seat} {running.spec.names[seat - 1]} is ▲ {role}" not in until_the_end
            assert f"{seat} {running.spec.names[seat - 1]} ▲" not in until_the_end
        secret = sum("◈" in line for line in until_the_end.split("\n"))
        assert secret <= sum(entry.to != "all" and 4 in entry.to for entry in running.game.log)
        assert "seed" not in until_the_end
        assert f"The seed was {seed}." in console.lines


async def test_at_the_end_the_house_bots_say_what_was_true_and_other_players_nothing() -> None:
    console = ListedConsole(first_choice)
    options = PlayOptions(
        board="classic9",
        seats=("4=human", "5=random"),
        default_player="bot:hard",
        seed=7,
        save=False,
    )
    running = start_game(options)
    await PlainGame(running, console, LineLook()).play()
    assert console.lines.count("What they say now:") == 1
    begun = console.lines.index("What they say now:")
    told = console.lines[begun + 1 : console.lines.index("", begun + 1)]
    speakers = {line.split(":")[0].strip() for line in told if line.strip()[0].isdigit()}
    bots = {
        f"{seat} {name}" for seat, name in enumerate(running.spec.names, 1) if seat not in (4, 5)
    }
    assert len(speakers) == MAX_REMARKS
    assert speakers <= bots


async def test_without_a_person_everything_is_told() -> None:
    console = ListedConsole()
    running = await played(console)
    assert console.text.count(" is ▲ Werewolf.") == 2
    assert f"{running.outcome.title}. {running.outcome.why}" in console.text


async def test_after_a_game_with_people_what_was_secret_is_told() -> None:
    console = ListedConsole(first_choice)
    running = await played(console, "4=human")
    told = console.text.partition("What was secret:")[2]
    attacks = [entry.fact for entry in running.game.log if isinstance(entry.fact, Attacked)]
    assert attacks
    assert told.count("The pack attacks ") == len(attacks)


async def test_two_people_at_one_console_play_to_the_end() -> None:
    console = ListedConsole(first_choice, terminal=True)
    running = await played(console, "3=human", "4=human")
    assert running.game.over
    handed = sum(line.startswith("Hand over to ") for line in console.lines)
    assert len(console.cleared) == 2 * handed
    idle = console.text.count("there is nothing for you to do now.")
    assert handed - idle == len(running.game.view(3).answered) + len(running.game.view(4).answered)
    assert idle >= 1


async def test_who_is_out_for_good_may_see_everything_once_asked() -> None:
    seed = await a_seed_where_seat_four_dies_first()
    for says, sees in (("yes", True), ("no", False), (None, False)):
        console = ListedConsole(
            lambda lines, says=says: (
                says if lines[-1].startswith("yes or no") else first_choice(lines)
            )
        )
        running = await played(console, "4=human", seed=seed)
        assert running.game.over
        assert console.lines.count("yes or no [no]: ") == 1
        after = console.text.partition("yes or no [no]: ")[2].partition(running.outcome.title)[0]
        assert (" is ▲ Werewolf." in after) == sees


async def a_seed_where_seat_four_dies_first() -> int:
    for seed in range(100):
        running = start_game(PlayOptions(default_player="random", seed=seed, save=False))
        running.play_now()
        deaths = running.game.state.deaths
        if deaths and deaths[0].seat == 4 and deaths[0].at_night and running.game.state.day > 2:
            return seed
    raise AssertionError("no such seed")


async def test_the_session_is_left_with_every_eye_after_a_game_with_people() -> None:
    running = await played(ListedConsole(first_choice), "4=human")
    assert running.session.eyes == MODERATOR_EYES


async def test_a_game_opens_with_the_board_its_roles_and_how_one_wins() -> None:
    console = ListedConsole(first_choice)
    await played(console, "4=human")
    opening = " ".join(" ".join(console.lines[:4]).split())
    assert opening.startswith("sla7, 7 players: 2 ▲ Werewolf, 1 ◉ Seer, 1 ✚ Doctor, 3 ● Villager.")
    assert (
        "The village wins when no wolf is left, the wolves as soon as they are as many as "
        "all others alive." in opening
    )
    assert "/rules" in opening


async def test_what_a_person_typed_is_not_told_to_them_again_but_to_others_at_the_console() -> None:
    alone, shared = ListedConsole(first_choice), ListedConsole(first_choice, terminal=True)
    words = "(you): I have nothing to hide."
    running = await played(alone, "4=human", deal="4=Werewolf")
    assert any(own.ask.kind == "speak" for own in running.game.view(4).answered)
    assert words not in alone.text.partition("What was secret:")[0]
    running = await played(shared, "3=human", "4=human", deal="3=Werewolf,4=Werewolf")
    name = running.spec.names[3]
    assert f"4 {name}: I have nothing to hide." in " ".join(shared.text.split())
