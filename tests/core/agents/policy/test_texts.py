"""A policy that reads words: its numbers, whom it plays for, and what it refuses."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

from tests.core.agents.policy.nets import drawn_checkpoint
from tests.core.agents.policy.tables import BALLOTS, DIMENSIONS, text_policy, turn
from tests.core.agents.replies import model
from tests.core.memory.encoders import WordEncoder, near
from wolfcore.agents import PRESETS, LanguagePlayer, read_options
from wolfcore.agents.policy import choosers, save_checkpoint
from wolfcore.agents.policy.checkpoints import load_checkpoint
from wolfcore.agents.policy.choosers import (
    BotTextChooser,
    ModelTextChooser,
    chooser_for_bots,
    chooser_for_models,
)
from wolfcore.agents.policy.text_features import (
    TextsDescriber,
    describer_name,
    embedder_of_describer,
    feature_lengths,
    text_features,
)
from wolfcore.agents.policy.turn_text import turn_text
from wolfcore.agents.policy_files import FIRST_LAYOUT
from wolfcore.bots import HouseThinker
from wolfcore.errors import ConfigError, MemoryProblem, SeatError
from wolfcore.game import Answer, Ask, Game, View, get_board, make_spec
from wolfcore.memory.defaults import STANDS_IN
from wolfcore.memory.embedders import CachedEmbedder, SyncVectors
from wolfcore.memory.local_encoders import DEFAULT, FORMER, local_encoder
from wolfcore.memory.vectors import Vector
from wolfcore.players import Desk, Progress, TraceRecord
from wolfcore.records import SeatSpec
from wolfcore.seating import make_player, make_quick_agent, parse_player
from wolfcore.table import Noted, Table, TableOptions, Watcher

WORDS = "all-MiniLM-L6-v2"


def vectors() -> SyncVectors:
    return SyncVectors(WordEncoder(WORDS, DIMENSIONS))


def desk(ask: Ask) -> Desk:
    return Desk.of_seed(ask, 4)


def test_a_turn_has_the_numbers_that_the_describer_says() -> None:
    made = turn(*BALLOTS)
    describer = TextsDescriber(HouseThinker(("hard",)), vectors(), FIRST_LAYOUT)
    seen = describer.describe(made, desk(made.ask))
    assert describer.name == "texts-1:all-MiniLM-L6-v2"
    assert (seen.player.shape, seen.state.shape, seen.candidates.shape) == (
        (31,),
        (5 * 384,),
        (3, 2 * 384 + 3),
    )
    assert (
        (len(seen.player), len(seen.state), seen.candidates.shape[1])
        == describer.lengths
        == feature_lengths(FIRST_LAYOUT)
    )
    assert all(each.dtype == np.float32 for each in seen)


def test_the_same_texts_have_the_same_numbers_and_each_text_is_embedded_once() -> None:
    encoder = WordEncoder(WORDS, DIMENSIONS)
    describer = TextsDescriber(HouseThinker(("hard",)), SyncVectors(encoder), FIRST_LAYOUT)
    made = turn(*BALLOTS)
    first, again = (describer.describe(made, desk(made.ask)) for _ in range(2))
    assert all(np.array_equal(one, other) for one, other in zip(first, again, strict=True))
    assert len(encoder.asked) == len(set(encoder.asked))


def test_parts_that_are_not_there_are_zeros_and_places_are_told_apart() -> None:
    made = turn(*BALLOTS)
    words = turn_text(made)
    seen = text_features(made, words, vectors().vectors(words.texts), FIRST_LAYOUT)
    assert not seen.candidates[2, DIMENSIONS : 2 * DIMENSIONS].any(), "it gives no reason"
    assert seen.candidates[1, DIMENSIONS : 2 * DIMENSIONS].any()
    assert seen.candidates[:, -3:].tolist() == np.eye(3).tolist()
    part = seen.state[:DIMENSIONS]
    of_facts = np.mean(
        [np.frombuffer(each, np.float32) for each in vectors().vectors(words.facts).values()],
        axis=0,
    )
    assert len(set(words.facts)) < len(words.facts) or np.allclose(part, of_facts, atol=1e-6)


def test_a_describer_is_known_by_its_embedder() -> None:
    assert embedder_of_describer(describer_name("any")) == "any"
    assert not embedder_of_describer("acts-1")
    assert not embedder_of_describer("texts-0:any")


# -- seats of models


class Doing(Watcher):
    """Notes what the table was told."""

    def __init__(self) -> None:
        self.loading, self.steps = 0, list[TraceRecord]()

    def progress(self, ask: Ask, progress: Progress) -> None:
        self.loading += progress.doing == "loading"

    def call_noted(self, noted: Noted) -> None:
        self.steps += [noted.step] if noted.step else []


async def test_a_seat_of_a_model_is_chosen_for_by_the_policy(tmp_path: Path) -> None:
    embedder = CachedEmbedder(WordEncoder(WORDS, DIMENSIONS))
    chooser = chooser_for_models(str(text_policy(tmp_path, WORDS)), embedder)
    seat = LanguagePlayer(
        model(), read_options((), PRESETS["sla"].settings), embedder=embedder, chooser=chooser
    )
    game, doing = Game(make_spec(get_board("sla7"), 3)), Doing()
    await Table(
        game, dict.fromkeys(range(1, 8), seat), options=TableOptions(watchers=(doing,))
    ).run()
    shares = [step.text for step in doing.steps if step.step == "policy"]
    assert shares
    assert all(text.startswith("candidate A ") and text.count("%") > 1 for text in shares)
    assert len(set(shares)) > 1, "they are of the turn"
    assert doing.loading == 1, "the table is told once that something is loaded"


async def test_what_a_policy_chooses_becomes_the_answer(tmp_path: Path) -> None:
    made = turn(*BALLOTS)
    embedder = CachedEmbedder(WordEncoder(WORDS, DIMENSIONS))
    network = load_checkpoint(text_policy(tmp_path, WORDS)).network()
    chooser = chooser_for_models(str(tmp_path / "mine.safetensors"), embedder)
    chosen = await chooser.choose_async(made, desk(made.ask))
    words = turn_text(made)
    expected = network.probabilities(
        text_features(made, words, vectors().vectors(words.texts), FIRST_LAYOUT)
    )
    assert np.allclose(chosen.probabilities, expected)
    assert sum(chosen.probabilities) == near(1)


async def test_embedding_holds_up_no_event_loop(tmp_path: Path) -> None:
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            ticks += 1
            await asyncio.sleep(0)

    made = turn(*BALLOTS)
    ticking = asyncio.create_task(tick())
    file = str(text_policy(tmp_path, WORDS))
    chooser = chooser_for_models(file, CachedEmbedder(_Slow(WORDS, DIMENSIONS)))
    await chooser.choose_async(made, desk(made.ask))
    ticking.cancel()
    assert ticks > 10


class _Slow(WordEncoder):
    """Takes turns of the event loop while it works, as the thread of memory does."""

    async def encode(self, texts: Sequence[str]) -> list[Vector]:
        for _ in range(20):
            await asyncio.sleep(0)
        return await super().encode(texts)


def _always(shared: SyncVectors) -> Callable[[str], SyncVectors]:
    return lambda name: shared


class Memories:
    """Gives an embedder of any name."""

    def embedder(self, name: str) -> CachedEmbedder:
        return CachedEmbedder(WordEncoder(name or WORDS, DIMENSIONS))

    def experiences(self, wishes: object) -> None: ...


def test_a_policy_of_another_embedder_is_refused_when_the_seat_is_made(tmp_path: Path) -> None:
    file = text_policy(tmp_path, "all-mpnet-base-v2")
    spec = SeatSpec("sla", (f"policy={file}",), "gpt")
    with pytest.raises(
        ConfigError,
        match=r"was not trained with `texts-1:all-MiniLM-L6-v2` features.*texts-1:all-mpnet-base-v2",
    ) as caught:
        make_player(spec, models=lambda name: model(name=name), memories=Memories())
    assert "\n" not in str(caught.value)


def test_an_embedder_that_may_stand_in_is_read_and_the_other_way_round_it_is_not(
    tmp_path: Path,
) -> None:
    learned_with, other = FORMER, DEFAULT
    file = str(text_policy(tmp_path, learned_with))
    assert {learned_with: other} == STANDS_IN, "what is measured stands in sla-text.md"
    for name in (learned_with, other):
        assert isinstance(
            chooser_for_models(file, CachedEmbedder(WordEncoder(name, DIMENSIONS))),
            ModelTextChooser,
        )
    file = str(text_policy(tmp_path, other, name="other"))
    with pytest.raises(
        ConfigError, match=rf"was not trained with `texts-1:{learned_with}` features"
    ):
        chooser_for_models(file, CachedEmbedder(WordEncoder(learned_with, DIMENSIONS)))


def test_a_file_that_is_cut_off_is_refused_when_the_seat_is_made(tmp_path: Path) -> None:
    file = text_policy(tmp_path, WORDS)
    cut = tmp_path / "cut.safetensors"
    cut.write_bytes(file.read_bytes()[:-100])
    with pytest.raises(ConfigError, match="is not a policy file") as caught:
        make_player(
            SeatSpec("sla", (f"policy={cut}",), "gpt"),
            models=lambda name: model(name=name),
            memories=Memories(),
        )
    assert "\n" not in str(caught.value)


def test_a_policy_that_reads_acts_is_none_for_a_model(tmp_path: Path) -> None:
    file = tmp_path / "acts.safetensors"
    save_checkpoint(file, drawn_checkpoint())
    with pytest.raises(
        ConfigError,
        match=r"was not trained with `texts-1:all-MiniLM-L6-v2` features.*It was trained with `acts-1`",
    ):
        make_player(
            SeatSpec("sla", (f"policy={file}",), "gpt"),
            models=lambda name: model(name=name),
            memories=Memories(),
        )


def test_a_seat_that_nobody_chooses_for_needs_no_policy(tmp_path: Path) -> None:
    make_player(SeatSpec("sla", ("select=model",), "gpt"), models=lambda name: model(name=name))
    make_player(SeatSpec("sla", ("candidates=1",), "gpt"), models=lambda name: model(name=name))


@pytest.mark.parametrize("missing", ["numpy", "safetensors"])
def test_without_the_extra_one_line_says_so_when_the_seat_of_a_model_is_made(missing: str) -> None:
    script = (
        f"import sys; sys.modules[{missing!r}] = None\n"
        "from wolfcore.errors import ConfigError\n"
        "from wolfcore.records import SeatSpec\n"
        "from wolfcore.seating import make_player\n"
        "from tests.core.agents.remembering import SharedWords\n"
        "class Memories:\n"
        "    def embedder(self, name): return SharedWords()\n"
        "try: make_player(SeatSpec('sla', (), 'gpt'), models=lambda name: object(), "
        "memories=Memories())\n"
        "except ConfigError as error: print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        check=True,
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[4],
    )
    assert done.stdout.startswith(
        f"seat: a learned policy needs {missing}, which is not installed."
    )
    assert done.stdout.count("\n") == 1


def test_the_shipped_policy_is_for_the_packaged_embedder() -> None:
    assert isinstance(
        chooser_for_models("", CachedEmbedder(local_encoder(DEFAULT))), ModelTextChooser
    )
    assert isinstance(chooser_for_bots("sla-text", HouseThinker(), DEFAULT), BotTextChooser)


@pytest.mark.extra("sentences")
def test_the_shipped_policy_is_for_the_embedder_with_which_it_learned() -> None:
    assert isinstance(
        chooser_for_models("", CachedEmbedder(local_encoder(FORMER))), ModelTextChooser
    )
    assert isinstance(chooser_for_bots("sla-text", HouseThinker()), BotTextChooser)


# -- seats of house bots


def house(folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A seat without a model whose policy reads words."""
    shared = vectors()
    monkeypatch.setattr(choosers, "sync_vectors", _always(shared))
    return f"sla:bots:policy={text_policy(folder, WORDS)}"


@pytest.mark.slow
async def test_bots_play_by_it_the_same_at_once_and_at_a_table_that_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    word = house(tmp_path, monkeypatch)
    assert isinstance(
        chooser_for_bots(word.partition("policy=")[2], HouseThinker()), BotTextChooser
    )
    agent, game = make_quick_agent(parse_player(word)), Game(make_spec(get_board("sla7"), 4))
    while asks := game.asks:
        answers = dict[str, Answer]()
        for ask in asks:
            at_once = agent.answer_now(game.view(ask.seat), ask, Desk(ask, game.dice(ask.id)))
            answers[ask.id] = await agent.answer(
                game.view(ask.seat), ask, Desk(ask, game.dice(ask.id))
            )
            assert answers[ask.id] == at_once
        game.submit(answers)


def test_a_seat_of_a_bot_names_what_reads_for_its_policy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def opened(name: str) -> SyncVectors:
        asked.append(name)
        return vectors()

    monkeypatch.setattr(choosers, "sync_vectors", opened)
    file = text_policy(tmp_path, FORMER)
    for word in ("", f":embedder={DEFAULT}", f":embedder={FORMER}"):
        make_player(parse_player(f"sla:bots:policy={file}{word}"))
    assert asked == [FORMER, DEFAULT, FORMER], "a policy alone says how a seat plays"


@pytest.mark.parametrize(
    ("word", "problem"),
    [
        (
            "sla:bots:policy=sla-acts:embedder=all-MiniLM-L6-v2",
            r"was not trained with `texts-1:all-MiniLM-L6-v2` features.*It was trained with `acts-1`",
        ),
        (
            "sla:bots:policy=sla-text:embedder=all-mpnet-base-v2",
            r"was not trained with `texts-1:all-mpnet-base-v2` features",
        ),
        (
            "sla:bots:embedder=all-MiniLM-L6-v2",
            r"only a policy uses an embedder.*Write `policy=sla-text`",
        ),
    ],
)
def test_what_cannot_be_read_for_a_policy_is_refused(word: str, problem: str) -> None:
    with pytest.raises(ConfigError, match=problem):
        make_player(parse_player(word))


async def test_an_embedder_that_fails_is_the_failure_of_a_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken(WordEncoder):
        def encode_sync(self, texts: Sequence[str]) -> list[Vector]:
            raise MemoryProblem("`broken` gives no vectors")

    shared = SyncVectors(Broken(WORDS, DIMENSIONS))
    word = house(tmp_path, monkeypatch)
    monkeypatch.setattr(choosers, "sync_vectors", _always(shared))
    agent, game = make_quick_agent(parse_player(word)), Game(make_spec(get_board("sla7"), 4))
    ask = game.asks[0]
    with pytest.raises(SeatError, match="gives no vectors"):
        await agent.answer(game.view(ask.seat), ask, Desk(ask, game.dice(ask.id)))


@pytest.mark.slow
def test_the_network_of_texts_needs_numpy_alone(tmp_path: Path) -> None:
    """Whoever brings vectors needs no torch to play by them."""
    file = text_policy(tmp_path, WORDS)
    script = (
        "import sys, numpy\n"
        "sys.modules['torch'] = sys.modules['sentence_transformers'] = None\n"
        "from pathlib import Path\n"
        "from wolfcore.agents.policy import load_checkpoint\n"
        "from wolfcore.agents.policy.network import PolicyInput\n"
        f"network = load_checkpoint(Path({str(file)!r})).network()\n"
        "sizes = network.sizes\n"
        "seen = PolicyInput(*(numpy.ones(shape, numpy.float32) for shape in (sizes.player, "
        "sizes.state, (3, sizes.candidate))))\n"
        "assert abs(network.probabilities(seen).sum() - 1) < 1e-5\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, cwd=Path(__file__).parents[4])


def test_a_chooser_of_models_waits(tmp_path: Path) -> None:
    chooser = chooser_for_models(
        str(text_policy(tmp_path, WORDS)), CachedEmbedder(WordEncoder(WORDS, DIMENSIONS))
    )
    assert isinstance(chooser, ModelTextChooser)
    assert not hasattr(chooser, "choose")


async def test_an_embedder_that_gives_other_vectors_than_its_name_says_is_found_out(
    tmp_path: Path,
) -> None:
    made = turn(*BALLOTS)
    chooser = chooser_for_models(
        str(text_policy(tmp_path, WORDS)), CachedEmbedder(WordEncoder(WORDS, 100))
    )
    with pytest.raises(MemoryProblem, match="vectors of another length"):
        await chooser.choose_async(made, desk(made.ask))


def test_views_are_left_as_they_are() -> None:
    made = turn(*BALLOTS)
    before = list(made.view.facts)
    turn_text(made)
    assert isinstance(made.view, View)
    assert made.view.facts == before
