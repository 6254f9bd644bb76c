"""Going on with a saved game: resume and fork."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.core.players.sitters import Listed, a_spec, broken_off, played, talkers
from tests.core.records.test_reading import IMPORTED, rewrite
from wolfcore.errors import ConfigError, LogError
from wolfcore.game import Answer, AskKind, Game, GameSpec
from wolfcore.players import Desk
from wolfcore.records import (
    JOURNAL_FILE,
    LOG_FILE,
    ForkParent,
    GameFolder,
    NewGame,
    SeatSpec,
    is_locked,
    read_game,
)
from wolfcore.table import Table, fork, play_now, resume, verify

VERSION = "1.2.3"


@pytest.mark.parametrize("batches", [0, 1, 2, 7, 15])
def test_a_game_broken_off_ends_as_the_undisturbed_one(tmp_path: Path, batches: int) -> None:
    path = broken_off(tmp_path, batches)
    resumed = resume(path)
    assert resumed.seats == (SeatSpec("random"),) * 7
    play_now(resumed.game, talkers(a_spec()), resumed.folder, resumed.journal)
    assert read_game(path).log == played(tmp_path / "other").log
    assert read_game(path).answers == played(tmp_path / "other").answers


def test_only_what_has_no_answer_is_asked(tmp_path: Path) -> None:
    path, spec = broken_off(tmp_path, 0, a_spec("helmsman7")), a_spec("helmsman7")
    whole = played(tmp_path / "other", spec)
    first = [ask.id for ask in Game(spec).asks]
    with GameFolder.open(path) as folder:
        folder.add_answers(*(whole.journal[ask] for ask in first[1:]))
    resumed = resume(path)
    assert set(resumed.journal) == set(first[1:])
    sitter = Listed(lambda ask: Answer(ask.options[0]))
    play_now(resumed.game, dict.fromkeys(range(1, 8), sitter), resumed.folder, resumed.journal)
    asked = [ask.id for ask in sitter.asked]
    assert asked[0] == first[0]
    assert not set(asked) & set(first[1:])


def test_a_log_behind_its_journal_is_completed(tmp_path: Path) -> None:
    saved = played(tmp_path)
    for left in (1, 2, len(saved.log.splitlines()) // 2, len(saved.log.splitlines()) - 1):
        (saved.path / LOG_FILE).write_bytes(b"".join(saved.log.splitlines(keepends=True)[:left]))
        resumed = resume(saved.path)
        resumed.folder.close()
        assert resumed.game.over
        assert (saved.path / LOG_FILE).read_bytes() == saved.log


def test_torn_lines_are_cut_off_and_said(tmp_path: Path) -> None:
    path = broken_off(tmp_path, 9)
    for name in (LOG_FILE, JOURNAL_FILE):
        with (path / name).open("ab") as file:
            file.write(b'{"to":"al')
    resumed = resume(path)
    assert resumed.notes == tuple(
        f"The last line of {name} is incomplete and was left out."
        for name in (LOG_FILE, JOURNAL_FILE)
    )
    play_now(resumed.game, talkers(a_spec()), resumed.folder, resumed.journal)
    assert read_game(path).log == played(tmp_path / "other").log


def test_a_finished_game_is_over_and_unchanged(tmp_path: Path) -> None:
    saved = played(tmp_path)
    with (resumed := resume(saved.path)).folder:
        assert resumed.game.over
    assert (saved.path / LOG_FILE).read_bytes() == saved.log


def test_a_log_that_does_not_follow_from_its_answers_is_not_resumed(tmp_path: Path) -> None:
    path = broken_off(tmp_path, 12)
    line = next(
        number
        for number, line in enumerate((path / LOG_FILE).read_bytes().split(b"\n"), 1)
        if b'"Said"' in line
    )
    rewrite(path / LOG_FILE, line, b"I am", b"I was")
    with pytest.raises(LogError, match=rf"game\.jsonl, line {line}: differs from what"):
        resume(path)
    assert not is_locked(path)


def test_games_of_other_rules_imported_ones_and_those_being_played_are_not_resumed(
    tmp_path: Path,
) -> None:
    path = broken_off(tmp_path, 12)
    with GameFolder.open(path), pytest.raises(LogError, match="is being played by another wolftui"):
        resume(path)
    rewrite(path / LOG_FILE, 1, b'"rules":1', b'"rules":2')
    with pytest.raises(LogError, match="reviewed, but not resumed"):
        resume(path)
    (path / LOG_FILE).write_bytes(IMPORTED)
    with pytest.raises(LogError, match="was imported from elsewhere"):
        resume(path)
    with pytest.raises(LogError, match="holds no saved game"):
        resume(tmp_path / "nowhere")


# -- fork


def test_a_fork_leaves_its_parent_at_the_start_of_the_batch(tmp_path: Path) -> None:
    parent = played(tmp_path)
    votes = [ask for ask in parent.journal if ask.startswith("d1.vote")]
    forked = fork(parent, votes[2], tmp_path, version=VERSION, seats={3: SeatSpec("human")})
    assert [ask.id for ask in forked.game.asks] == votes
    assert not set(forked.journal) & set(votes)
    forked.folder.close()
    saved = read_game(forked.folder.path)
    assert saved.path != parent.path
    assert saved.spec == parent.spec
    assert parent.log.startswith(saved.log)
    assert list(saved.journal.values()) == [
        record for ask, record in parent.journal.items() if ask in saved.journal
    ]
    assert saved.about is not None
    assert saved.about.fork == ForkParent(parent.id, votes[2])
    assert saved.about.seats == (
        *[SeatSpec("random")] * 2,
        SeatSpec("human", ("looked",)),
        *[SeatSpec("random")] * 4,
    )
    assert (parent.path / LOG_FILE).read_bytes() == parent.log


@pytest.mark.parametrize("board", ["duel6", "helmsman7", "classic12"])
async def test_a_fork_played_by_the_same_players_is_the_same_game(
    tmp_path: Path, board: str
) -> None:
    parent = played(tmp_path, a_spec(board))
    for at in list(parent.journal)[:: len(parent.journal) // 6]:
        forked = fork(parent, at, tmp_path, version=VERSION)
        await Table(
            forked.game, talkers(parent.spec), folder=forked.folder, journal=forked.journal
        ).run()
        saved = read_game(forked.folder.path)
        assert saved.log == parent.log
        assert verify(saved).finished


def test_a_fork_may_go_another_way_and_be_resumed_and_forked_again(tmp_path: Path) -> None:
    parent = played(tmp_path)
    at = next(ask for ask in parent.journal if ask.startswith("d1.speak"))
    forked = fork(parent, at, tmp_path, version=VERSION)
    forked.folder.close()
    resumed = resume(forked.folder.path)
    assert [ask.id for ask in resumed.game.asks] == [at]
    quiet = Listed(lambda ask: Answer(ask.options[-1], text="I say nothing"))
    play_now(resumed.game, dict.fromkeys(range(1, 8), quiet), resumed.folder, resumed.journal)
    other = read_game(resumed.folder.path)
    assert other.log != parent.log
    assert verify(other).finished
    with fork(other, at, tmp_path, version=VERSION).folder as folder:
        assert folder.about is not None
        assert folder.about.fork == ForkParent(other.id, at)


def test_a_fork_at_the_first_ask_and_at_one_that_is_still_out(tmp_path: Path) -> None:
    saved = read_game(broken_off(tmp_path, 6))
    first = fork(saved, next(iter(saved.journal)), tmp_path, version=VERSION)
    first.folder.close()
    assert first.journal == {}
    out = fork(saved, verify(saved).game.asks[0].id, tmp_path, version=VERSION)
    out.folder.close()
    assert out.journal == saved.answers


def test_take_overs_before_the_fork_count_and_later_ones_do_not(tmp_path: Path) -> None:
    parent = played(tmp_path)
    asks = list(parent.journal)
    with GameFolder.open(parent.path) as folder:
        assert folder.about is not None
        early = folder.about.with_take_over(2, asks[1], SeatSpec("bot", ("easy",)))
        folder.rewrite_about(early.with_take_over(5, asks[-1], SeatSpec("bot", ("hard",))))
    at = next(ask for ask in asks if ask.startswith("d1.vote"))
    with fork(read_game(parent.path), at, tmp_path, version=VERSION).folder as folder:
        assert folder.about is not None
        assert [spec.text for spec in folder.about.seats] == ["random", "bot:easy", *["random"] * 5]
        assert folder.about.changes == ()


def test_a_fork_keeps_to_itself_who_was_seated_by_role(tmp_path: Path) -> None:
    spec = a_spec()
    folder = GameFolder.create(
        tmp_path,
        NewGame(
            spec, (SeatSpec("random"),) * 7, version=VERSION, by_role=True, eyes_after_death="all"
        ),
    )
    play_now(Game(spec), talkers(spec), folder)
    saved = read_game(folder.path)
    with fork(saved, next(iter(saved.journal)), tmp_path, version=VERSION).folder as forked:
        assert forked.about is not None
        assert (forked.about.by_role, forked.about.eyes_after_death) == (True, "all")


def test_an_ask_or_seat_that_does_not_exist_is_answered_with_what_is_near(tmp_path: Path) -> None:
    parent = played(tmp_path)
    before = sorted(path.name for path in tmp_path.iterdir())
    with pytest.raises(
        ConfigError, match=r"there is no ask `d1\.vot\.3` in .*Did you mean d1\.vote\.\d"
    ):
        fork(parent, "d1.vot.3", tmp_path, version=VERSION)
    with pytest.raises(ConfigError, match=r"there is no ask `\?`.*The asks run from n1\."):
        fork(parent, "?", tmp_path, version=VERSION)
    with pytest.raises(ConfigError, match=r"there is no seat 9\. sla7 has seats 1 to 7"):
        fork(
            parent,
            next(iter(parent.journal)),
            tmp_path,
            version=VERSION,
            seats={9: SeatSpec("human")},
        )
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_a_fork_into_a_place_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    parent = played(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigError, match="no game can be saved there"):
        fork(parent, next(iter(parent.journal)), tmp_path / "file", version=VERSION)


def at_the_block(spec: GameSpec) -> list[int]:
    """Before which batches of the talkers' game a seat is asked for its defence."""
    game, players, batches = Game(spec), talkers(spec), list[AskKind]()
    while game.asks:
        batches.append(game.asks[0].kind)
        given = {
            ask.id: players[ask.seat].answer_now(
                game.view(ask.seat), ask, Desk.of_seed(ask, spec.seed)
            )
            for ask in game.asks
        }
        game.submit(given)
    return [number for number, kind in enumerate(batches) if kind == "defend"]


@pytest.mark.parametrize("board", ["duel6", "classic9", "classic12"])
def test_a_game_broken_off_at_the_block_goes_on_with_the_defence(
    tmp_path: Path, board: str
) -> None:
    spec = a_spec(board)
    whole, moments = played(tmp_path / "other", spec), at_the_block(spec)
    assert moments
    for batches in moments:
        path = broken_off(tmp_path / str(batches), batches, spec)
        resumed = resume(path)
        (ask,) = resumed.game.asks
        assert (ask.kind, ask.phase) == ("defend", "defence")
        sitters = {
            seat: Listed(lambda ask: whole.answers[ask.id])
            for seat in range(1, spec.board.size + 1)
        }
        play_now(resumed.game, sitters, resumed.folder, resumed.journal)
        assert sitters[ask.seat].asked[0] == ask
        assert read_game(path).log == whole.log
        assert verify(read_game(path)).finished


def test_a_defence_that_was_answered_and_not_yet_logged_is_not_asked_again(tmp_path: Path) -> None:
    spec = a_spec("duel6")
    whole, batches = played(tmp_path / "other", spec), at_the_block(spec)[0]
    path = broken_off(tmp_path, batches + 1, spec)
    log = (path / LOG_FILE).read_bytes().splitlines(keepends=True)
    (path / LOG_FILE).write_bytes(
        b"".join(log[:-2])
    )  # without the speech and the vote that begins after it
    resumed = resume(path)
    assert {ask.kind for ask in resumed.game.asks} == {"vote"}
    play_now(resumed.game, talkers(spec), resumed.folder, resumed.journal)
    assert read_game(path).log == whole.log
