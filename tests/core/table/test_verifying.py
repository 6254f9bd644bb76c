"""Whatever is changed in a game's folder after its end is named, and what is wrong without a digest
too."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, cast

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.core.players.sitters import a_spec, broken_off, new_folder, played, talkers
from wolfcore.errors import LogError
from wolfcore.game import Answer, Game, get_board, make_spec
from wolfcore.records import (
    ABOUT_FILE,
    DIGEST_FILE,
    JOURNAL_FILE,
    LOG_FILE,
    About,
    AnswerRecord,
    GameFolder,
    NewGame,
    SavedGame,
    SeatSpec,
    read_game,
)
from wolfcore.table import (
    Comparison,
    Table,
    compare,
    fork,
    integrity_problem,
    play_now,
    resume,
    verify,
)
from wolfcore.table.verification import DIGEST_ONLY_FIELDS

FILES = (LOG_FILE, JOURNAL_FILE, ABOUT_FILE, DIGEST_FILE)


@cache
def a_game() -> SavedGame:
    return played(Path(mkdtemp()))


def changed(
    saved: SavedGame, file: str, data: bytes, *, digest: bool = True
) -> Comparison | LogError:
    """What is found in a copy of a game of which one file holds other bytes, with its digest or
    without."""
    home = Path(mkdtemp())
    try:
        folder = home / saved.id
        folder.mkdir()
        for name in FILES:
            if digest or name != DIGEST_FILE:
                shutil.copy(saved.path / name, folder)
        (folder / file).write_bytes(data)
        try:
            return compare(read_game(folder))
        except LogError as error:
            return error
    finally:
        shutil.rmtree(home)


def is_found(result: Comparison | LogError) -> bool:
    return isinstance(result, LogError) or bool(result.differences)


def named(result: Comparison | LogError) -> list[tuple[str, int, str]]:
    assert isinstance(result, Comparison), result
    return [(each.file, each.line, each.field) for each in result.differences]


def test_a_game_as_it_was_played_has_no_difference() -> None:
    saved = a_game()
    assert compare(saved).differences == ()
    assert saved.digest is not None
    assert saved.digest.made == "end"
    assert integrity_problem(saved) == ""


@pytest.mark.slow
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_no_byte_of_log_or_journal_is_changed_added_or_taken_out_unnoticed(
    data: st.DataObject,
) -> None:
    saved = a_game()
    file = data.draw(st.sampled_from([LOG_FILE, JOURNAL_FILE]))
    held = (saved.path / file).read_bytes()
    place = data.draw(st.integers(0, len(held) - 1))
    byte = bytes([data.draw(st.integers(0, 255).filter(lambda byte: byte != held[place]))])
    way = data.draw(st.sampled_from(["change", "add", "take out", "cut"]))
    after = {
        "change": byte + held[place + 1 :],
        "add": byte + held[place:],
        "take out": held[place + 1 :],
        "cut": b"",
    }[way]
    other = held[:place] + after
    assert other == held or is_found(changed(saved, file, other))


def lines_moved(lines: list[bytes]) -> Iterator[list[bytes]]:
    for place in range(len(lines)):
        yield lines[:place] + lines[place + 1 :]
        yield lines[: place + 1] + lines[place:]
        yield [*lines, lines[place]]
        if place:
            yield [*lines[: place - 1], lines[place], lines[place - 1], *lines[place + 1 :]]


@pytest.mark.slow
@pytest.mark.parametrize("file", [LOG_FILE, JOURNAL_FILE])
def test_no_line_is_taken_out_put_in_or_moved_unnoticed(file: str) -> None:
    saved = a_game()
    held = (saved.path / file).read_bytes()
    for lines in lines_moved(held.splitlines(keepends=True)):
        other = b"".join(lines)
        assert other == held or is_found(changed(saved, file, other)), lines


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    if isinstance(value, dict):
        for key, each in cast("dict[str, Any]", value).items():
            yield from leaves(each, (*path, key))
    elif isinstance(value, list):
        for place, each in enumerate(cast("list[Any]", value)):
            yield from leaves(each, (*path, place))


def with_leaf(value: Any, path: tuple[Any, ...], leaf: object) -> bytes:
    """A JSON value with another value in one place, as compact as wolftui writes it."""
    whole = json.loads(json.dumps(value))
    at = whole
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = leaf
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode()


def others(value: object) -> list[object]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int | float):
        return [value + 1]
    if isinstance(value, str):
        return [f"{value}x", "Eve", "random"]
    return [[], {}, None, [3]]


def test_every_field_of_the_header_is_held_and_named() -> None:
    saved = a_game()
    first, rest = saved.log.split(b"\n", 1)
    header = json.loads(first)
    seen = 0
    for path in filter(None, leaves(header)):
        at = header
        for key in path:
            at = at[key]
        for other in others(at):
            if other == at:
                continue
            line = with_leaf(header, path, other)
            result = changed(saved, LOG_FILE, line + b"\n" + rest)
            assert is_found(result), path
            if isinstance(result, Comparison):
                seen += 1
                name = ".".join(str(key + 1) if isinstance(key, int) else key for key in path)
                found = [
                    field
                    for file, number, field in named(result)
                    if (file, number) == (LOG_FILE, 1)
                ]
                assert any(
                    field.startswith(name) or name.startswith(field) for field in found if field
                ), (path, named(result))
    assert seen > 40, "switches, names, people and seed can be read with other values"


def test_every_field_of_about_is_held_but_what_is_free() -> None:
    saved = a_game()
    about = msgspec.to_builtins(saved.about)
    ask = next(iter(saved.journal))
    new: dict[str, object] = {
        "id": "20200101-sla7-aaaaaa",
        "created": "2020-01-01T00:00:00.000000Z",
        "version": "9",
        "by_role": True,
        "seats": [{"player": "human"}, *about["seats"][1:]],
        "changes": [{"seat": 2, "ask": ask, "player": {"player": "human"}}],
        "fork": {"game": "other", "ask": ask},
        "eyes_after_death": "all",
        "tags": ["mine"],
        "notes": "a note",
        "reader": 99,
        "bots": [9],
        "told": ["a sign"],
        "leanings": "a key",
        "recollection": {"seat": 2, "kind": "exiled"},
        "learn": "other",
        "pools": [{"pool": "other", "revision": 3, "embedder": "e"}],
        "wished": ["wolves=wary"],
        "embedder": "other",
        "deal_number": 7,
    }
    assert set(new) == set(About.__struct_fields__)
    free = (
        "tags",
        "notes",
    )  # what a person writes on a saved game, and nothing that happened in it
    for field in About.__struct_fields__:
        result = changed(saved, ABOUT_FILE, json.dumps({**about, field: new[field]}).encode())
        assert is_found(result) != (field in free), field
        if field not in free:
            assert any(
                file == ABOUT_FILE and found.startswith(field) for file, _, found in named(result)
            ), named(result)
    assert is_found(changed(saved, ABOUT_FILE, b"{"))


def test_every_field_of_an_answer_is_held_and_named() -> None:
    saved = a_game()
    lines = saved.journal_bytes.splitlines()
    record = json.loads(lines[4])
    new: dict[str, object] = {
        "seat": record["seat"] % 7 + 1,
        "player": "human",
        "started": 1.5,
        "seconds": 2.5,
        "tokens_in": 7,
        "tokens_out": 7,
        "tokens_cached": 7,
        "cost": 0.5,
        "calls": 3,
        "faults": {"cut": 1},
    }
    assert set(new) == set(AnswerRecord.__struct_fields__) - {"ask", "answer"}
    for field, value in new.items():
        lines[4] = json.dumps({**record, field: value}).encode()
        result = changed(saved, JOURNAL_FILE, b"\n".join(lines) + b"\n")
        ((file, line, found),) = named(result)
        assert (file, line) == (JOURNAL_FILE, 5)
        assert field in found.split(", ")
    for field, value in {"how": "repaired", "memo": "x"}.items():
        lines[4] = json.dumps({**record, "answer": {**record["answer"], field: value}}).encode()
        assert (JOURNAL_FILE, 5) in {
            each[:2] for each in named(changed(saved, JOURNAL_FILE, b"\n".join(lines) + b"\n"))
        }


def test_fields_that_only_the_digest_holds_are_fields_of_the_journal() -> None:
    assert set(DIGEST_ONLY_FIELDS) <= {*AnswerRecord.__struct_fields__, *Answer.__struct_fields__}
    assert {*AnswerRecord.__struct_fields__} - {"ask", "answer", "seat", "player"} <= set(
        DIGEST_ONLY_FIELDS
    )


def test_log_and_journal_changed_together_are_found() -> None:
    saved = a_game()
    text = next(record.answer.text for record in saved.journal.values() if record.answer.text)
    folder = saved.path.parent / "both"
    shutil.copytree(saved.path, folder)
    for file in (LOG_FILE, JOURNAL_FILE):
        data = (folder / file).read_bytes()
        (folder / file).write_bytes(
            data.replace(
                msgspec.json.encode(text), msgspec.json.encode(text.replace("I am", "I was")), 1
            )
        )
    found = named(compare(read_game(folder)))
    assert (LOG_FILE, 0, "") in found
    assert any(file == JOURNAL_FILE and line for file, line, _ in found)
    (folder / DIGEST_FILE).unlink()
    assert compare(read_game(folder)).differences == (), (
        "which is why it is said that nothing shows it without a digest"
    )
    shutil.rmtree(folder)


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("seat", 6, "was put to seat"),
        ("player", "human", "sat in seat"),
        ("player", "", "sat in seat"),
    ],
)
def test_without_a_digest_another_seat_or_player_in_the_journal_is_named(
    field: str, value: object, problem: str
) -> None:
    saved = a_game()
    lines = saved.journal_bytes.splitlines()
    place = next(place for place, line in enumerate(lines) if json.loads(line)["seat"] != 6)
    lines[place] = json.dumps({**json.loads(lines[place]), field: value}).encode()
    result = changed(saved, JOURNAL_FILE, b"\n".join(lines) + b"\n", digest=False)
    assert named(result) == [(JOURNAL_FILE, place + 1, field)]
    assert isinstance(result, Comparison)
    assert problem in result.differences[0].problem


def test_without_a_digest_a_second_answer_and_a_late_one_are_named() -> None:
    saved = a_game()
    lines = saved.journal_bytes.splitlines(keepends=True)
    twice = changed(saved, JOURNAL_FILE, b"".join([*lines, lines[3]]), digest=False)
    assert named(twice) == [(JOURNAL_FILE, len(lines) + 1, "")]
    late = changed(saved, JOURNAL_FILE, b"".join([*lines[1:], lines[0]]), digest=False)
    assert (JOURNAL_FILE, len(lines), "") in named(late)


def test_without_a_digest_other_players_and_people_in_about_are_named() -> None:
    saved = a_game()
    about = msgspec.to_builtins(saved.about)
    seats = [{"player": "human"}, *about["seats"][1:]]
    found = named(
        changed(saved, ABOUT_FILE, json.dumps({**about, "seats": seats}).encode(), digest=False)
    )
    assert (ABOUT_FILE, 0, "seats") in found
    assert any(each[0] == JOURNAL_FILE and each[2] == "player" for each in found)
    for wrong in ({"seat": 99, "ask": "n1.kill.1"}, {"seat": 2, "ask": "d99.vote.2"}):
        changes = [{**wrong, "player": {"player": "bot"}}]
        found = named(
            changed(
                saved, ABOUT_FILE, json.dumps({**about, "changes": changes}).encode(), digest=False
            )
        )
        assert (ABOUT_FILE, 0, "changes.1") in found
    assert named(
        changed(saved, ABOUT_FILE, json.dumps({**about, "seats": []}).encode(), digest=False)
    ) == [(ABOUT_FILE, 0, "seats")]


def test_a_second_answer_that_the_digest_covers_is_allowed(tmp_path: Path) -> None:
    path = broken_off(tmp_path, 5)
    with GameFolder.open(path) as folder:
        folder.add_answers(next(iter(read_game(path).journal.values())))
    resumed = resume(path)
    play_now(resumed.game, talkers(a_spec()), resumed.folder, resumed.journal)
    saved = read_game(path)
    assert saved.repeated
    assert compare(saved).differences == ()
    (path / DIGEST_FILE).unlink()
    assert [each.line for each in compare(read_game(path)).differences] == list(saved.repeated)


def test_take_over_resume_and_fork_are_verified(tmp_path: Path) -> None:
    path, spec = broken_off(tmp_path, 9), a_spec()
    resumed = resume(path)
    about = resumed.folder.about
    assert about is not None
    resumed.folder.rewrite_about(
        about.with_take_over(2, resumed.game.asks[0].id, SeatSpec("bot", ("hard",)))
    )
    play_now(resumed.game, talkers(spec), resumed.folder, resumed.journal)
    saved = read_game(path)
    assert {record.player for record in saved.journal.values() if record.seat == 2} == {
        "random",
        "bot:hard",
    }
    assert verify(saved).finished
    at = next(ask for ask in saved.journal if ask.startswith("d1.speak"))
    forked = fork(saved, at, tmp_path, version="1", seats={3: SeatSpec("bot", ("easy",))})
    assert not (forked.folder.path / DIGEST_FILE).exists(), (
        "a fork has its own digest, at its own end"
    )
    play_now(forked.game, talkers(spec), forked.folder, forked.journal)
    other = read_game(forked.folder.path)
    assert verify(other).finished
    assert other.digest is not None
    (other.path / DIGEST_FILE).unlink()
    assert compare(read_game(other.path)).differences == ()


def test_a_bot_may_stand_in_for_a_person_of_the_header(tmp_path: Path) -> None:
    spec = make_spec(get_board("sla7"), 5, people={4: None})
    seats = [SeatSpec("random")] * 7
    folder = GameFolder.create(tmp_path, NewGame(spec, seats, version="1"))
    play_now(Game(spec), talkers(spec), folder)
    saved = read_game(folder.path)
    assert saved.header.people == (4,)
    assert compare(saved).differences == ()


def test_a_fork_may_have_other_people_than_the_header_of_its_parent(tmp_path: Path) -> None:
    path, spec = broken_off(tmp_path, 9), a_spec()
    saved = read_game(path)
    at = next(reversed(saved.journal))
    forked = fork(saved, at, tmp_path, version="1", seats={3: SeatSpec("human")})
    play_now(forked.game, talkers(spec), forked.folder, forked.journal)
    other = read_game(forked.folder.path)
    assert other.about is not None
    assert (other.about.seats[2].player, other.header.people) == ("human", saved.header.people)
    assert compare(other).differences == ()


async def test_a_table_seals_its_game_and_leaves_a_broken_one_open(tmp_path: Path) -> None:
    spec = a_spec("helmsman7")
    folder = new_folder(tmp_path, spec)
    await Table(Game(spec), dict(talkers(spec)), folder=folder).run()
    saved = read_game(folder.path)
    assert saved.digest is not None
    assert verify(saved).finished
    assert read_game(broken_off(tmp_path, 4)).digest is None


def test_a_game_that_was_killed_before_its_digest_is_sealed_when_it_is_opened_again(
    tmp_path: Path,
) -> None:
    saved = played(tmp_path)
    (saved.path / DIGEST_FILE).unlink()
    (saved.path / f".{DIGEST_FILE}.new").write_bytes(b'{"form')
    assert compare(read_game(saved.path)).differences == ()
    resume(saved.path).folder.close()
    again = read_game(saved.path)
    assert again.digest is not None
    assert again.digest.made == "later"
    assert compare(again).differences == ()


def test_opening_an_ended_game_again_never_puts_another_digest_in_the_place_of_its_own(
    tmp_path: Path,
) -> None:
    saved = played(tmp_path)
    held = (saved.path / DIGEST_FILE).read_bytes()
    log = saved.path / LOG_FILE
    log.write_bytes(log.read_bytes().replace(saved.header.names[0].encode(), b"Mallory", 1))
    resume(saved.path).folder.close()
    assert (saved.path / DIGEST_FILE).read_bytes() == held
    assert (LOG_FILE, 1, "spec.names.1") in named(compare(read_game(saved.path)))


def test_a_game_that_lost_lines_and_was_played_on_says_so(tmp_path: Path) -> None:
    saved = played(tmp_path)
    for file, left in ((LOG_FILE, 20), (JOURNAL_FILE, 3)):
        lines = (saved.path / file).read_bytes().splitlines(keepends=True)
        (saved.path / file).write_bytes(b"".join(lines[:left]))
    assert {each.file for each in compare(read_game(saved.path)).differences} >= {
        LOG_FILE,
        JOURNAL_FILE,
    }
    for file in (LOG_FILE,):
        (saved.path / file).write_bytes(b"".join(saved.log.splitlines(keepends=True)[:1]))
    resumed = resume(saved.path)
    play_now(resumed.game, talkers(a_spec()), resumed.folder, resumed.journal)
    again = read_game(saved.path)
    assert again.digest is not None
    assert again.digest.made == "again"
    assert verify(again).finished


def test_a_log_completed_from_its_journal_keeps_its_digest(tmp_path: Path) -> None:
    saved = played(tmp_path)
    held = (saved.path / DIGEST_FILE).read_bytes()
    (saved.path / LOG_FILE).write_bytes(saved.log[: saved.log.index(b"\n") + 1])
    resume(saved.path).folder.close()
    assert (saved.path / DIGEST_FILE).read_bytes() == held
    assert verify(read_game(saved.path)).finished


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[" * 100_000,
        b"{}",
        b"null",
        b"\xff",
        b'{"format":7}',
        b'{"format":1,"made":"never"}',
    ],
)
def test_a_damaged_digest_is_a_difference(data: bytes) -> None:
    result = changed(a_game(), DIGEST_FILE, data)
    assert named(result) == [(DIGEST_FILE, 0, "")]


def test_a_digest_that_is_no_plain_file_or_has_no_end_is_not_read(tmp_path: Path) -> None:
    saved = played(tmp_path)
    digest = saved.path / DIGEST_FILE
    digest.unlink()
    os.mkfifo(digest)
    assert "it is a pipe" in compare(read_game(saved.path)).differences[0].problem
    digest.unlink()
    with digest.open("wb") as file:
        file.truncate(1 << 40)
    assert "MB; at most" in compare(read_game(saved.path)).differences[0].problem
    digest.unlink()
    digest.symlink_to("/dev/zero")
    assert "it is a device" in compare(read_game(saved.path)).differences[0].problem


@pytest.mark.slow
def test_no_part_of_a_digest_is_changed_unnoticed_but_when_it_was_made() -> None:
    saved = a_game()
    held = json.loads((saved.path / DIGEST_FILE).read_bytes())
    for path in filter(None, leaves(held)):
        if path[0] in {"format", "made"} or "marks" in path:
            continue
        at = held
        for key in path:
            at = at[key]
        for other in others(at):
            assert other == at or is_found(
                changed(saved, DIGEST_FILE, with_leaf(held, path, other))
            ), path


def test_values_from_a_changed_file_are_cleaned_and_cut() -> None:
    saved = a_game()
    name = json.dumps("\x85" + "long" * 500).encode()
    first, rest = saved.log.split(b"\n", 1)
    line = first[:-1] + b',"' + "\u202eevil".encode() + b'":' + name + b"}"
    result = changed(saved, LOG_FILE, line + b"\n" + rest)
    assert isinstance(result, Comparison)
    told = "".join(each.text for each in result.differences if each.field)
    assert "?evil" in told
    assert "\u202e" not in told
    assert "\x85" not in told
    assert len(told) < 300


def test_a_doubt_is_one_clause_and_costs_no_game_where_there_is_a_digest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = played(tmp_path)
    lines = saved.log.splitlines(keepends=True)
    place = next(place for place, line in enumerate(lines) if b'"Voted"' in line)
    (saved.path / LOG_FILE).write_bytes(b"".join([*lines[:place], *lines[place + 1 :]]))
    driven = list[str]()

    def noted(saved: SavedGame, purpose: str) -> None:
        driven.append(f"{saved.id} {purpose}")

    with monkeypatch.context() as patch:
        patch.setattr("wolfcore.table.verification.replay_batches", noted)
        assert integrity_problem(read_game(saved.path)) == "its files do not match its digest"
    assert not driven
    (saved.path / DIGEST_FILE).unlink()
    assert integrity_problem(read_game(saved.path)) == "its log does not follow from its answers"
