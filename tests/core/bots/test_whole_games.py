"""The house bots play every board to its end, legally, from their views alone."""

from __future__ import annotations

from statistics import mean
from typing import get_args

import pytest
from msgspec.structs import replace

from tests.core.bots.playing import encoded, play, speeches
from wolfcore.bots import HouseBot
from wolfcore.bots.fingerprints import sentences
from wolfcore.game import (
    Answer,
    Ask,
    AskKind,
    Game,
    RoleName,
    View,
    board_names,
    get_board,
    make_spec,
    view_of,
)
from wolfcore.game import facts as f
from wolfcore.players import Desk, SyncPlayer
from wolfcore.speech import read
from wolfcore.speech.acts import without_content


@pytest.mark.slow(only=("classic12", "plus11+sheriff", "plus12", "plus12+sheriff"))
@pytest.mark.parametrize("board", board_names())
def test_a_new_bot_before_every_ask_plays_the_same_game_to_its_end(board: str) -> None:
    kept, fresh = play(board, 11), play(board, 11, fresh=True)
    assert kept.result is not None
    assert encoded(list(kept.log)) == encoded(list(fresh.log))


@pytest.mark.slow
def test_every_kind_of_ask_is_met_and_answered() -> None:
    met = set[AskKind]()

    def note(_view: View, ask: Ask) -> Answer | None:
        met.add(ask.kind)
        return None

    for board in ("helmsman7", "xu7", "plus9+sheriff", "arena8", "classic9", "duel6"):
        for seed in range(6):
            play(board, seed, takeover=note)
    assert met == set(get_args(AskKind))


@pytest.mark.parametrize("board", ["sla7", "xu7", "classic9"])
def test_the_facts_of_the_seat_are_all_that_a_bot_uses(board: str) -> None:
    game = Game(make_spec(get_board(board), 3))
    while game.asks:
        answers: dict[str, Answer] = {}
        for ask in game.asks:
            folded = view_of(game.log, ask.seat, game.spec.board, game.spec.names)
            answers[ask.id] = HouseBot().answer_now(folded, ask, Desk.of_seed(ask, 3))
            assert answers[ask.id] == HouseBot().answer_now(
                game.view(ask.seat), ask, Desk.of_seed(ask, 3)
            )
        game.submit(answers)


_FIRST_DEAL: dict[int, RoleName] = {
    1: "Werewolf",
    2: "Werewolf",
    3: "Seer",
    4: "Doctor",
    5: "Villager",
    6: "Villager",
    7: "Villager",
}
_SECOND_DEAL: dict[int, RoleName] = {
    1: "Seer",
    2: "Doctor",
    3: "Werewolf",
    4: "Werewolf",
    5: "Villager",
    6: "Villager",
    7: "Villager",
}


def _answers_of_seat_7(deal: dict[int, RoleName]) -> list[tuple[str, Answer]]:
    """What seat 7 answers on day 1 where everybody else does by script the same in every deal."""
    given: list[tuple[str, Answer]] = []

    def scripted(view: View, ask: Ask) -> Answer:
        if ask.seat == 7:
            given.append((ask.id, HouseBot().answer_now(view, ask, Desk.of_seed(ask, 5))))
            return given[-1][1]
        return Answer(6 if ask.kind == "kill" else ask.options[0], text="Hm.")

    play("sla7", 5, deal=deal, takeover=scripted, until=lambda game: game.state.day == 2)
    return given


def test_a_villager_answers_alike_whoever_the_unknown_wolves_are() -> None:
    first, second = _answers_of_seat_7(_FIRST_DEAL), _answers_of_seat_7(_SECOND_DEAL)
    assert [ask for ask, _ in first] == ["d1.speak.7", "d1.vote.7"]
    assert first == second


@pytest.mark.parametrize("level", ["easy", "hard"])
@pytest.mark.parametrize("board", ["sla7", "classic9", "plus10"])
def test_nobody_tells_of_a_rescue_in_a_first_night_without_deaths(board: str, level: str) -> None:
    shipped = get_board(board)
    calm = replace(shipped, switches=replace(shipped.switches, first_night_deaths=False))
    whispered = False
    for seed in range(4):
        game = play(calm, seed, level=level, until=lambda game: game.state.day == 2)
        for entry in game.log:
            fact = entry.fact
            if isinstance(fact, f.Thought):
                meant = fact.text.partition("Saying: ")[2].rstrip(".").split(", ")
                assert not {"open quiet", "told saved", "told protected"}.intersection(meant)
            elif isinstance(fact, f.Whispered):
                whispered = True
                assert fact.text
                heard = read(fact.text, fact.seat, game.spec.names, calm.size)
                assert not without_content(heard)
    assert whispered == (calm.switches.whisper_rounds > 0)


@pytest.mark.parametrize("board", ["sla7", "arena8", "classic9", "plus12+sheriff"])
def test_no_sentence_is_said_twice_in_a_game(board: str) -> None:
    for seed in range(2 if board == "plus12+sheriff" else 8):
        said = [
            sentence
            for speech in speeches(play(board, seed))
            for sentence in sentences(speech.text)
        ]
        assert len(said) > 5
        assert len(said) == len(set(said))


@pytest.mark.slow
def test_no_whisper_is_whispered_twice_in_a_game() -> None:
    for seed in range(8):
        whispers = [
            entry.fact.text
            for entry in play("classic12", seed).log
            if isinstance(entry.fact, f.Whispered)
        ]
        said = [sentence for text in whispers for sentence in sentences(text)]
        assert len(said) > 4
        assert len(said) == len(set(said))


def test_opening_words_differ_from_game_to_game() -> None:
    def first_speech(seed: int) -> str:
        game = play("sla7", seed, until=lambda game: bool(speeches(game)))
        return speeches(game)[0].text

    assert len({first_speech(seed) for seed in range(40)}) > 25


@pytest.mark.slow
def test_wolves_are_not_known_by_how_much_they_say() -> None:
    lengths: dict[bool, list[int]] = {True: [], False: []}
    for seed in range(60):
        game = play("sla7", seed)
        for speech in speeches(game):
            if speech.kind == "speak":
                lengths[game.view(speech.seat).team == "wolves"].append(len(sentences(speech.text)))
    assert abs(mean(lengths[True]) - mean(lengths[False])) < 0.35


@pytest.mark.slow
def test_speeches_have_words_and_at_most_five_sentences() -> None:
    for seed in range(10):
        for speech in speeches(play("classic9", seed)):
            assert 1 <= len(sentences(speech.text)) <= 5


def test_ballots_and_suspicions_come_with_a_thought_and_a_belief_about_every_other_living_seat() -> (
    None
):
    def check(view: View, ask: Ask) -> Answer | None:
        if ask.kind in ("vote", "lean", "suspect"):
            answer = HouseBot().answer_now(view, ask, Desk.of_seed(ask, 1))
            assert answer.thought
            assert [belief.seat for belief in answer.beliefs] == [
                seat for seat in view.living if seat != ask.seat
            ]
            assert all(
                5 <= belief.confidence <= 10 and 0 <= (belief.p_wolf or 0) <= 1
                for belief in answer.beliefs
            )
        return None

    play("helmsman7", 2, takeover=check)
    play("plus8", 2, takeover=check)


@pytest.mark.parametrize("board", ["helmsman7", "xu7", "classic9"])
def test_wolves_attack_the_village_where_they_might_attack_their_own(board: str) -> None:
    for seed in range(8):
        game = play(board, seed)
        attacked = [entry.fact.target for entry in game.log if isinstance(entry.fact, f.Attacked)]
        assert attacked
        assert all(target and game.view(target).team == "village" for target in attacked)


async def test_the_slow_way_of_asking_gives_the_same_answer() -> None:
    game = Game(make_spec(get_board("sla7"), 1))
    bot = HouseBot()
    assert isinstance(bot, SyncPlayer)
    for ask in game.asks:
        view = game.view(ask.seat)
        assert await bot.answer(view, ask, Desk.of_seed(ask, 1)) == bot.answer_now(
            view, ask, Desk.of_seed(ask, 1)
        )


def test_one_bot_may_sit_at_several_tables_at_once() -> None:
    shared = HouseBot()
    games = [Game(make_spec(get_board("sla7"), seed)) for seed in (21, 22)]
    while any(game.asks for game in games):
        for game in games:
            if game.asks:
                seed = game.spec.seed
                game.submit(
                    {
                        ask.id: shared.answer_now(game.view(ask.seat), ask, Desk.of_seed(ask, seed))
                        for ask in game.asks
                    }
                )
    for game in games:
        assert encoded(list(game.log)) == encoded(list(play("sla7", game.spec.seed).log))
