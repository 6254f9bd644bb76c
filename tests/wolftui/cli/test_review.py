"""`review`, `watch` and the list: what may be seen of a game, by whom and when."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tests.wolftui.cli.running import Program
from wolfcore.game import Entry
from wolfcore.records import GameFolder, LogFollower, list_games, read_game
from wolftui.settings.paths import games_folder
from wolftui.views.result.tabs import TABS

FIXTURES = os.environ.get("WOLFTUI_FIXTURES", "")
DEAL = ("--deal", "4=Seer")
"""The Seer is asked in the first night, whatever chance makes of the rest."""
RUN = ("run", "--seat", "*=random", "--seed", "7", *DEAL)
PLAY = (
    "play",
    "--plain",
    "--board",
    "sla7",
    "--seat",
    "4=human",
    "--seat",
    "*=random",
    "--seed",
    "7",
    *DEAL,
)


def newest() -> Path:
    return list_games(games_folder())[0].path


def test_a_review_shows_everything_of_a_game_that_ended(wolftui: Program) -> None:
    wolftui(*RUN)
    ran = wolftui("review", "latest")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.count(" is ▲ Werewolf.") == 2
    assert "not finished" not in ran.out


def test_a_review_with_guesses_asks_after_each_day_and_hides_what_follows(wolftui: Program) -> None:
    wolftui("run", "--board", "helmsman7+appointed", "--seed", "4")
    ran = wolftui("review", "latest", "--guess", typed=["1 Werewolf 8"])
    assert (ran.code, ran.err) == (0, "")
    assert "Day 2 is over" in ran.out
    assert "wins" not in ran.out
    refused = wolftui("review", "latest", "--guess", "--eyes", "moderator")
    assert refused.code == 2
    assert "shows who the wolves are" in refused.err


def test_a_review_through_public_eyes_shows_nothing_secret_before_the_end(wolftui: Program) -> None:
    wolftui(*RUN)
    ran = wolftui("review", "latest", "--eyes", "public")
    assert "◈" not in ran.out
    assert "Werewolf" not in ran.out.partition("the end")[0]


def test_a_review_through_a_seat_s_eyes_is_that_seat_s(wolftui: Program) -> None:
    wolftui(*RUN)
    ran = wolftui("review", "latest", "--eyes", "4")
    assert "You are 4 " in ran.out
    assert "You check " in ran.out
    assert "The pack attacks" not in ran.out


def test_eyes_that_do_not_exist_are_refused(wolftui: Program) -> None:
    wolftui(*RUN)
    ran = wolftui("review", "latest", "--eyes", "9")
    assert (ran.code, ran.err) == (
        2,
        "wolftui: --eyes: `9` is not a valid view. Use moderator, public, or a seat from 1 to 7.\n",
    )


def test_a_person_s_game_that_has_not_ended_shows_no_more_than_the_person_may_know(
    wolftui: Program,
) -> None:
    wolftui(*PLAY, typed=["/quit"])
    ran = wolftui("review", "latest")
    assert ran.code == 0
    assert "You are 4 " in ran.out
    assert ran.out.count("◈") == 1
    assert ran.out.endswith(
        f"\nThis game is not finished; `wolftui resume {newest().name}` continues it.\n"
    )
    refused = wolftui("review", "latest", "--eyes", "moderator")
    assert refused.code == 2
    assert (
        refused.err
        == "wolftui: --eyes: this game has not ended, and a person plays in it. Until then: "
        "--eyes 4.\n"
    )


def test_a_review_step_by_step_ends_with_its_input(
    wolftui: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    wolftui(*RUN)
    ran = wolftui("review", "latest", "--step", typed=["", ""])
    assert ran.code == 0
    assert len(ran.out.splitlines()) == 3


def test_a_review_of_some_kinds_and_seats_shows_them_and_how_many_there_are(
    wolftui: Program,
) -> None:
    wolftui("run", "--board", "sla7", "--seed", "3")
    names = read_game(newest()).header.names
    ran = wolftui("review", "latest", "--only", f"{names[3].upper()}, vote")
    assert (ran.code, ran.err) == (0, "")
    said, _, end = ran.out.partition(" win")
    found = re.match(rf"Only 4 {names[3]} votes: (\d+) of (\d+)\n", said)
    assert found
    assert said.count("Vote:") == int(found[1]) < int(found[2])
    assert "Seer" not in said
    assert names[0] in end, "how it ended stands below, as it does below all of it"
    claims = wolftui("review", "latest", "--only", "claims").out.partition("\n")
    assert claims[0].startswith("Only claims: ")
    assert (
        int(claims[0].split()[2])
        == len(re.findall(r"^\d \S+ . \S+: ", claims[2], re.MULTILINE))
        > 0
    )


def test_a_review_of_what_is_private_is_that_of_the_eyes(wolftui: Program) -> None:
    wolftui(*RUN)
    ran = wolftui("review", "latest", "--only", "private", "--eyes", "4")
    lines = ran.out.partition("\n")[2].partition(" win")[0].splitlines()[:-1]
    told = [line for line in lines if line and not line.startswith(("─", " "))]
    assert told
    assert all(line.startswith("◈") for line in told)
    assert "pack" not in "".join(told)


@pytest.mark.parametrize(
    ("only", "said"),
    [
        ("vosts", "`vosts` is neither a seat nor a kind. Did you mean `votes`?"),
        (
            "8",
            "`8` is neither a seat nor a kind. It is a seat from 1 to 7, or speeches, votes, "
            "claims, deaths, thoughts, private.",
        ),
    ],
)
def test_what_is_no_seat_and_no_kind_is_refused(wolftui: Program, only: str, said: str) -> None:
    wolftui(*RUN)
    assert wolftui("review", "latest", "--only", only)[::2] == (2, f"wolftui: --only: {said}\n")


def test_a_review_puts_a_game_beside_its_fork_part_by_part(wolftui: Program) -> None:
    wolftui("run", "--board", "sla7", "--seed", "3")
    game = newest().name
    alone = wolftui("review", "latest", "--beside")
    assert alone[::2] == (
        2,
        "wolftui: --beside: the game has no forks and is no fork, and no other game "
        "of its deal is here. `wolftui fork` makes one.\n",
    )
    fork_of(wolftui, game)
    fork = next(each.id for each in list_games(games_folder()) if each.id != game)
    ran = wolftui("review", game, "--beside")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"the game {game}: The ")
    assert f"\nits fork {fork}: The " in ran.out
    assert "\nThey part on day 1: vote\n" in ran.out
    one, other = ran.out.split("\nits fork, day 1: vote\n")
    assert one.count("Vote:") == 1
    assert other.startswith("Vote:")
    assert "◈" in ran.out
    assert wolftui("review", fork, "--beside", game).out == ran.out, "whichever is opened"
    public = wolftui("review", game, "--beside", "--eyes", "public").out
    assert "They part on day 1: vote" in public
    assert "◈" not in public


def test_which_of_several_forks_is_meant_is_asked(wolftui: Program) -> None:
    wolftui("run", "--board", "sla7", "--seed", "3")
    game = newest().name
    for _ in range(2):
        fork_of(wolftui, game)
    several = wolftui("review", game, "--beside")
    assert several.code == 2
    forks = [each.id for each in list_games(games_folder()) if each.id != game]
    assert "several games fit" in several.err
    assert all(f"{fork} is a fork of it" in several.err for fork in forks)
    ran = wolftui("review", forks[0], "--beside", forks[1])
    assert ran.out.startswith(f"one fork {forks[0]}: ")
    assert f"another fork {forks[1]}: " in ran.out


def test_a_fork_that_a_person_plays_is_compared_through_their_eyes_alone(wolftui: Program) -> None:
    wolftui(*RUN)
    game = newest().name
    wolftui("fork", game, "--at", "n1.check.4", "--seat", "4=human", typed=["/quit"])
    refused = wolftui("review", game, "--beside", "--eyes", "moderator")
    assert refused[::2] == (
        2,
        "wolftui: --eyes: this view of both games is not allowed before they have ended.\n",
    )
    ran = wolftui("review", game, "--beside")
    assert ran.code == 0
    assert "The pack attacks" not in ran.out


def test_two_forks_that_two_people_play_have_no_eyes_in_common(wolftui: Program) -> None:
    wolftui(*RUN)
    game = newest().name
    for seat in (4, 5):
        wolftui("fork", game, "--at", "n1.check.4", "--seat", f"{seat}=human", typed=["/quit"])
    one, other = (path.name for path in newest().parent.iterdir() if path.name != game)
    refused = wolftui("review", one, "--beside", other)
    assert refused[::2] == (
        2,
        "wolftui: --beside: no view of both games is allowed before they have ended.\n",
    )


def fork_of(wolftui: Program, game: str) -> None:
    assert (
        wolftui(
            "fork", game, "--at", "d1.vote.3", "--plain", "--seat", "3=random", "--seat", "4=random"
        ).code
        == 0
    )


def test_a_damaged_game_is_shown_up_to_the_damage(wolftui: Program) -> None:
    wolftui(*RUN)
    log = newest() / "game.jsonl"
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join([*lines[:20], b"nonsense\n", *lines[21:]]))
    ran = wolftui("review", "latest")
    assert ran.code == 0
    assert f"{log}, line 21: cannot be read" in ran.out
    assert " is ▲ Werewolf." in ran.out
    assert "the end" not in ran.out


def test_the_list_shows_the_newest_first_and_how_each_ended(wolftui: Program) -> None:
    assert wolftui("review").out.startswith(f"There are no saved games in {games_folder()} yet.")
    wolftui(*RUN)
    wolftui(*PLAY, typed=["/quit"])
    lines = wolftui("review").out.splitlines()
    assert len(lines) == 2
    assert any(" sla7, with 4 " in line and line.endswith("not ended, night 1") for line in lines)
    assert any(re.search(r"sla7, the (village|wolves) won on day \d$", line) for line in lines)


def test_a_game_that_ended_is_watched_to_its_end(wolftui: Program) -> None:
    wolftui(*RUN)
    ran = wolftui("watch")
    assert (ran.code, ran.err) == (0, "")
    assert "the end" in ran.out


def test_watching_a_game_with_a_person_shows_public_eyes_until_it_ends(wolftui: Program) -> None:
    wolftui(*PLAY, typed=["/quit"])
    ran = wolftui("watch", "latest")
    assert ran.code == 0
    assert "◈" not in ran.out
    assert (
        ran.err == "wolftui: The game stopped before its end. Continue with `wolftui resume "
        f"{newest().name}`.\n"
    )


def test_watching_a_fork_with_a_person_shows_public_eyes_too(wolftui: Program) -> None:
    wolftui(*RUN)
    old = newest().name
    wolftui("fork", old, "--at", "n1.check.4", "--seat", "4=human", typed=["/quit"])
    fork = next(game for game in list_games(games_folder()) if game.id != old)
    ran = wolftui("watch", fork.id)
    assert "night 1" in ran.out
    assert "◈" not in ran.out


def test_a_running_game_is_followed_while_it_grows(
    wolftui: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    wolftui(*RUN)
    whole = newest() / "game.jsonl"
    lines = whole.read_bytes().splitlines(keepends=True)
    whole.write_bytes(b"".join(lines[:10]))
    folder, poll, polls = GameFolder.open(newest()), LogFollower.poll, list[int]()

    def growing(follower: LogFollower) -> list[Entry]:
        """Read; the second time nothing is new, and the game then goes on to its end."""
        entries = poll(follower)
        polls.append(len(entries))
        if len(polls) == 2:
            whole.write_bytes(b"".join(lines))
            folder.close()
        return entries

    monkeypatch.setattr(LogFollower, "poll", growing)
    ran = wolftui("watch")
    assert (polls[0] > 0, polls[1], sum(polls)) == (True, 0, len(read_game(newest()).entries))
    assert ran.code == 0
    assert "the end" in ran.out


def test_review_prints_a_tab_or_all_of_them(wolftui: Program) -> None:
    assert wolftui("run", "--board", "sla7", "--seed", "3").code == 0
    one = wolftui("review", "latest", "--tab", "votes").out
    assert one.strip().startswith("Votes\n")
    every = wolftui("review", "latest", "--tab", "all").out
    assert [tab.name for tab in TABS if f"\n{tab.name}\n" not in every] == []
    assert one.strip() in every
    wrong = wolftui("review", "latest", "--tab", "voices")
    assert wrong.code == 2
    assert "--tab: there is no tab `voices`. Did you mean `votes`?" in wrong.err


def test_a_game_that_has_not_ended_has_no_tabs(wolftui: Program) -> None:
    wolftui(*PLAY, typed="")
    found = wolftui("review", "latest", "--tab", "votes")
    assert found.code == 2
    assert "this game has not ended" in found.err


@pytest.mark.skipif(
    not FIXTURES, reason="WOLFTUI_FIXTURES is not set: games of others are not kept here"
)
@pytest.mark.parametrize("game", ["human9/5c23bba6.json", "dsgbench"])
def test_a_game_that_others_recorded_is_reviewed_from_its_file_with_its_tabs(
    wolftui: Program, game: str
) -> None:
    file = f"{FIXTURES}/{game}"
    ran = wolftui("review", file)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.count(" is ▲ Werewolf.") in (2, 3)
    tabs = wolftui("review", file, "--tab", "all")
    assert (tabs.code, tabs.err) == (0, "")
    assert "recorded by others: " in tabs.out
    assert "not saved" not in tabs.out
    result = tabs.out.partition("\nVotes\n")[0]
    assert "player" not in result
    assert "beliefs" not in result
    assert "Nothing was recorded of how the answers of this game came." in tabs.out


@pytest.mark.parametrize("option", ["--words", pytest.param("--coach", marks=pytest.mark.slow)])
def test_pages_of_a_seat_refuse_seat_0_and_read_a_log_with_lines_after_its_end(
    wolftui: Program, option: str
) -> None:
    wolftui(*RUN, "--board", "duel6")
    ran = wolftui("review", "latest", option, "0")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "wolftui: there is no seat 0. The seats are 1 to 6.\n"
    with (newest() / "game.jsonl").open("ab") as log:
        log.write(b"junk\n")
    ran = wolftui("review", "latest", option, "4")
    assert ran.code == 0
    assert "has lines after the end of the game" in ran.err
    assert "not ended" not in ran.out + ran.err
