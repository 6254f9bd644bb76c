"""Whose game it is: persons from the start, by a fork or by a take-over."""

from __future__ import annotations

from pathlib import Path

from wolfcore.game import get_board, make_spec
from wolfcore.records import GameFolder, NewGame, SeatSpec, header_of
from wolftui.games.session.shown_game import had_person, people_in

BOTS = (SeatSpec("random"),) * 7


def saved(
    tmp_path: Path, *, people: tuple[int, ...] = (), seats: tuple[SeatSpec, ...] = BOTS
) -> GameFolder:
    return GameFolder.create(
        tmp_path,
        NewGame(make_spec(get_board("sla7"), 7, people=dict.fromkeys(people)), seats, version="0"),
    )


def test_a_game_of_bots_is_nobody_s(tmp_path: Path) -> None:
    with saved(tmp_path) as folder:
        assert not had_person(folder.path)


def test_a_person_from_the_start_a_fork_or_a_take_over_counts(tmp_path: Path) -> None:
    human = SeatSpec("human")
    with (
        saved(tmp_path, people=(4,)) as started,
        saved(tmp_path, seats=(human, *BOTS[1:])) as forked,
        saved(tmp_path) as taken,
    ):
        assert taken.about is not None
        taken.rewrite_about(taken.about.with_take_over(3, "d1.vote.3", human))
        for folder, seat in ((started, 4), (forked, 1), (taken, 3)):
            assert had_person(folder.path)
            header = header_of(
                make_spec(get_board("sla7"), 7, people={4: None} if seat == 4 else {})
            )
            assert people_in(header, folder.about) == (seat,)


def test_a_person_who_left_their_seat_to_a_bot_still_counts(tmp_path: Path) -> None:
    with saved(tmp_path, people=(4,), seats=(*BOTS[:3], SeatSpec("human"), *BOTS[4:])) as folder:
        assert folder.about is not None
        folder.rewrite_about(folder.about.with_take_over(4, "d1.vote.4", SeatSpec("bot")))
        assert had_person(folder.path)


def test_what_cannot_be_read_may_be_somebody_s(tmp_path: Path) -> None:
    (tmp_path / "game.jsonl").write_text("nonsense\n")
    assert had_person(tmp_path)
