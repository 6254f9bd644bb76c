"""Players that a user brings: how they are written, what identifies them, and how they fail."""

from __future__ import annotations

import asyncio
import shlex
import sys
import threading
from pathlib import Path
from types import ModuleType

import pytest
from msgspec.structs import replace

from tests.own_players import AGENT, planted
from wolfcore.errors import ConfigError, SeatError
from wolfcore.game import Answer, Game, get_board, make_spec
from wolfcore.installed import installed
from wolfcore.players import Desk, Player
from wolfcore.records import SeatSpec
from wolfcore.seating import allow_named_players, make_player, parse_player, takes_time
from wolfcore.seating.own_players import with_code


def seated(word: str) -> Player:
    """The player of a word that its user named."""
    allow_named_players([word])
    return make_player(parse_player(word))


def first_answer(player: Player) -> Answer:
    game = Game(make_spec(get_board("sla7"), 3))
    ask = game.asks[0]
    return asyncio.run(player.answer(game.view(ask.seat), ask, Desk(ask, game.dice(ask.id))))


@pytest.fixture
def agent(tmp_path: Path) -> Path:
    file = tmp_path / "agent.py"
    file.write_text(AGENT, "utf-8")
    return file


@pytest.mark.parametrize("name", ["Mine", "mine", "waits", "Mine:place=-1"])
def test_a_class_and_a_function_of_a_file_play(agent: Path, name: str) -> None:
    spec = parse_player(f"{agent}:{name}")
    assert takes_time(spec)
    assert len(spec.code) == 16
    assert first_answer(seated(spec.text)).how == "given"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("gone", "has no `gone`"),
        ("AGENT", "cannot be made"),
        ("Idle", "is no player"),
        ("Mine:deep", "`deep` is not an option"),
        ("Mine:other=1", r"cannot be made .*other"),
        ("LeavesAtOnce", r"cannot be made \(agent.py, line \d+: SystemExit: 0\)"),
        ("Fails", r"cannot be made \(agent.py, line \d+: ZeroDivisionError"),
    ],
)
def test_what_is_no_player_is_said(agent: Path, name: str, words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        seated(f"{agent}:{name}")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Raises", r"its player failed \(agent.py, line \d+: KeyError: 'x'\)"),
        ("Leaves", r"its player failed \(agent.py, line \d+: SystemExit"),
        ("fails", r"its player failed \(agent.py, line \d+: KeyError: 'x'\)"),
        ("Odd", r"its player failed \(agent.py, line \d+: BaseException: \S{300}\)$"),
        ("Exhausted", r"its player failed \(agent.py, line \d+: StopIteration\)"),
        ("exhausted", r"its player failed \(agent.py, line \d+: StopIteration\)"),
        ("leaves", r"its player failed \(agent.py, line \d+: SystemExit"),
    ],
)
def test_an_error_of_own_code_names_its_line(agent: Path, name: str, words: str) -> None:
    with pytest.raises(SeatError, match=words):
        first_answer(seated(f"{agent}:{name}"))


@pytest.mark.parametrize("name", ["Sleeps", "blocks"])
def test_a_player_that_never_answers_is_answered_for(
    agent: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """A plain function holds up neither the others nor the end of the program."""
    monkeypatch.setattr("wolfcore.seating.own_code.PATIENCE", 0.05)
    before = threading.enumerate()
    assert first_answer(seated(f"{agent}:{name}")).how == "timeout"
    assert all(each.daemon for each in threading.enumerate() if each not in before)


async def test_plain_functions_of_several_seats_run_at_once(agent: Path) -> None:
    game, player = Game(make_spec(get_board("sla7"), 3)), seated(f"{agent}:meets")
    asks = [replace(game.asks[0], seat=seat) for seat in range(1, 8)]
    answers = [player.answer(game.view(1), ask, Desk(ask, game.dice(ask.id))) for ask in asks]
    assert {each.how for each in await asyncio.gather(*answers)} == {"given"}


async def test_a_function_gets_a_view_of_its_own(agent: Path) -> None:
    """The table goes on with the other one while a late function still reads."""
    game, player = Game(make_spec(get_board("sla7"), 3)), seated(f"{agent}:forgets")
    ask = game.asks[0]
    view = game.view(ask.seat)
    assert view.facts
    await player.answer(view, ask, Desk(ask, game.dice(ask.id)))
    assert view.facts


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("x = (", r"cannot be imported \(.*SyntaxError"),
        ("y = 1\nx = {}['no']", r"cannot be imported \(agent.py, line 2: KeyError: 'no'\)"),
        ("import sys; sys.exit(3)", r"cannot be imported \(agent.py, line 1: SystemExit: 3\)"),
    ],
)
def test_code_that_cannot_be_imported_is_said(agent: Path, code: str, words: str) -> None:
    agent.write_text(code, "utf-8")
    with pytest.raises(ConfigError, match=words):
        seated(f"{agent}:Mine")


def test_nobody_is_seated_whom_the_user_did_not_name(agent: Path) -> None:
    trace, named = planted(agent.parent)
    with pytest.raises(ConfigError, match=f"you did not name it.*--own '{named}'"):
        make_player(parse_player(named))
    with pytest.raises(ConfigError, match="you did not name it"):
        make_player(SeatSpec("exec", (f"touch {trace}",)))
    assert not trace.exists()


def test_parsing_imports_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trace, _ = planted(tmp_path)
    package = tmp_path / "evilpack"
    package.mkdir()
    (tmp_path / "evil.py").rename(package / "__init__.py")
    (package / "agents.py").write_text(AGENT, "utf-8")
    monkeypatch.setattr("sys.path", [str(tmp_path), *sys.path])
    assert len(parse_player("evilpack.agents:Mine").code) == 16
    assert not trace.exists()
    with pytest.raises(ConfigError, match=r"no Python module `evilpack\.gone`"):
        parse_player("evilpack.gone:Mine")


def test_changed_code_is_refused_and_a_changed_file_imported_anew(agent: Path) -> None:
    word = f"{agent}:mine"
    before = parse_player(word)
    first = first_answer(seated(word))
    # The same size in the same second, which the import system would not notice.
    agent.write_text(AGENT.replace("options[0]", "options[1]"), "utf-8")
    with pytest.raises(ConfigError, match="has changed since it began"):
        make_player(before)
    assert first_answer(seated(word)) != first


def test_a_program_is_known_by_the_files_of_its_command(agent: Path) -> None:
    word = f"exec:{shlex.join([sys.executable, str(agent)])}"
    assert parse_player(word).code == parse_player(f"{agent}:Mine").code
    with pytest.raises(ConfigError, match="there is no program `nothing-like-this`"):
        parse_player("exec:nothing-like-this")
    with pytest.raises(ConfigError, match="`exec:` names no program"):
        parse_player("exec:")
    for path in ("./no blank/agent.py:X", "./agent.py", "/agent:X", "./a,b.py:X"):
        with pytest.raises(ConfigError, match="names no class or function of a file"):
            parse_player(path)
    with pytest.raises(ConfigError, match="is no command"):
        parse_player("exec:sh 'x")


@pytest.mark.parametrize(
    "text",
    [
        "specless:x",
        "~nobody-here/a.py:X",
        "os:system",
        "a.b:E",
        "exec:",
        "exec:\0",
        "exec:/",
        "a:b",
    ],
)
def test_a_word_that_names_no_code_is_refused(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # As `__main__` of a program that was started from a file.
    monkeypatch.setitem(sys.modules, "specless", ModuleType("specless"))
    with pytest.raises(ConfigError):
        parse_player(text)


def test_a_player_is_short_enough_for_the_record() -> None:
    with pytest.raises(ConfigError, match="more than 200 characters"):
        parse_player(f"exec:sh {'x' * 200}")


def test_players_of_packages_are_listed_and_seated_by_their_names(
    agent: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trace, _ = planted(agent.parent)
    info = agent.parent / "evil_agents-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: evil-agents\nVersion: 1.2\n")
    (info / "top_level.txt").write_text("evil\n")
    (info / "RECORD").write_text("evil.py,,\n")
    (info / "entry_points.txt").write_text("[wolftui.players]\nevil = evil:Mine [depth]\n")
    monkeypatch.setattr("sys.path", [str(agent.parent), *sys.path])
    entry = installed("players")["evil"]
    assert (entry.options, entry.package) == (("depth",), "evil-agents 1.2")
    spec = parse_player("evil:depth=3")
    assert spec == SeatSpec("evil:Mine", ("depth=3",), code="evil-agents 1.2")
    assert with_code(spec) == spec
    assert not trace.exists()


def test_visitors_bring_no_players(agent: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = parse_player(f"{agent}:Mine")
    allow_named_players([spec.text])
    monkeypatch.setattr("wolfcore.seating.own_players.is_confined", lambda: True)
    for run in (lambda: parse_player(spec.text), lambda: make_player(spec)):
        with pytest.raises(ConfigError, match="visitors of a server"):
            run()
