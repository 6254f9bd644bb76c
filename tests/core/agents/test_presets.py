"""Every preset plays whole games, and what it keeps between asks is in its answers alone."""

from __future__ import annotations

import pytest

from tests.core.agents.remembering import AnyTaken, ListedExperiences, SharedWords
from tests.core.agents.replies import model
from wolfcore.agents import PRESETS, LanguagePlayer, read_options
from wolfcore.agents.pipeline import STEPS, steps_of
from wolfcore.game import Ask, AskKind, Game, get_board, make_spec
from wolfcore.players import CallRecord, Player, Progress
from wolfcore.players.conformance import check_player
from wolfcore.table import Noted, Table, TableOptions, Watcher

KINDS: tuple[AskKind, ...] = ("speak", "vote", "suspect", "bid")


def player_of(name: str, *words: str) -> Player:
    settings = read_options(words, PRESETS[name].settings)
    return LanguagePlayer(
        model(),
        settings,
        embedder=SharedWords(),
        experiences=ListedExperiences(),
        chooser=AnyTaken(),
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_keeps_the_contract_of_a_machine_player(name: str) -> None:
    check_player(lambda: player_of(name), seeds=(1,))


class Slow(SharedWords):
    """Has to be loaded first."""

    ready = False

    async def load(self) -> None:
        self.ready = True


async def test_the_table_is_told_while_memory_is_loaded_and_only_then() -> None:
    game = Game(make_spec(get_board("duel6"), 3))
    told: list[str] = []

    class Listening(Watcher):
        def progress(self, ask: Ask, progress: Progress) -> None:
            told.append(progress.doing)

    slow = Slow()
    seat = LanguagePlayer(model(), read_options((), PRESETS["xu2023"].settings), embedder=slow)
    players = {
        number: seat if number == 2 else player_of("vanilla")
        for number in range(1, game.spec.board.size + 1)
    }
    await Table(game, players, options=TableOptions(watchers=(Listening(),))).run()
    assert slow.ready
    assert told.count("loading") == 1


@pytest.mark.slow
@pytest.mark.parametrize("board", ["duel6", "sla7", "helmsman7", "xu7", "plus8", "arena8"])
@pytest.mark.parametrize("name", PRESETS)
async def test_every_preset_plays_every_kind_of_board_to_its_end(name: str, board: str) -> None:
    game = Game(make_spec(get_board(board), 3))
    seat = player_of(name)
    result = await Table(game, dict.fromkeys(range(1, game.spec.board.size + 1), seat)).run()
    assert result


def test_every_step_of_every_setting_has_its_words_and_stands_in_their_order() -> None:
    whole = list(STEPS)
    seen = set[str]()
    for record in ("whole", "recalled", "sorted", "retrieved"):
        for switch in (
            "style=default",
            "deduce=each",
            "questions=both",
            "reflect=on",
            "experience=xu",
            "intentions=on",
            "candidates=2",
        ):
            settings = read_options((f"record={record}", switch)).settings
            for kind in KINDS:
                places = [whole.index(step.__name__) for step in steps_of(settings, kind)]
                assert places == sorted(places)
                seen |= {whole[place] for place in places}
    assert seen == set(whole)


class Calls(Watcher):
    """Keeps the calls of a game."""

    def __init__(self) -> None:
        self.made: list[CallRecord] = []

    def call_noted(self, noted: Noted) -> None:
        self.made += [noted.call] if noted.call else []


@pytest.mark.parametrize(
    ("name", "beside", "alone"),
    [
        ("helmsman", {"deduce"}, {""}),
        ("xu2023", {"question"}, {"", "question", "reflect"}),
        ("sla-llm", set[str](), {"deduce", "propose", "select"}),
        ("sla", set[str](), {"deduce", "propose"}),
    ],
)
async def test_calls_that_go_out_together_say_so_and_no_others(
    name: str, beside: set[str], alone: set[str]
) -> None:
    game, calls = Game(make_spec(get_board("duel6"), 3)), Calls()
    await Table(
        game, dict.fromkeys(range(1, 7), player_of(name)), options=TableOptions(watchers=(calls,))
    ).run()
    assert {call.step for call in calls.made if call.beside} == beside
    assert alone <= {call.step for call in calls.made if not call.beside}
    assert all(call.about for call in calls.made if call.beside)
    assert all(
        call.about.startswith("question ")
        for call in calls.made
        if call.beside and call.step == "question"
    )
