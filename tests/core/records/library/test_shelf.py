"""The index of the library: it tells what the folders tell, reads what changed alone, and holds
nothing secret."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

import wolfcore.game.roles
from tests.core.players.sitters import Listed, a_spec, broken_off, talkers
from tests.new_roles.in_process import remove_role
from wolfcore.errors import ConfigError
from wolfcore.game import ROLES, SPEECH_KINDS, Answer, Ask, Game, RoleName
from wolfcore.game.roles import Role
from wolfcore.records import LOG_FILE, GameFolder, NewGame, SeatSpec, read_game
from wolfcore.records.about import About, SeatChange
from wolfcore.records.library import LibraryIndex, move_to_trash, parse_filter, set_tags
from wolfcore.records.library import index as index
from wolfcore.records.library.listed_game import listed_game_from
from wolfcore.records.summaries import GameSummary
from wolfcore.table import play_now

WHISPERED, SPOKEN_WORDS, SEED = "zwetschge", "mirabelle", 1_234_567_891
BALLOT_WORDS = "Reineclaude it is"


def play(root: Path, day: int, board: str = "sla7", people: tuple[int, ...] = ()) -> Path:
    """A game that was created on a day of May."""
    spec = a_spec(board, people=people)
    seats = tuple(
        SeatSpec("human" if seat in people else "random") for seat in range(1, spec.board.size + 1)
    )
    with GameFolder.create(
        root, NewGame(spec, seats, version="1", created=datetime(2026, 5, day, tzinfo=UTC))
    ) as folder:
        play_now(Game(spec), talkers(spec), folder)
    return folder.path


def ids(shelf: LibraryIndex, text: str = "") -> list[str]:
    return [volume.id for volume in shelf.games(parse_filter(text))]


def test_games_are_listed_as_their_folders_tell_them_newest_first(tmp_path: Path) -> None:
    paths = [play(tmp_path / "games", day, people=(2,)) for day in (3, 1, 2)]
    shelf = LibraryIndex(tmp_path / "games", tmp_path / "index.db")
    assert shelf.refresh() == (3, 0, 0)
    listed = shelf.games()
    assert [game.id for game in listed] == [paths[0].name, paths[2].name, paths[1].name]
    saved = read_game(paths[0])
    assert saved.result is not None
    first = listed[0]
    assert (first.ended, first.winner, first.days) == (
        saved.result.ended,
        saved.result.winner,
        saved.result.days,
    )
    assert (first.board, first.names, first.people) == ("sla7", saved.spec.names, (2,))


def test_who_took_over_a_seat_is_listed_when_the_game_is_over() -> None:
    about = About(
        id="20260501-sla7-abcdef",
        created="",
        version="1",
        seats=(SeatSpec("random"),) * 7,
        changes=(SeatChange(5, "n1.check.5", SeatSpec("human")),),
    )
    running = GameSummary(id=about.id, path=Path(about.id), people=(2,), about=about)
    assert listed_game_from(running).people == (2,), "a secret ask may have been the reason"
    assert listed_game_from(replace(running, ended="village")).people == (2, 5)


def test_only_folders_that_changed_are_read_again_and_gone_ones_are_forgotten(
    tmp_path: Path,
) -> None:
    root, file = tmp_path / "games", tmp_path / "index.db"
    paths = [play(root, day) for day in (1, 2, 3)]
    LibraryIndex(root, file).refresh()
    shelf = LibraryIndex(root, file)
    assert shelf.refresh() == (0, 0, 0)
    set_tags(paths[1], ["close"])
    with (paths[2] / LOG_FILE).open("ab") as log:
        log.write(b"torn")
    assert shelf.refresh() == (2, 0, 0)
    assert ids(shelf, "tag:close") == [paths[1].name]
    move_to_trash(paths[0])
    assert shelf.refresh() == (0, 1, 0)
    assert shelf.reads == 2
    assert paths[0].name not in ids(shelf)


def test_many_are_read_in_parts_the_newest_first(tmp_path: Path) -> None:
    paths = [play(tmp_path, day) for day in (1, 2, 3)]
    shelf = LibraryIndex(tmp_path)
    assert shelf.refresh(2) == (2, 0, 1)
    assert ids(shelf) == [paths[2].name, paths[1].name]
    assert shelf.refresh(2) == (1, 0, 0)


def test_what_cannot_be_read_is_listed_with_the_reason(tmp_path: Path) -> None:
    path = play(tmp_path, 1)
    (path / LOG_FILE).write_bytes(b"{}\n")
    (tmp_path / "notes").mkdir()
    shelf = LibraryIndex(tmp_path)
    shelf.refresh()
    (only,) = shelf.games()
    assert "is not a saved game of wolftui" in only.problem
    assert ids(shelf, "is:unreadable") == [path.name]
    assert ids(shelf, "is:unfinished") == []


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("board:sla7", (1,)), ("board:classic", (2,)), ("is:people", (2,)), ("is:machines", (1,)), ("is:finished", (1, 2)),
        ("is:unfinished", ()), ("is:imported", ()), ("who:human board:classic9", (2,)), ("who:nobodyatall", ()),
        ("tag:Good", (1,)), ("tag:goo", ()), ("", (1, 2)),
    ],
)  # fmt: skip
def test_filters(tmp_path: Path, text: str, days: tuple[int, ...]) -> None:
    paths = {1: play(tmp_path, 1), 2: play(tmp_path, 2, "classic9", people=(3,))}
    set_tags(paths[1], ["good"])
    shelf = LibraryIndex(tmp_path)
    shelf.refresh()
    assert sorted(ids(shelf, text)) == sorted(paths[day].name for day in days)


def test_who_won_is_a_filter(tmp_path: Path) -> None:
    path = play(tmp_path, 1)
    result = read_game(path).result
    shelf = LibraryIndex(tmp_path)
    shelf.refresh()
    for won in ("village", "wolves", "nobody"):
        assert ids(shelf, f"won:{won}") == (
            [path.name] if result and (result.winner or "nobody") == won else []
        )


def test_orders_and_their_turning_round(tmp_path: Path) -> None:
    sla = [play(tmp_path, 1), play(tmp_path, 2, people=(2,))]
    classic = [play(tmp_path, 3, "classic9"), broken_off(tmp_path, 14)]
    shelf = LibraryIndex(tmp_path)
    shelf.refresh()
    by_board = [game.board for game in shelf.games(sort="board")]
    assert by_board == sorted(by_board)
    assert [game.board for game in shelf.games(sort="board", backwards=True)] == sorted(
        by_board, reverse=True
    )
    assert shelf.games(sort="people")[0].id == sla[1].name
    assert shelf.games(sort="end")[-1].id == classic[1].name
    days = [game.days for game in shelf.games(sort="length")]
    assert days == sorted(days, reverse=True)
    dates = [game.date_text for game in shelf.games(backwards=True)]
    assert dates == sorted(dates)


def test_a_filter_that_no_game_can_meet_is_said(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="Did you mean `unfinished`"):
        parse_filter("is:unfinishd")


def told(ask: Ask) -> Answer:
    words = {"whisper": WHISPERED, "vote": BALLOT_WORDS}
    word = words.get(ask.kind, f'I trust "{SPOKEN_WORDS}", said Bram; for\nsure')
    is_said = ask.kind in SPEECH_KINDS or ask.kind in words
    return Answer(ask.options[-1], text=word if is_said else "", thought=WHISPERED)


def whispering(root: Path) -> Path:
    """A game in which the pack whispers one word and everybody says another aloud."""
    spec = a_spec("classic9", seed=SEED)
    players = {seat: Listed(told) for seat in range(1, 10)}
    with GameFolder.create(
        root, NewGame(spec, (SeatSpec("random"),) * 9, version="1", by_role=True)
    ) as folder:
        play_now(Game(spec), players, folder)
    return folder.path


@pytest.mark.parametrize("full_text", [True, False])
def test_what_was_said_aloud_is_found_and_what_was_said_in_secret_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, full_text: bool
) -> None:
    monkeypatch.setattr(index, "_has_fts", lambda: full_text)
    path = whispering(tmp_path / "games")
    play(tmp_path / "games", 1)
    assert WHISPERED in (path / LOG_FILE).read_text()
    shelf = LibraryIndex(tmp_path / "games", tmp_path / "index.db")
    shelf.refresh()
    for found in (
        "mirabelle",
        "MIRABELLE bram",
        '"trust mirabelle"' if full_text else "bram",
        "mirab",
        "reineclaude",
    ):
        assert ids(shelf, found) == [path.name], found
    for lost in (WHISPERED, "mirabelle zwetschge", '"mirabelle trust"'):
        assert ids(shelf, lost) == [], lost
    with_ballot = shelf.quote(path.name, ("reineclaude",))
    assert with_ballot is not None
    assert with_ballot.text == BALLOT_WORDS
    quote = shelf.quote(path.name, ("bram",))
    assert quote is not None
    assert quote.text == 'I trust "mirabelle", said Bram; for sure'
    shelf.close()
    assert WHISPERED.encode() not in (tmp_path / "index.db").read_bytes()


def test_the_index_holds_no_role_and_no_seed_and_hides_who_was_seated_by_role(
    tmp_path: Path,
) -> None:
    path = whispering(tmp_path / "games")
    log = (path / LOG_FILE).read_bytes().splitlines(keepends=True)
    (path / LOG_FILE).write_bytes(b"".join(log[:-1]))  # without the result: it might be resumed
    file = tmp_path / "index.db"
    shelf = LibraryIndex(tmp_path / "games", file)
    shelf.refresh()
    (only,) = shelf.games()
    assert only.resumable
    assert only.players == ()
    shelf.close()
    held = file.read_bytes()
    for secret in (b"Werewolf", b"Seer", b"Witch", str(SEED).encode(), WHISPERED.encode()):
        assert secret not in held


@pytest.mark.parametrize(
    "words",
    [
        "?",
        '"',
        "'",
        "a AND",
        "NEAR(",
        "*",
        "^x",
        "-",
        "col:x",
        "\0",
        "[b]",
        "%",
        "_",
        "!",
        "\ud800",
        "🐺",
    ],
)
@pytest.mark.parametrize("full_text", [True, False])
def test_no_words_break_a_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, *, full_text: bool
) -> None:
    monkeypatch.setattr(index, "_has_fts", lambda: full_text)
    play(tmp_path / "games", 1)
    shelf = LibraryIndex(tmp_path / "games", tmp_path / "index.db")
    shelf.refresh()
    ids(shelf, words)
    assert shelf.notice == ""


def other_version(file: Path) -> None:
    with sqlite3.connect(file) as kept:
        kept.execute("PRAGMA user_version = 99")
    kept.close()


def another_file(file: Path) -> None:
    file.write_bytes(b"no index" * 999)


def torn(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[4096:] = b"\xff" * (len(data) - 4096)
    file.write_bytes(data)


def emptied(file: Path) -> None:
    """As a page that SQLite takes for one without rows."""
    with sqlite3.connect(file) as kept:
        kept.execute("DELETE FROM games")
    kept.close()


def misspelt(file: Path) -> None:
    """As a letter that no structure of SQLite depends on."""
    with sqlite3.connect(file) as kept:
        kept.execute("UPDATE games SET board = 'sla8'")
    kept.close()


@pytest.mark.parametrize(
    ("harm", "why"),
    [
        (other_version, "another version"),
        (torn, "was damaged"),
        (another_file, "was damaged"),
        (emptied, "was damaged"),
        (misspelt, "was damaged"),
    ],
)
def test_a_file_that_cannot_be_used_is_made_anew_in_a_line(
    tmp_path: Path, harm: Callable[[Path], None], why: str
) -> None:
    path, file = play(tmp_path / "games", 1), tmp_path / "index.db"
    first = LibraryIndex(tmp_path / "games", file)
    first.refresh()
    first.close()
    harm(file)
    shelf = LibraryIndex(tmp_path / "games", file)
    shelf.refresh()
    assert ids(shelf) == [path.name]
    assert why in shelf.notice
    assert "\n" not in shelf.notice
    assert LibraryIndex(tmp_path / "games", file).notice == ""


def test_where_nothing_can_be_kept_the_games_are_listed_nevertheless(tmp_path: Path) -> None:
    path = play(tmp_path / "games", 1)
    (tmp_path / "taken").write_text("a file, no folder")
    shelf = LibraryIndex(tmp_path / "games", tmp_path / "taken" / "index.db")
    shelf.refresh()
    assert ids(shelf) == [path.name]
    assert "cannot be kept" in shelf.notice


def test_rebuilding_reads_everything_again(tmp_path: Path) -> None:
    play(tmp_path / "games", 1)
    shelf = LibraryIndex(tmp_path / "games", tmp_path / "index.db")
    shelf.refresh()
    shelf.rebuild()
    assert shelf.games() == []
    assert shelf.refresh() == (1, 0, 0)


def test_several_may_bring_it_up_to_date_at_once(tmp_path: Path) -> None:
    paths = [play(tmp_path / "games", day) for day in range(1, 9)]
    shelves = [LibraryIndex(tmp_path / "games", tmp_path / "index.db") for _ in range(4)]
    threads = [threading.Thread(target=shelf.refresh) for shelf in shelves]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for shelf in shelves:
        assert sorted(ids(shelf)) == sorted(path.name for path in paths)
        assert shelf.notice == ""
    with sqlite3.connect(tmp_path / "index.db") as kept:
        assert kept.execute("SELECT count(*) FROM words").fetchone() == (8,)


def test_no_folder_means_no_games(tmp_path: Path) -> None:
    shelf = LibraryIndex(tmp_path / "nowhere")
    assert shelf.refresh() == (0, 0, 0)
    assert shelf.games() == []


def problems(games: Path, file: Path) -> tuple[int, list[str]]:
    """How many games a new index reads, and the problems of all, newest first."""
    shelf = LibraryIndex(games, file)
    read = shelf.refresh().read
    found = [game.problem for game in shelf.games()]
    shelf.close()
    return read, found


@pytest.mark.parametrize("other", [None, Role("Witch", "village", "check")])
def test_games_that_a_changed_role_may_concern_alone_are_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, other: Role | None
) -> None:
    """A role of the files comes, changes and goes; here the Witch is one beyond the first."""
    first: tuple[RoleName, ...] = tuple(role for role in ROLES if role != "Witch")
    monkeypatch.setattr(wolfcore.game.roles, "layout_roles", lambda: first)
    games, file = tmp_path / "games", tmp_path / "index.db"
    for day in (1, 2):
        play(games, day)
    play(games, 3, "xu7")
    (play(games, 4) / LOG_FILE).write_bytes(b"no game")

    def said(found: list[str], problem: str) -> bool:
        damaged, of_role, *others = found
        known = problem in of_role and bool(problem) == bool(of_role)
        return "is not a saved game" in damaged and known and others == ["", ""]

    with monkeypatch.context() as there:
        if other:
            there.setitem(ROLES, "Witch", other)
        else:
            remove_role(there, "Witch")
        problem = "other rules for the role Witch" if other else "no file of the role Witch"
        read, found = problems(games, file)
        assert read == 4
        assert said(found, problem)
        assert problems(games, file) == (0, found)
    read, found = problems(games, file)
    assert read == 2
    assert said(found, "")
    assert problems(games, file) == (0, found)
    monkeypatch.setitem(ROLES, "Witch", Role("Witch", "wolves", "check"))
    read, found = problems(games, file)
    assert read == 2
    assert said(found, "other rules for the role Witch")


def test_what_an_earlier_version_could_not_read_is_read_once_more(tmp_path: Path) -> None:
    games, file = tmp_path / "games", tmp_path / "index.db"
    (play(games, 1) / LOG_FILE).write_bytes(b"no game")
    play(games, 2)
    assert problems(games, file)[0] == 2
    with sqlite3.connect(file) as kept:
        kept.execute("DELETE FROM seal")
        kept.execute(
            "UPDATE games SET mark = rtrim(substr(mark, 1, length(mark) - 16)) WHERE problem"
        )
    kept.close()
    assert [problems(games, file)[0] for _ in range(2)] == [1, 0]
