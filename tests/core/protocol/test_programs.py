"""Programs as players: a game through the seat protocol, and every way in which one can fail."""

from __future__ import annotations

import asyncio
import json
import shlex
import sys
import time
from pathlib import Path

import msgspec
import pytest

from wolfcore.bots import HouseBot
from wolfcore.errors import SeatError
from wolfcore.game import Answer, Game, get_board, make_spec
from wolfcore.players import Desk, Player
from wolfcore.protocol import MESSAGE_LIMIT, Facts, Hello, ProgramPlayer, to_friend
from wolfcore.seating import allow_named_players, make_player, parse_player
from wolfcore.table import Table

PLAYING = """
import json, sys
heard = open(sys.argv[1], "a") if len(sys.argv) > 1 else None
for line in sys.stdin:
    if heard:
        print(line, end="", file=heard, flush=True)
    message = json.loads(line)
    if message["is"] == "ask":
        ask = message["ask"]
        say = {"is": "speaking", "ask": ask["id"], "text": "I"}
        print(json.dumps(say), flush=True)
        answer = {"is": "answer", "ask": ask["id"], "choice": ask["options"][-1], "memo": "m"}
        if ask["kind"] == "speak":
            answer["text"] = "I suspect nobody."
        print(json.dumps(answer), flush=True)
"""


def program(folder: Path, code: str, *words: str) -> ProgramPlayer:
    file = folder / "agent.py"
    file.write_text(code, "utf-8")
    return ProgramPlayer([sys.executable, str(file), *words])


def played(players: dict[int, Player], board: str = "classic9", seed: int = 3) -> Game:
    game = Game(make_spec(get_board(board), seed))
    others = HouseBot(("normal",))
    seats = {seat: players.get(seat, others) for seat in range(1, game.spec.board.size + 1)}
    asyncio.run(Table(game, seats).run())
    return game


@pytest.mark.parametrize("seat", [1, 4])
def test_a_program_plays_and_hears_exactly_what_its_view_holds(tmp_path: Path, seat: int) -> None:
    heard = tmp_path / "heard.jsonl"
    game = played({seat: program(tmp_path, PLAYING, str(heard))})
    view, messages = game.view(seat), [to_friend(line) for line in heard.read_bytes().splitlines()]
    (hello,) = [message for message in messages if isinstance(message, Hello)]
    assert (hello.seat, hello.names, hello.board) == (seat, game.spec.names, game.spec.board)
    facts = [fact for each in messages if isinstance(each, Facts) for fact in each.facts]
    # What follows its last ask is told to nobody who is asked no more.
    assert facts == view.facts[: len(facts)]
    assert len(facts) >= view.answered_after[-1]
    assert str(game.spec.seed) not in {
        str(value) for value in json.loads(msgspec.json.encode(hello)).values()
    }
    assert [each.answer.choice for each in view.answered] == [
        each.ask.options[-1] for each in view.answered
    ]


def test_one_player_of_several_seats_starts_a_process_for_each(tmp_path: Path) -> None:
    heard = tmp_path / "heard.jsonl"
    player = program(tmp_path, PLAYING, str(heard))
    played({1: player, 2: player}, "sla7")
    hellos = [line for line in heard.read_text("utf-8").splitlines() if '"is":"hello"' in line]
    assert sorted(json.loads(line)["seat"] for line in hellos) == [1, 2]


def test_another_game_begins_with_a_hello(tmp_path: Path) -> None:
    heard = tmp_path / "heard.jsonl"
    player = program(tmp_path, PLAYING, str(heard))

    async def ask_twice() -> None:
        for seed in (1, 2):
            game = Game(make_spec(get_board("sla7"), seed))
            ask = game.asks[0]
            await player.answer(game.view(ask.seat), ask, Desk(ask, game.dice(ask.id)))

    asyncio.run(ask_twice())
    kinds = [json.loads(line)["is"] for line in heard.read_text("utf-8").splitlines()]
    assert kinds.count("hello") == kinds.count("ask") == 2


FAILING = {
    "it ends": (
        "import sys; print('Error: no such model', file=sys.stderr); sys.exit('Node 20')",
        "exit code 1: Error: no such model",
    ),
    "it sends a line without end": (
        f"import sys; print('x' * {2 * MESSAGE_LIMIT}, flush=True); sys.stdin.read()",
        f"more than {MESSAGE_LIMIT} bytes",
    ),
    "it never answers": (
        "import json\n"
        "for line in open(0):\n"
        "    m = json.loads(line)\n"
        "    while m['is'] == 'ask':\n"
        "        print(json.dumps({'is': 'working', 'ask': m['ask']['id']}))\n",
        "20000 messages without an answer",
    ),
}


@pytest.mark.parametrize("way", FAILING)
def test_a_program_that_fails_gives_no_output(tmp_path: Path, way: str) -> None:
    code, words = FAILING[way]
    with pytest.raises(SeatError, match=words):
        played({4: program(tmp_path, code)})


@pytest.mark.parametrize(
    "reply", ["nonsense", "[" * 100_000, '{"is":"answer","ask":"ID","choice":99}', '{"is":"ask"}']
)
def test_an_answer_that_is_none_is_replaced_by_the_fallback(tmp_path: Path, reply: str) -> None:
    code = (
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    m = json.loads(line)\n"
        "    if m['is'] == 'ask':\n"
        f"        print({reply!r}.replace('ID', m['ask']['id']), flush=True)\n"
    )
    game = played({4: program(tmp_path, code)})
    assert {each.answer.how for each in game.view(4).answered} == {"fallback"}


def test_a_player_of_many_games_keeps_nothing_of_those_that_are_over(tmp_path: Path) -> None:
    player = program(tmp_path, PLAYING)
    for seed in range(3):
        played({1: player}, "duel6", seed)
    seats = vars(player)["_seats"]
    assert len(seats) == 1


def test_a_late_answer_is_not_taken_for_the_next_ask(tmp_path: Path) -> None:
    code = (
        "import json, sys, time\n"
        "for line in sys.stdin:\n"
        "    m = json.loads(line)\n"
        "    if m['is'] == 'ask':\n"
        "        late = {'is': 'answer', 'ask': 'd9.vote.1', 'choice': 0, 'text': 'late'}\n"
        "        print(json.dumps(late), flush=True)\n"
        "        print(json.dumps({'is': 'answer', 'ask': m['ask']['id'], 'choice':"
        " m['ask']['options'][0], 'text': 'mine'}), flush=True)\n"
    )
    game = played({4: program(tmp_path, code)})
    assert {each.answer.text for each in game.view(4).answered} <= {"mine", ""}
    assert any(each.answer.text == "mine" for each in game.view(4).answered)


def test_no_program_is_left_after_the_game(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    stubborn = f"import os; open({str(pid)!r}, 'w').write(str(os.getpid()))\n" + PLAYING
    played({4: program(tmp_path, stubborn + "\nimport time; time.sleep(1000)")})
    assert not Path(f"/proc/{pid.read_text()}").exists()


def is_running(pid: int) -> bool:
    """Whether a process runs; one that has ended may still wait for its parent to take note."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text("utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return False
    return stat.rpartition(")")[2].split()[0] not in "ZX"


@pytest.mark.parametrize("ends", ["sys.exit()", "time.sleep(1000)", "print('x' * 10**8)"])
def test_no_process_that_a_program_started_is_left(tmp_path: Path, ends: str) -> None:
    pid = tmp_path / "pid"
    code = (
        "import signal, subprocess, time, sys\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(1000)'])\n"
        f"open({str(pid)!r}, 'w').write(str(child.pid))\n"
    )
    played({4: program(tmp_path, code + PLAYING + ends)})
    given_up = time.monotonic() + 10
    # A killed process may be at work for a moment still.
    while is_running(int(pid.read_text())):
        assert time.monotonic() < given_up
        time.sleep(0.01)


def test_a_withdrawn_ask_is_told(tmp_path: Path) -> None:
    heard = tmp_path / "heard.jsonl"
    code = (
        f"import sys\nwith open({str(heard)!r}, 'w') as heard:\n"
        "    for line in sys.stdin: print(line, end='', file=heard, flush=True)\n"
    )
    player = program(tmp_path, code)

    async def give_up() -> None:
        game = Game(make_spec(get_board("sla7"), 3))
        ask = game.asks[0]
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(1):
                await player.answer(game.view(ask.seat), ask, Desk(ask, game.dice(ask.id)))

    asyncio.run(give_up())
    assert '"is":"withdrawn"' in heard.read_text("utf-8")


def test_a_program_is_seated_by_its_command(tmp_path: Path) -> None:
    file = tmp_path / "agent.py"
    file.write_text(PLAYING, "utf-8")
    word = f"exec:{shlex.join([sys.executable, str(file)])}"
    allow_named_players([word])
    spec = parse_player(word)
    game = played({2: make_player(spec)}, "sla7")
    assert all(
        each.answer == Answer(each.ask.options[-1], each.answer.text, memo="m")
        for each in game.view(2).answered
    )
    file.write_text(PLAYING + "\n", "utf-8")
    with pytest.raises(Exception, match="has changed since it began"):
        make_player(spec)
