"""What models took, by player: counted while a table plays and read from what is saved, which
agree."""

from __future__ import annotations

from pathlib import Path

from tests.core.agents.tables import BAD, HOUSE, SEATS, play
from tests.core.models.serving import chat, error
from tests.core.players.sitters import Talker, Waiting, a_spec, talkers
from wolfcore.game import Game
from wolfcore.records import GameFolder, NewGame, SeatSpec, read_game
from wolfcore.table import (
    Replacement,
    Spent,
    Table,
    TableOptions,
    TimeLimits,
    UsageCounter,
    read_calls,
    usage_of_game,
)


async def test_who_took_over_is_not_blamed_for_the_player_of_before(tmp_path: Path) -> None:
    tally = UsageCounter(SEATS)
    played = await play(
        tmp_path, chat("No."), chat("No."), error(401, "bad key"), on_dead=HOUSE, watchers=[tally]
    )
    found = {spent.player: spent for spent in tally.usage}
    assert set(found) == {"vanilla@bad", "vanilla@good"}
    # Two replies of no use, then none at all: calls were made and paid for, and no answer came of
    # them.
    assert found["vanilla@bad"] == Spent("vanilla@bad", calls=3, tokens=240, lost=1)
    assert found["vanilla@good"].answers == found["vanilla@good"].calls > 10
    about = played.saved.about
    assert about
    assert about.seats_now()[BAD - 1].text == "bot:normal"
    saved = {spent.player: spent for spent in usage_of_game(played.notes, played.saved.journal)}
    assert saved["vanilla@good"] == found["vanilla@good"]
    assert "bot:normal" not in saved
    assert sum(spent.calls for spent in saved.values()) == sum(
        spent.calls for spent in found.values()
    )


async def test_repaired_and_replaced_answers_are_counted_alike_live_and_saved(
    tmp_path: Path,
) -> None:
    tally = UsageCounter(SEATS)
    played = await play(tmp_path, chat("No."), on_dead="stop", watchers=[tally])
    found = {spent.player: spent for spent in tally.usage}
    bad = found["vanilla@bad"]
    assert bad.replaced == list(played.hows().values()).count("fallback") > 0
    assert bad.calls == len(played.calls())
    assert {
        spent.player: spent for spent in usage_of_game(played.notes, played.saved.journal, SEATS)
    } == found


async def test_answers_for_models_that_were_late_count_as_replaced_though_no_call_came_to_its_end(
    tmp_path: Path,
) -> None:
    spec, late, seats = (
        a_spec(),
        Waiting(),
        (SeatSpec("vanilla", (), "m"), *[SeatSpec("random")] * 6),
    )
    folder, tally = (
        GameFolder.create(tmp_path, NewGame(spec, seats, version="1")),
        UsageCounter(seats),
    )
    stand_in = Replacement(SeatSpec("bot"), Talker())
    table = Table(
        Game(spec),
        {**talkers(spec), 1: late},
        folder=folder,
        options=TableOptions(watchers=[tally], stand_in=stand_in, limits=TimeLimits(0.001)),
    )
    await table.run()
    journal = read_game(folder.path).journal
    answers = [record for record in journal.values() if record.seat == 1]
    assert tally.usage == (Spent("vanilla@m", answers=len(answers), replaced=len(answers)),)
    assert usage_of_game(read_calls(folder.path).records, journal, seats) == tally.usage
