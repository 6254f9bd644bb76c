"""What a seat may not know: planted in a saved game that has not ended, it changes nothing that a
command shows of it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.core.game.planting import MARK, Round, log_of, plants, rounds, two_games
from tests.wolftui.cli.running import Program
from wolfcore.game import Entry, GameSpec, get_board, make_spec
from wolfcore.records import GameFolder, NewGame, SeatSpec, list_games
from wolftui.settings.paths import games_folder


def spec_of(board: str) -> GameSpec:
    return make_spec(get_board(board), 11, people={7: None})


def saved(root: Path, spec: GameSpec, entries: Sequence[Entry], *, by_role: bool = False) -> Path:
    """An unfinished game of a person, in a folder of its own."""
    seats = [
        SeatSpec("human" if seat in spec.people else "random")
        for seat in range(1, spec.board.size + 1)
    ]
    seats[0] = SeatSpec("bot", ("hard",))
    with GameFolder.create(root, NewGame(spec, seats, version="test", by_role=by_role)) as folder:
        folder.add_log(entries)
        return folder.path


def unfinished(game: Sequence[Round]) -> list[Entry]:
    return log_of(game[: len(game) * 2 // 3])


@pytest.mark.parametrize(
    "board", ["classic12", "helmsman7", "helmsman7+appointed", "xu7", "arena8"]
)
@pytest.mark.parametrize(
    "command", ["watch latest", "review latest", "review latest --eyes 7", "review"]
)
def test_what_a_command_shows_of_an_unfinished_game_does_not_differ_by_secrets(
    wolftui: Program, command: str, board: str
) -> None:
    spec = spec_of(board)
    text: list[str] = []
    for game in two_games(spec, 7):
        path = saved(games_folder(), spec, unfinished(game), by_role=True)
        ran = wolftui(*command.split())
        text.append((ran.out + ran.err).replace(path.name, "ID"))
        assert MARK not in text[-1]
        assert "bot:hard" not in text[-1]
        shutil.rmtree(path)
    assert text[0] == text[1] != ""


@pytest.mark.parametrize("eyes", ["moderator", "public", "1"])
def test_other_eyes_are_refused_for_an_unfinished_game(wolftui: Program, eyes: str) -> None:
    spec = spec_of("classic12")
    saved(games_folder(), spec, unfinished(rounds(spec)))
    assert wolftui("review", "latest", "--eyes", eyes).code == 2


@pytest.mark.parametrize("by_role", [False, True])
def test_about_json_holds_nothing_that_a_seat_may_not_know(
    tmp_path: Path, *, by_role: bool
) -> None:
    """Who plays which seat stands in it, for whoever resumes; `by_role` says that nobody is shown
    it before the end."""
    spec = make_spec(
        get_board("xu7"), 987654321, people={7: None}, deal={4: "Witch"}, chance={"tie.d1": (3,)}
    )
    path = saved(tmp_path, spec, list(plants(7).values()), by_role=by_role)
    text = (path / "about.json").read_text() + path.name
    roles = set(spec.board.roles)
    assert [
        word for word in ("987654321", MARK, "tie.d1", *roles, *spec.names) if word in text
    ] == []
    assert ('"by_role": true' in text) == by_role


PLAIN = (
    "play",
    "--plain",
    "--board",
    "sla7",
    "--seat",
    "4=human",
    "--seat",
    "*=random",
    "--seed",
    "1",
    "--deal",
)
PLAY = (*PLAIN, "4=Seer,1=Werewolf,5=Doctor")


COMMANDS = (
    "fork ID --at d1.speak.1",
    "fork ID --at n1.check.4",
    "fork ID --at n1.kill.1",
    "fork ID --at n1.kill.1 --seat 4=bot",
    "fork ID --at d1.speak.1 --seat *=random",
    "review ID",
    "review ID --eyes 4",
    "review ID --eyes moderator",
    "watch ID",
    "verify ID",
    "metrics ID",
    "metrics ID --json",
    "metrics ID --by role --csv",
    "review",
    "resume ID --plain",
    "resume ID --plain --seat 5=human",
    "resume ID --plain --seat Doctor=human",
)


@pytest.mark.slow(only=("watch ID-journal",))
@pytest.mark.parametrize("harm", ["", "log", "journal"])
@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_tells_a_role_of_an_unfinished_game_of_a_person(
    wolftui: Program, command: str, harm: str
) -> None:
    """The same words whoever has which role behind the person's back, however the files are
    damaged. Its own is the Seer."""
    text: list[str] = []
    for deal in ("4=Seer,1=Werewolf,5=Doctor,2=Werewolf", "4=Seer,6=Werewolf,7=Doctor,3=Werewolf"):
        wolftui(*PLAIN, deal, typed=["2"])
        (game,) = list_games(games_folder())
        if harm:
            file = game.path / ("game.jsonl" if harm == "log" else "answers.jsonl")
            file.write_bytes(
                file.read_bytes()
                .replace(b'"choice":', b'"choice":9')
                .replace(b"Werewolf", b"Villager")
            )
        ran = wolftui(*command.replace("ID", game.id).split(), typed=["/quit"])
        text.append((ran.out + ran.err).replace(game.id, "ID"))
        assert not [
            word
            for word in ("Werewolf (", "Doctor (", "protect.", "kill.", '"Dealt"')
            if word in text[-1]
        ]
        shutil.rmtree(game.path.parent)
    assert len(text[0]) > 0
    if command.split()[0] in ("fork", "verify", "metrics"):
        assert re.sub(r"line \d+|:\d+", "", text[0]) == re.sub(r"line \d+|:\d+", "", text[1])


def test_a_game_of_a_person_can_be_forked_when_it_has_ended_and_not_before(
    wolftui: Program,
) -> None:
    wolftui(*PLAY, typed=["1", "hm"])
    (game,) = list_games(games_folder())
    ran = wolftui("fork", "latest", "--at", "d1.speak.1")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(
        f"wolftui: {game.id} has not ended, and its fork would show every role to the "
        "person who plays in it."
    )
    assert [each.id for each in list_games(games_folder())] == [game.id]
    assert wolftui("resume", "latest", "--seat", "4=random").code == 0
    assert (
        wolftui("fork", game.id, "--at", "d1.speak.1", "--seat", "4=human", typed=["/quit"]).code
        == 0
    )
    about = list_games(games_folder())[0].about
    assert about is not None
    assert about.seats_that_looked == (4,)


ILLEGAL = {
    "n1.check.3": 77,
    "n1.kill.1": 78,
    "n1.protect.5": 79,
    "n1.protect.3": 80,
    "d9.vote.2": 81,
}


def test_answers_for_others_tell_nothing_by_their_errors_before_the_end(
    wolftui: Program, tmp_path: Path
) -> None:
    """The same words before the end whether an illegal answer was asked for or not; all is said
    when the game is over."""
    file = tmp_path / "answers.jsonl"
    file.write_text(
        "".join(
            f'{{"ask":"{ask}","answer":{{"choice":{choice}}}}}\n' for ask, choice in ILLEGAL.items()
        )
    )
    text: list[str] = []
    for deal in ("4=Villager,3=Seer,1=Werewolf,5=Doctor", "4=Villager,7=Seer,6=Werewolf,3=Doctor"):
        ran = wolftui(*PLAIN, deal, "--no-save", "--answers", str(file), typed=[])
        text.append(ran.out + ran.err)
        assert "not legal" not in text[-1]
        assert not [ask for ask in ILLEGAL if ask in text[-1]]


def test_a_check_of_an_unfinished_game_tells_no_number_of_answers(wolftui: Program) -> None:
    wolftui(*PLAY, typed=["/quit"])
    (game,) = list_games(games_folder())
    assert (
        wolftui("verify", "latest").out
        == f"{game.id}: the answers give the same log, byte by byte (not finished yet). No digest "
        "before the end: consistent changes of header, players, thoughts, memos, times, tokens and "
        "costs cannot be detected.\n"
    )
