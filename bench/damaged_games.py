"""Saved games, and damage to them: bytes, lines, JSON values, links, pipes and permissions.

Case N of a seed is always the same, so that a failure can be reproduced.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from wolfcore.bots import HouseBot
from wolfcore.game import Game, get_board, make_spec
from wolfcore.players import CallRecord, Desk, TraceRecord
from wolfcore.records import (
    ABOUT_FILE,
    CALLS_FILE,
    ERRORS_FILE,
    JOURNAL_FILE,
    LOG_FILE,
    AnswerRecord,
    ErrorRecord,
    GameFolder,
    NewGame,
    SeatSpec,
)
from wolfcore.table import Noted

FILES = (
    LOG_FILE,
    LOG_FILE,
    LOG_FILE,
    JOURNAL_FILE,
    JOURNAL_FILE,
    ABOUT_FILE,
    ABOUT_FILE,
    CALLS_FILE,
    ERRORS_FILE,
)
"""What is damaged, the more often the more depends on it."""


MARKS = (
    "\x1b[31m",
    "\x1b]0;taken\x07",
    "\x1b[2J",
    "\x00",
    "\x07",
    "\r",
    "\x08",
    "\x7f",
    "\x85",
    "\x9b31m",
    "\x9d0;x\x9c",
    "\u202e",
    "\u2066",
    "\u200b",
    "\u2028",
    "\ufeff",
    "\ud800",
    "\U000e0041",
    "\nwolftui: ",
    "[bold red]",
)
"""What a terminal would obey or a reader could not see, as it is planted in names, texts and files.
"""


ORIGINALS = ("finished", "unfinished", "talking", "begun", "dsgbench", "human9")


_HOLE = 1 << 30
"""The size of a file that is nothing but a hole."""


def make_originals(root: Path) -> None:
    """Save the undamaged originals below `root`, one of each kind.

    Their paths are `finished/game`, `unfinished/game` and so on.
    """
    for name, board, people, batches in (
        ("finished", "sla7", {}, 999),
        ("unfinished", "helmsman7", {4: "Ada"}, 14),
        ("talking", "classic9", {}, 12),
        ("begun", "duel6", {}, 0),
    ):
        spec = make_spec(get_board(board), 7, people=people)
        seats = [
            SeatSpec("human" if seat in people else "bot") for seat in range(1, spec.board.size + 1)
        ]
        with GameFolder.create(root / name, NewGame(spec, seats, version="bench")) as folder:
            play_saved(folder, Game(spec), batches)
            folder.path.rename(root / name / "game")
    _make_foreign(root)


def play_saved(folder: GameFolder, game: Game, batches: int) -> None:
    """Let bots play at most `batches` batches of asks, and save the game with model records.

    The call, step and error records are those that a game with language models would leave.
    """
    bot, asked = HouseBot(("normal",)), list[str]()
    while game.asks and batches:
        answers = {
            ask.id: bot.answer_now(game.view(ask.seat), ask, Desk(ask, game.dice(ask.id)))
            for ask in game.asks
        }
        folder.add_answers(
            *(AnswerRecord(ask.id, answers[ask.id], ask.seat, "bot") for ask in game.asks)
        )
        game.submit(answers)
        asked += answers
        batches -= 1
    folder.add_log(game.log, game.result)
    if game.result:
        folder.seal()
    for ask in asked[::9]:
        call = CallRecord(
            "llama",
            (("system", "You play."), ("user", "Speak.")),
            '{"speech": "hm"}',
            tokens_in=9,
            tokens_out=4,
        )
        folder.add_call(Noted(ask, 2, call=call), Noted(ask, 2, step=TraceRecord("act", "asked")))
    folder.add_error(ErrorRecord("no answer in time", "fallback", "d1.vote.2", 2))


def _make_foreign(root: Path) -> None:
    names = [f"P{number}" for number in range(8)]
    roles = [
        "Werewolf",
        "Werewolf",
        "Seer",
        "Doctor",
        "Villager",
        "Villager",
        "Villager",
        "Villager",
    ]
    session = root / "dsgbench" / "game"
    session.mkdir(parents=True)
    night = {
        "players": [name for name in names if name != "P5"],
        "eliminated": "P5",
        "debate": [["P0", "Hm."], ["P2", "P0 it is."]],
    }
    complete = {
        "players": {
            name: {"role": role, "model": "m"} for name, role in zip(names, roles, strict=True)
        },
        "rounds": [night],
        "winner": "Werewolves",
    }
    (session / "game_complete.json").write_text(json.dumps(complete), encoding="utf-8")
    ballots = [
        {"player": name, "voted_for": "P1" if name == "P0" else "P0"}
        for name in names
        if name != "P5"
    ]
    (session / "game_logs.json").write_text(json.dumps([{"votes": [ballots]}]), encoding="utf-8")
    people = [
        "Werewolf",
        "Werewolf",
        "Werewolf",
        "Villager",
        "Villager",
        "Villager",
        "Seer",
        "Witch",
        "Hunter",
    ]
    state = {
        "roles": {str(seat): role for seat, role in enumerate(people, 1)},
        "Day 1 Night": {
            "Werewolf": 4,
            "Witch antidote": -1,
            "Witch poison": -1,
            "Seer": 1,
            "Death Message": [4],
        },
        "Day 1 Daytime": {"Voting Pattern": {"5": 1, "6": 1, "7": 1, "8": 2}, "Voting Result": 1},
        "final": {str(seat): "out" if seat in (1, 4) else "in_game" for seat in range(1, 10)},
        "Game Result": "Werewolves Win",
    }
    (root / "human9").mkdir()
    (root / "human9" / "game.json").write_text(json.dumps(state), encoding="utf-8")


def make_case(originals: Path, games: Path, seed: int, number: int) -> tuple[Path, list[str]]:
    """Copy and damage an original as case `number` of `seed`, in the folder `games`.

    Returns its path, and the original and each damage in words.
    """
    chance = random.Random(f"{seed} {number}")
    original = chance.choice([*ORIGINALS[:4] * 4, *ORIGINALS[4:]])
    games.mkdir(parents=True, exist_ok=True)
    name = "20260102-case-" + (_hostile_name(chance) if chance.random() < 0.15 else f"{number:06}")
    source = originals / original / ("game.json" if original == "human9" else "game")
    place = games / (f"{name}.json" if original == "human9" else name)
    if source.is_dir():
        shutil.copytree(source, place)
    else:
        shutil.copy(source, place)
    done = [original]
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        file = _file_of(place, original, chance)
        harm = chance.choice(tuple(HARMS))
        try:
            if file.is_symlink() or (file.exists() and not file.is_file()):
                raise FileExistsError(
                    f"{file.name} is no file any more"
                )  # Opening a pipe would block; a link would damage its target.
            HARMS[harm](file, chance)
        except (
            OSError,
            ValueError,
            RecursionError,
        ):  # Earlier damage can make this harm impossible; that is damage enough.
            harm = f"not {harm}"
        done.append(f"{harm} {file.name}")
    return place, done


def _file_of(place: Path, original: str, chance: random.Random) -> Path:
    if original == "human9":
        return place
    if original == "dsgbench":
        return place / chance.choice(("game_complete.json", "game_logs.json"))
    return place / chance.choice(FILES)


def _hostile_name(chance: random.Random) -> str:
    marks = [mark for mark in MARKS if not set(mark) & {"\0", "/", "\ud800"}]
    return "".join(chance.choices([*marks, "a", "\udcff"], k=4))


# -- bytes


def _cut(file: Path, chance: random.Random) -> None:
    data = file.read_bytes()
    file.write_bytes(data[: chance.randrange(len(data) + 1)])


def _flip(file: Path, chance: random.Random) -> None:
    data = bytearray(file.read_bytes())
    for _ in range(chance.choice((1, 8, 200))):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    file.write_bytes(data)


def _strew(file: Path, chance: random.Random) -> None:
    data = file.read_bytes()
    for _ in range(chance.choice((1, 3))):
        at = chance.randrange(len(data) + 1)
        bad = chance.choice(
            (
                b"\xff\xfe",
                b"\x00" * 9,
                b"\xed\xa0\x80",
                b"\xc0\xaf",
                b"\r",
                b"\n",
                b"\xef\xbb\xbf",
                b"\x1b[31m",
            )
        )
        data = data[:at] + bad + data[at:]
    file.write_bytes(data)


def _foreign(file: Path, chance: random.Random) -> None:
    news = b'{"format":99,"rules":1,"language":"en","source":null,"spec":{}}\n'
    file.write_bytes(
        chance.choice(
            (
                b"\x89PNG\r\n\x1a\n" + bytes(200),
                b"[]\n",
                b"null\n",
                b"",
                b"\n" * 50,
                b"{}\n",
                news,
                b"7\n",
            )
        )
    )


# -- lines


def _lines(
    change: Callable[[list[bytes], random.Random], list[bytes]],
) -> Callable[[Path, random.Random], None]:
    def harm(file: Path, chance: random.Random) -> None:
        lines = file.read_bytes().splitlines(keepends=True)
        file.write_bytes(b"".join(change(lines, chance)))

    return harm


def _swapped(lines: list[bytes], chance: random.Random) -> list[bytes]:
    one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return lines


def _left_out(lines: list[bytes], chance: random.Random) -> list[bytes]:
    del lines[chance.randrange(len(lines))]
    return lines


def _twice(lines: list[bytes], chance: random.Random) -> list[bytes]:
    at = chance.randrange(len(lines))
    return [*lines[:at], lines[at], *lines[at:]]


def _all_twice(lines: list[bytes], chance: random.Random) -> list[bytes]:
    return lines * chance.choice((2, 300))


# -- values


def _value(make: Callable[[random.Random], object]) -> Callable[[Path, random.Random], None]:
    """Put what `make` gives in the place of a value somewhere in a line."""

    def harm(file: Path, chance: random.Random) -> None:
        lines = file.read_bytes().split(b"\n")
        at = chance.choice([number for number, line in enumerate(lines) if line] + [0])
        if chance.random() < 0.3:
            at = 0
        tree = cast(object, json.loads(lines[at]))
        put = make(chance)
        raw = put if isinstance(put, bytes) else json.dumps(put).encode()
        changed = _put(tree, "@HERE@", chance)
        lines[at] = json.dumps(changed, separators=(",", ":")).encode().replace(b'"@HERE@"', raw)
        file.write_bytes(b"\n".join(lines))

    return harm


def _put(tree: object, mark: str, chance: random.Random) -> object:
    """`tree` with `mark` somewhere in it."""
    places: list[tuple[Any, Any]] = []

    def walk(node: object) -> None:
        if isinstance(node, dict):
            table = cast("dict[str, object]", node)
            for key in table:
                places.append((table, key))
                walk(table[key])
        elif isinstance(node, list):
            items = cast("list[object]", node)
            for number, below in enumerate(items):
                places.append((items, number))
                walk(below)

    walk(tree)
    if not places:
        return mark
    node, key = chance.choice(places)
    node[key] = mark
    return tree


def wrong_type(chance: random.Random) -> object:
    values: list[object] = [
        None,
        True,
        -1,
        0,
        3,
        99,
        1.5,
        "",
        "x",
        [],
        {},
        [1, 2],
        {"a": 1},
        "3",
        [[]],
        2**53,
        ["a"] * 40,
    ]
    return chance.choice(values)


def odd_number(chance: random.Random) -> object:
    digits = (
        b"9" * 5000,
        b"9" * 25,
        b"-" + b"9" * 400,
        b"9223372036854775807",
        b"18446744073709551616",
        b"1e400",
        b"1e308",
    )
    return chance.choice((*digits, b"-1", b"0", b"99", b"1000000", b"NaN", b"-0", b"1E5"))


def deep_value(chance: random.Random) -> object:
    depth = chance.choice((40, 500, 3000, 100_000))
    return chance.choice(
        (b"[" * depth + b"]" * depth, b'{"a":' * depth + b"1" + b"}" * depth, b"[" * depth)
    )


def hostile_words(chance: random.Random) -> object:
    return "".join(chance.choices([*MARKS, "a", " "], k=chance.choice((1, 5, 40))))


def long_value(chance: random.Random) -> object:
    return chance.choice(("x", "\u4e2d", "a b ", "\x1b[1m", "@", "7 ")) * chance.choice(
        (10_000, 500_000)
    )


# -- special files


def _hole(file: Path, chance: random.Random) -> None:
    if chance.random() < 0.5:
        file.write_bytes(b"")
    os.truncate(file, _HOLE)


def _pipe(file: Path, chance: random.Random) -> None:
    _gone(file, chance)
    os.mkfifo(file)


def _socket(file: Path, chance: random.Random) -> None:
    _gone(file, chance)
    here = Path.cwd()
    os.chdir(file.parent)  # the name of a socket may not be long
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(file.name)
    os.chdir(here)


def _link(file: Path, chance: random.Random) -> None:
    _gone(file, chance)
    file.symlink_to(
        chance.choice(
            (
                file.name,
                "..",
                "nowhere",
                "/dev/zero",
                "/dev/full",
                "/dev/tty",
                "/proc/self/mem",
                "/proc/kmsg",
            )
        )
    )


def _folder(file: Path, chance: random.Random) -> None:
    _gone(file, chance)
    file.mkdir()
    if chance.random() < 0.5:
        (file / LOG_FILE).write_bytes(b"{}\n")


def _gone(file: Path, chance: random.Random) -> None:
    del chance
    if file.is_dir() and not file.is_symlink():
        shutil.rmtree(file)
    else:
        file.unlink(missing_ok=True)


SPECIALS = (_pipe, _socket, _link, _folder, _hole)
"""What puts something else than a file with data in the place of a file."""


def _forbidden(file: Path, chance: random.Random) -> None:
    chance.choice((file, file.parent if file.suffix == ".jsonl" else file)).chmod(0)


def _beside(file: Path, chance: random.Random) -> None:
    """What the program itself would open beside the files of the game."""
    chance.choice(SPECIALS)(file.parent / chance.choice(("lock", ".about.json.new")), chance)


HARMS: dict[str, Callable[[Path, random.Random], None]] = {
    "cut": _cut,
    "bits flipped in": _flip,
    "bytes strewn into": _strew,
    "foreign": _foreign,
    "lines swapped in": _lines(_swapped),
    "line left out of": _lines(_left_out),
    "line twice in": _lines(_twice),
    "many times": _lines(_all_twice),
    "wrong type in": _value(wrong_type),
    "wrong types in": _value(wrong_type),
    "number in": _value(odd_number),
    "deep": _value(deep_value),
    "hostile words in": _value(hostile_words),
    "long words in": _value(long_value),
    "a hole": _hole,
    "a pipe": _pipe,
    "a socket": _socket,
    "a link": _link,
    "a folder": _folder,
    "gone": _gone,
    "forbidden": _forbidden,
    "special beside": _beside,
}
