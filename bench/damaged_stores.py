"""Stores that are not saved games, damage to them, and what each reader made of it.

The rule for a reader: the right answer or a sentence. A changed answer without a sentence is
*silent*, unless the damage left a store that cannot be told apart from another valid one: its bytes
are those that the program writes for what was read (JSON, checkpoints), its rows are those that it
writes (SQLite), or every key of it is in what was read (TOML, which people write by hand). A last
line without its end is left out with a sentence: it is a write that was interrupted.

Case N of a seed is always the same, so that a failure can be reproduced.
"""

# The parameters of lambdas in a NamedTuple are not inferred.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false

from __future__ import annotations

import json
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import traceback
import warnings
from array import array
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, NamedTuple, cast

import msgspec
import numpy as np

from wolfcore.agents.personas import persona_option
from wolfcore.agents.policy import load_checkpoint, save_checkpoint
from wolfcore.agents.policy.network import PolicyInput
from wolfcore.agents.policy_files import checkpoint_file
from wolfcore.agents.role_words import role_words_from_file
from wolfcore.analysis import COURSE_FILE, compute_courses, read_course
from wolfcore.analysis.decisions import (
    COACH_FILE,
    Coaching,
    CoachReason,
    Decision,
    read_coaching,
    write_coaching,
)
from wolfcore.analysis.spoken_effects import (
    EFFECTS_FILE,
    AskedQuestion,
    BeliefShift,
    MovedBallot,
    SeatEffects,
    SpokenEffect,
    Witness,
    read_effects,
    write_effects,
)
from wolfcore.arena import ArenaPlan, read_arena
from wolfcore.arena.runner import ArenaRun
from wolfcore.arena.store import read_rows
from wolfcore.bots.people import Known, read_known, write_known
from wolfcore.bots.people.habits import Counted, Counts
from wolfcore.bots.people.strategies import WAYS
from wolfcore.clock import SystemClock
from wolfcore.errors import WolfError
from wolfcore.experiments.choice import Choice
from wolfcore.experiments.runner import ExperimentRun, read_folder
from wolfcore.experiments.series.design import OpenSeries, Plan, Reply, Series
from wolfcore.experiments.validation import read_experiment
from wolfcore.files import read_bytes
from wolfcore.game import Belief, Game, get_board, make_spec
from wolfcore.memory.contract import Experience, Lesson, Tags
from wolfcore.memory.pool_search import read_clause_pool, write_experiences
from wolfcore.memory.pools import PoolFile
from wolfcore.memory.vectors import VectorCache, unit_vector
from wolfcore.metrics.annotation import Item, Mark, SheetFile, new_head, read_sheet
from wolfcore.metrics.annotation.labels import labels
from wolfcore.models.api_keys import read_key
from wolfcore.models.capabilities import Capabilities, CapabilityCache, settings_digest
from wolfcore.models.spec import ModelSpec
from wolfcore.quiz import SetPlan, question_set
from wolfcore.quiz.exam import Taken
from wolfcore.quiz.exam.scores import AnswerFile, Head, read_answers
from wolfcore.quiz.exam.tuning_logs import read_tuning_log
from wolfcore.records import (
    AnswerRecord,
    GameFolder,
    NewGame,
    SeatSpec,
    newest_folders,
    read_game,
    read_marks,
    write_marks,
)
from wolfcore.records.layout import (
    ABOUT_FILE,
    DIGEST_FILE,
    JOURNAL_FILE,
    LOG_FILE,
    MARKS_FILE,
)
from wolfcore.records.library import GameFilter, LibraryIndex
from wolftui.games.favourites import Favourites
from wolftui.games.inputs import open_board, read_deal
from wolftui.games.inputs import read_answers as read_script
from wolftui.games.session.shown_game import Notebook
from wolftui.games.side_files import (
    GUESSES_FILE,
    NOTEBOOK_FILE,
    PersonNotes,
    encode_person_notes,
    read_guesses,
    read_person_notes,
    write_guesses,
    write_person_notes,
)
from wolftui.games.table_setup import TableSetup
from wolftui.measures.guess_scores import Guesses
from wolftui.measures.player_record import read_record, record_json
from wolftui.settings.config import SPEEDS, load_config
from wolftui.settings.config_editor import set_value
from wolftui.settings.paths import shipped_experiments_folder
from wolftui.settings.themes import load_themes, shipped_themes_folder
from wolftui.words.questions.seat_options import CERTAIN

from .damaged_games import (
    HARMS,
    MARKS,
    SPECIALS,
    deep_value,
    hostile_words,
    long_value,
    odd_number,
    play_saved,
    wrong_type,
)
from .kills import TRAINING


class Reading(NamedTuple):
    """What a reader made of a store: its answer, and what it said, empty for nothing."""

    answer: object
    said: str = ""


class Store(NamedTuple):
    """A kind of store.

    Attributes:
        make: Writes an undamaged store into an empty folder.
        read: Reads it; raises a WolfError, or returns what was read and what was said.
        files: The files that are damaged.
        written: Returns the bytes that the program writes for what was read, by file; None for
            files that people write (TOML) and for SQLite.
        cache: Whether what is missing is computed again, so that fewer entries are right.
        summed: Whether its SQLite rows have checksums or can be read again, so that no change of
            them is hidden.
    """

    make: Callable[[Path], object]
    read: Callable[[Path], Reading]
    files: tuple[str, ...]
    written: Callable[[Any], dict[str, bytes]] | None = None
    cache: bool = False
    summed: bool = False


class Outcome(NamedTuple):
    """What came of one damaged store: the kind of outcome, and its words or fault."""

    kind: str
    words: str = ""


# -- stores


def _lines(*structs: object) -> bytes:
    return b"".join(msgspec.json.encode(each) + b"\n" for each in structs)


_PLAN = ArenaPlan(
    boards=("duel6",), deals=2, players={"hard": "bot:hard", "easy": "bot:easy", "odd": "random"}
)


def _make_arena(root: Path) -> None:
    run = ArenaRun(root, _PLAN)
    list(run.play_missing())
    run.close()


def _read_arena(root: Path) -> Reading:
    plan, rows = read_arena(root / "arena.toml"), read_rows(root / "games.sqlite")
    return Reading((msgspec.to_builtins(plan), msgspec.to_builtins(rows)))


def _go_on_with_arena(root: Path) -> Reading:
    run = ArenaRun(root, read_arena(root / "arena.toml"))
    try:
        list(run.play_missing())
        rows = [run.rows[number] for number in sorted(run.rows)]
        return Reading([msgspec.structs.replace(row, seconds=0.0, folder="") for row in rows])
    finally:
        run.close()


class _Trained(NamedTuple):
    """What a training came to: its state, its log, and an earlier policy that played in it."""

    state: bytes
    log: list[dict[str, Any]]
    past: bytes

    def __repr__(self) -> str:
        """Return the state and the log, without times and what played in it."""
        return repr((self.state, [line | {"seconds": 0} for line in self.log]))


def _make_training(root: Path) -> None:
    _train(root / "training", 2)


def _go_on_with_training(root: Path) -> Reading:
    folder = root / "training"
    _train(folder, 3)
    return Reading(
        _Trained(
            (folder / "state.safetensors").read_bytes(),
            [json.loads(line) for line in (folder / "log.jsonl").read_bytes().splitlines()],
            (folder / "past" / "0002.safetensors").read_bytes(),
        )
    )


def _train(folder: Path, updates: int) -> None:
    # Needs torch.
    from wolfcore.training.loop import TrainingRun

    training = TrainingRun(folder, msgspec.structs.replace(TRAINING, updates=updates))
    try:
        list(training.train())
    finally:
        training.close()


def _make_games(root: Path, count: int = 3) -> None:
    for number in range(count):
        spec = make_spec(get_board("duel6"), number, people={4: "Ada"})
        seats = [SeatSpec("human" if seat == 4 else "bot") for seat in range(1, 7)]
        with GameFolder.create(root / _GAMES, NewGame(spec, seats, version="bench")) as folder:
            play_saved(folder, Game(spec), 999)
            folder.path.rename(root / _GAMES / f"2026010{number + 1}-duel6-aaaaa{number}")
    for place in (root / _GAMES).iterdir():
        write_marks(place, {4: {1: "wolf", 2: "+"}})


def _make_library(root: Path) -> None:
    _make_games(root)
    index = LibraryIndex(root / _GAMES, root / "index.db")
    index.refresh()
    index.close()


def _read_library(root: Path) -> Reading:
    index = LibraryIndex(root / _GAMES, root / "index.db")
    try:
        index.refresh()
        found = [
            index.games(), index.games(GameFilter(words=("the",))), index.value_counts("board"),
            index.quote("20260101-duel6-aaaaa0", ("the",)),
        ]  # fmt: skip
        return Reading(msgspec.to_builtins(found), index.notice)
    finally:
        index.close()


def _read_record(root: Path) -> Reading:
    record = read_record(newest_folders(root / _GAMES, 99))
    return Reading(record_json(record), " ".join(record.problems))


_GAMES = "data/games"
"""Stores lie where the commands look below `WOLFTUI_HOME`."""


_GAME = f"{_GAMES}/20260101-duel6-aaaaa0"


def _make_marks(root: Path) -> None:
    write_marks(root, {4: {1: "wolf", 2: "+", 6: "?"}, 5: {1: "?"}})


def _make_course(root: Path) -> None:
    _make_games(root, 1)
    list(compute_courses([root / _GAME], rollouts=2))


def _read_course(root: Path) -> Reading:
    folder = root / _GAME
    course, problem = read_course(folder, (folder / LOG_FILE).read_bytes())
    return Reading(course, problem)


def _make_words(root: Path) -> None:
    _make_games(root, 1)
    saved = read_game(root / _GAME)
    word = SpokenEffect(
        next(iter(saved.journal)), 3, "speak", 1, "moved",
        (BeliefShift(1, 2, 0.25, 0.625, "good", "bad"),), (MovedBallot("vote", 1, 2, None),),
        questions=(AskedQuestion(3, "answered"),), witnesses=(Witness(5, 1, None, 0, 2),),
    )  # fmt: skip
    kept, _ = read_effects(saved)
    write_effects(saved, msgspec.structs.replace(kept, seats={4: SeatEffects((word,))}))


def _make_coaching(root: Path) -> None:
    _make_games(root, 1)
    saved = read_game(root / _GAME)
    decision = Decision(
        next(iter(saved.journal)), "vote", 1, 2, 4, "wolf", {2: 0.25, 4: 0.75}, -0.25, -0.5, -0.125,
        80, (CoachReason(4, "voted", 1),), 3,
    )  # fmt: skip
    kept, _ = read_coaching(saved)
    write_coaching(saved, msgspec.structs.replace(kept, seats={4: Coaching((decision,))}))


def _make_notes(root: Path) -> None:
    notebook = Notebook({1: "wolf"}, "A note.")
    write_person_notes(
        root, encode_person_notes(PersonNotes({4: notebook}, {4: "I am"}, SPEEDS[0]))
    )


def _make_guesses(root: Path) -> None:
    guess = (Belief(1, "Werewolf", CERTAIN),)
    write_guesses(root, Guesses(eyes=4, days={1: guess, 2: guess}))


_TAGS = Tags(
    player="xu2023", model="", role="Seer", team="village", board="sla7", stage="vote", game="g",
    ask="d1.vote.1",
)  # fmt: skip


def _make_pools(root: Path) -> None:
    file = PoolFile(root / "data" / "experience.db")
    for name in ("default", "other"):
        for game in range(3):
            lessons = [Lesson("xu", f"It is day {day}.", "I vote.", 990.0, _TAGS) for day in (1, 2)]
            vectors = [unit_vector([1.0, game, day, 0.5]) for day in (1, 2)]
            file.add(name, "minilm", f"game-{game}", lessons, vectors)


def _read_pools(root: Path) -> Reading:
    file = PoolFile(root / "data" / "experience.db")
    pools = file.pools()
    for pool in pools:
        file.check_vectors(pool.name)
    return Reading((pools, [file.read(pool.name) for pool in pools]))


def _make_clauses(root: Path) -> None:
    write_experiences(root / "pool.jsonl", _EXPERIENCES)


_EXPERIENCES = [Experience(n, "plus", f"I am {n}. It is day 2.", "I vote.", n) for n in range(6)]


def _read_clauses(root: Path) -> Reading:
    pool = read_clause_pool(root / "pool.jsonl")
    found = [each.experience for kind in ("xu", "plus") for each in pool.similar_to(kind, "a", -1)]
    order = [
        line["id"] for line in map(json.loads, (root / "pool.jsonl").read_bytes().splitlines())
    ]
    return Reading(sorted(found, key=lambda each: order.index(each.id)))


def _make_vectors(root: Path) -> None:
    cache = VectorCache(root / "vectors.sqlite")
    cache.store("minilm", {f"text {n}": unit_vector([1.0, n, 2.0]) for n in range(9)})


def _read_vectors(root: Path) -> Reading:
    found = VectorCache(root / "vectors.sqlite").get("minilm", [f"text {n}" for n in range(9)])
    return Reading({text: list(vector) for text, vector in found.items()})


_LABEL = labels()[0].name


def _make_sheet(root: Path) -> None:
    items = [Item("g", entry, 1, 2, "abcdef") for entry in (4, 9, 12)]
    sheet = SheetFile(root / "sheet.jsonl", new_head(items, by="me", seed=1, games=["g"]))
    for number in (1, 2):
        sheet.append(Mark(number, "blind", _LABEL))
        sheet.append(Mark(number, "blind", _LABEL, yes=False))
        sheet.append(Mark(number, "blind", end="done"))
    sheet.close()


def _read_sheet(root: Path) -> Reading:
    sheet = read_sheet(root / "sheet.jsonl")
    return Reading((sheet.head, *sheet.marks), sheet.note)


def _make_answers(root: Path) -> None:
    file = AnswerFile(
        root / "quiz.jsonl",
        Head(seat="vanilla@m", questions=5, seed=1, answers="both", part="test"),
    )
    for question in question_set(SetPlan(boards=(get_board("duel6"),), questions=5, part="test")):
        asked = {name: getattr(question, name) for name in _ASKED}
        file.add(Taken(board="duel6", given=question.answer, right=True, cost=0.5, **asked))
    file.close()


_ASKED = ("id", "kind", "subject", "basis", "form", "text", "answer")


def _read_answers(root: Path) -> Reading:
    head, rows, note = read_answers(root / "quiz.jsonl")
    return Reading((head, *rows), note)


def _make_series(root: Path) -> None:
    series = OpenSeries(root, Plan(kind="helmsman", board="helmsman7", games=5, seat=4, seed=1))
    for question in series.plan.design.questions[:2]:
        series.add_answer(question, 4)
    series.close()


def _read_series(root: Path) -> Reading:
    series = Series(root)
    replies = [Reply(name, answer) for name, answer in series.answers.items()]
    return Reading((series.plan, *replies), series.note)


def _make_experiment(root: Path) -> None:
    plan = read_experiment(shipped_experiments_folder() / "sla-table-1.toml")
    ExperimentRun(root, plan, Choice(size="small", games=1))


def _read_experiment(root: Path) -> Reading:
    plan, choice = read_folder(root)
    return Reading(msgspec.to_builtins((plan, choice)))


def _make_checkpoint(root: Path) -> None:
    save_checkpoint(root / "mine.safetensors", load_checkpoint(checkpoint_file("sla-acts")))


def _read_checkpoint(root: Path) -> Reading:
    found = load_checkpoint(root / "mine.safetensors")
    sizes = found.about.sizes
    seen = PolicyInput(
        *(
            np.linspace(-1, 1, np.prod(shape), dtype=np.float32).reshape(shape)
            for shape in ((sizes.player,), (sizes.state,), (3, sizes.candidate))
        )
    )
    found.network().probabilities(seen)
    return Reading(found)


def _written_checkpoint(found: Any) -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as home:
        save_checkpoint(Path(home, "it"), found)
        return {"mine.safetensors": Path(home, "it").read_bytes()}


_COUNTS = Counts((3, 4), {"loud": (1, 2)})


def _make_known(root: Path) -> None:
    way = next(iter(WAYS["wolves"]))
    habits = Counted(_COUNTS, _COUNTS, _COUNTS, _COUNTS)
    write_known(root / "known.json", Known(way, "wolves", habits))


_MODEL = ModelSpec(kind="openai", model="m", base_url="http://localhost:1/v1")


def _make_capabilities(root: Path) -> None:
    cache = CapabilityCache(root / "models.json", SystemClock())
    cache.store(_MODEL, Capabilities(without=("seed",), most=4096, room=10))


def _read_capabilities(root: Path) -> Reading:
    known = CapabilityCache(root / "models.json", SystemClock()).get(_MODEL)
    return Reading({} if known is None else {"model": known})


def _written_capabilities(known: Any) -> dict[str, bytes]:
    models = {settings_digest(_MODEL): known["model"]}
    return {"models.json": msgspec.json.encode({"models": models})}


_SECRET = "sk-5f0c9a7e-wolf-b1d2"


def _make_key(root: Path) -> None:
    (root / "key").write_text(f"{_SECRET}\n", encoding="ascii")
    (root / "key").chmod(0o600)


def _read_key(root: Path) -> Reading:
    spec = msgspec.structs.replace(_MODEL, api_key_file=str(root / "key"))
    try:
        key = read_key("m", spec, {})
    except WolfError as error:
        if any(_SECRET[at : at + 6] in str(error) for at in range(len(_SECRET) - 5)):
            raise AssertionError("an error shows a part of a key") from None
        raise
    return Reading(key.reveal() if key else "")


_DEAL = """\
[roles]
4 = "Seer"
1 = "Werewolf"
[chance]
"tie.d2" = [3, 5]
"""


_ROLES = 'Werewolf = "vampire"\nWolf = "fiend"\nSeer = "oracle"\n'


_SCRIPT = """\
{"ask":"n1.kill.2","answer":{"choice":3}}
{"ask":"d1.vote.4","answer":{"choice":2}}
{"ask":"d1.speak.4","answer":{"text":"It is seat 2."}}
"""


def _read_script(root: Path) -> Reading:
    answers = read_script(root / "answers.jsonl").answers
    return Reading([AnswerRecord(ask, answer) for ask, answer in answers.items()])


_TUNING_LOG = """\
{"current_steps": 10, "loss": 0.6123, "epoch": 1.0}
{"current_steps": 10, "eval_loss": 0.4567, "epoch": 1.0}
{"current_steps": 20, "eval_loss": 0.3, "epoch": 2.0}
"""


def _read_tuning_log(root: Path) -> Reading:
    return Reading(read_tuning_log(root / "trainer_log.jsonl").points)


_CONFIG = """\
board = "sla7"
name = "Ada"
speed = 2.0
[keys]
eyes = ["v", "f9"]
[models.llama]
kind = "openai"
model = "llama-3"
base_url = "http://localhost:8080/v1"
temperature = 0.7
price_in = 1.5
price_out = 2
[local]
patience = 60.0
"""


_BOARD = """\
name = "mine"
base = "sla7"
roles = ["Werewolf", "Werewolf", "Seer", "Doctor", "Villager", "Villager", "Villager"]
[switches]
last_day = 9
"""


_PERSONAS = 'Ada = "a retired judge"\n4 = "a quiet child"\n"*" = "a loud merchant"\n'


def _text(name: str, text: str) -> Callable[[Path], object]:
    def make(root: Path) -> None:
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")

    return make


def _read_config(root: Path) -> Reading:
    loaded = load_config(root / "config" / "config.toml", {})
    return Reading((loaded.config, loaded.models, loaded.local))


def _change_config(root: Path) -> Reading:
    changed = set_value(root / "config" / "config.toml", "board", "classic9")
    return Reading((changed.config, changed.models, changed.local))


def _read_personas(root: Path) -> Reading:
    persona = persona_option(str(root / "cast.toml"))
    game = Game(make_spec(get_board("duel6"), 1, people={1: "Ada"}))
    return Reading([persona(game.view(seat)) for seat in (1, 2, 4)])


def _read_board(root: Path) -> Reading:
    return Reading(open_board(str(root / "mine.toml")))


def _read_themes(root: Path) -> Reading:
    looks, problems = load_themes(root)
    return Reading(looks, " ".join(map(str, problems)))


def _make_favourites(root: Path) -> None:
    Favourites(root).save("mine", TableSetup(board="sla7", me="4", seats=("1=bot:hard",), seed=7))


def _read_favourites(root: Path) -> Reading:
    kept = Favourites(root)
    return Reading(kept.entries, " ".join(kept.problems))


STORES: dict[str, Store] = {
    "arena": Store(
        _make_arena, _read_arena, ("games.sqlite", "games.sqlite", "arena.toml"), summed=True,
    ),
    "library": Store(_make_library, _read_library, ("index.db",), summed=True),
    "record": Store(
        _make_games,
        _read_record,
        (*(f"{_GAME}/{name}" for name in (LOG_FILE, JOURNAL_FILE, ABOUT_FILE, DIGEST_FILE)),),
        lambda _: {},
    ),
    "marks": Store(
        _make_marks, lambda root: Reading(*read_marks(root)), (MARKS_FILE,),
        lambda marks: {MARKS_FILE: msgspec.json.encode(marks)},
    ),
    "notebook": Store(
        _make_notes, lambda root: Reading(*read_person_notes(root)), (NOTEBOOK_FILE,),
        lambda notes: {NOTEBOOK_FILE: encode_person_notes(notes)},
    ),
    "guesses": Store(
        _make_guesses, lambda root: Reading(*read_guesses(root, get_board("sla7"))),
        (GUESSES_FILE,), lambda guesses: {GUESSES_FILE: msgspec.json.encode(guesses)},
    ),
    "course": Store(
        _make_course, _read_course, (f"{_GAME}/{COURSE_FILE}",),
        lambda kept: {f"{_GAME}/{COURSE_FILE}": msgspec.json.encode(kept)},
    ),
    "words": Store(
        _make_words, lambda root: Reading(*read_effects(read_game(root / _GAME))),
        (f"{_GAME}/{EFFECTS_FILE}",),
        lambda kept: {f"{_GAME}/{EFFECTS_FILE}": msgspec.json.encode(kept)},
    ),
    "coach": Store(
        _make_coaching, lambda root: Reading(*read_coaching(read_game(root / _GAME))),
        (f"{_GAME}/{COACH_FILE}",),
        lambda kept: {f"{_GAME}/{COACH_FILE}": msgspec.json.encode(kept)},
    ),
    "pools": Store(_make_pools, _read_pools, ("data/experience.db",)),
    "clauses": Store(
        _make_clauses, _read_clauses, ("pool.jsonl",),
        lambda found: {"pool.jsonl": _lines(*found)},
    ),
    "vectors": Store(_make_vectors, _read_vectors, ("vectors.sqlite",), cache=True),
    "sheet": Store(
        _make_sheet, _read_sheet, ("sheet.jsonl",), lambda found: {"sheet.jsonl": _lines(*found)}
    ),
    "quiz": Store(
        _make_answers, _read_answers, ("quiz.jsonl",), lambda found: {"quiz.jsonl": _lines(*found)}
    ),
    "series": Store(
        _make_series, _read_series, ("series.jsonl",),
        lambda found: {"series.jsonl": _lines(*found)},
    ),
    "experiment": Store(_make_experiment, _read_experiment, ("experiment.toml", "chosen.toml")),
    "checkpoint": Store(
        _make_checkpoint, _read_checkpoint, ("mine.safetensors",), _written_checkpoint
    ),
    "person": Store(
        _make_known, lambda root: Reading(read_known(root / "known.json")), ("known.json",),
        lambda known: {"known.json": msgspec.json.encode(known)},
    ),
    "capabilities": Store(
        _make_capabilities, _read_capabilities, ("models.json",),
        _written_capabilities, cache=True,
    ),
    "config": Store(_text("config/config.toml", _CONFIG), _read_config, ("config/config.toml",)),
    "board": Store(_text("mine.toml", _BOARD), _read_board, ("mine.toml",)),
    "personas": Store(_text("cast.toml", _PERSONAS), _read_personas, ("cast.toml",)),
    "theme": Store(
        lambda root: shutil.copy(shipped_themes_folder() / "moonlight.toml", root / "mine.toml"),
        _read_themes, ("mine.toml",),
    ),
    "favourites": Store(_make_favourites, _read_favourites, ("mine.toml",)),
    "arena played on": Store(
        _make_arena, _go_on_with_arena, ("games.sqlite", "games.sqlite", "arena.toml"),
        summed=True,
    ),
    "training": Store(
        _make_training, _go_on_with_training,
        tuple(f"training/{name}" for name in (
            "plan.toml", "log.jsonl", "state.safetensors", "current.safetensors",
            "past/0002.safetensors",
        )),
        lambda found: {
            "training/log.jsonl": _lines(*(line for line in found.log if line["update"] < 3)),
            "training/past/0002.safetensors": found.past,
        },
    ),
    "key": Store(
        _make_key, _read_key, ("key",), lambda secret: {"key": secret.encode("ascii")}
    ),
    "deal": Store(
        _text("deal.toml", _DEAL),
        lambda root: Reading(read_deal(str(root / "deal.toml"), get_board("sla7"))),
        ("deal.toml",),
    ),
    "config changed": Store(
        _text("config/config.toml", _CONFIG), _change_config, ("config/config.toml",)
    ),
    "role words": Store(
        _text("roles.toml", _ROLES),
        lambda root: Reading(role_words_from_file(str(root / "roles.toml"))), ("roles.toml",),
    ),
    "script": Store(
        _text("answers.jsonl", _SCRIPT), _read_script, ("answers.jsonl",),
        lambda found: {"answers.jsonl": _lines(*found)},
    ),
    "tuning log": Store(
        _text("trainer_log.jsonl", _TUNING_LOG), _read_tuning_log, ("trainer_log.jsonl",),
    ),
}  # fmt: skip


COMMANDS: dict[str, str] = {
    "arena": "metrics @",
    "library": "library --plain",
    "record": "record --json",
    "pools": "experience show default",
    "sheet": "annotate --compare @/sheet.jsonl @/sheet.jsonl",
    "quiz": "quiz score @/quiz.jsonl",
    "series": "series show @",
    "experiment": "experiment table @",
    "checkpoint": "run --board duel6 --games 1 --no-save --seat "
    "1=sla:bots=easy:policy=@/mine.safetensors",
    "config": "config check",
    "board": "boards @/mine.toml",
    "deal": "run --board sla7 --games 1 --no-save --seed 5 --deal @/deal.toml",
    "tuning log": "quiz losses @/trainer_log.jsonl --no-plots",
    "script": "run --board sla7 --games 1 --no-save --seed 5 --answers @/answers.jsonl",
}
"""The command that reads a kind of store, with `@` for its folder, which is also `WOLFTUI_HOME`."""


def make_stores(root: Path) -> None:
    """Write an undamaged store of each kind below `root`, in a folder of its name."""
    for name, store in STORES.items():
        (root / name).mkdir(parents=True)
        store.make(root / name)


# -- damage


def damage(root: Path, name: str, chance: random.Random) -> str:
    """Damage one file of a store in one way; returns what was done, in words."""
    file = root / chance.choice(STORES[name].files)
    ways = {**HARMS, "key twice in": _key_twice}
    if file.suffix == ".toml":
        ways |= dict.fromkeys(
            ("wrong type in", "wrong types in", "number in", "deep", "hostile words in",
             "long words in"), _toml_value,
        )  # fmt: skip
    elif file.suffix in (".sqlite", ".db"):
        ways |= dict.fromkeys(
            ("wrong type in", "wrong types in", "number in", "deep", "hostile words in",
             "long words in", "line twice in", "lines swapped in", "key twice in"), _sql_value,
        )  # fmt: skip
        ways |= {"pages of": _pages, "schema of": _schema, "lock on": _lock, "log of": _log}
    elif file.suffix == ".safetensors":
        ways |= dict.fromkeys(("wrong type in", "number in", "deep", "line twice in"), _weights)
    ways["special beside"] = _beside
    way = chance.choice(tuple(ways))
    try:
        ways[way](file, chance)
    except (OSError, ValueError, LookupError, RecursionError, sqlite3.Error):
        return f"not {way} {file.name}"
    return f"{way} {file.name}"


def _token(chance: random.Random) -> str:
    """A value in JSON or TOML that hardly any place allows."""
    make = chance.choice((wrong_type, odd_number, deep_value, hostile_words, long_value))
    found = make(chance)
    text = found.decode() if isinstance(found, bytes) else json.dumps(found)
    return chance.choice((text, text, "inf", "nan", "-1", "9e999", "1979-05-27", "{}", "[[]]"))


def _toml_value(file: Path, chance: random.Random) -> None:
    lines = file.read_text(encoding="utf-8").split("\n")
    at = chance.choice([number for number, line in enumerate(lines) if "=" in line])
    key = lines[at].partition("=")[0]
    lines[at] = f"{key}= {_token(chance)}"
    file.write_text("\n".join(lines), encoding="utf-8")


def _key_twice(file: Path, chance: random.Random) -> None:
    """A key of an object a second time, with another value."""
    data = file.read_bytes()
    found = list(re.finditer(rb'[{,]("[a-z_]+":)', data))
    at = chance.choice(found)
    file.write_bytes(
        data[: at.start() + 1] + at[1] + _token(chance).encode() + b"," + data[at.start() + 1 :]
    )


def _sql_value(file: Path, chance: random.Random) -> None:
    """A value of a row, of any type, or a row more or less."""
    with closing(sqlite3.connect(file)) as kept, kept:
        kept.execute("PRAGMA writable_schema = ON")
        for name, text in kept.execute("SELECT name, sql FROM sqlite_master").fetchall():
            # No constraint may keep a value out.
            bare = (text or "").replace(" NOT NULL", "")
            kept.execute(
                "UPDATE sqlite_master SET sql = ? WHERE name = ? AND sql IS NOT NULL", (bare, name)
            )
    with closing(sqlite3.connect(file)) as kept, kept:
        table = chance.choice(_tables_of(kept))
        columns = [row[1] for row in kept.execute(f"PRAGMA table_info({table})")]
        column = chance.choice(columns)
        which = "rowid = (SELECT rowid FROM " + table + " ORDER BY random() LIMIT 1)"
        if chance.random() < 0.1:
            kept.execute(f"DELETE FROM {table} WHERE {which}")
            return
        value = chance.choice(
            (None, 9e999, -9e999, -1, 0, 3, 2**62, "", "x", b"", b"\xff" * 9, "[" * 100_000, "[]",
             "null", "9" * 5000, "wolves", "village", "\x00", chance.choice(MARKS[:4]), 1e300, 0.5,
             array("f", [1.0, 3e38, float("nan")]).tobytes())
        )  # fmt: skip
        kept.execute(f"UPDATE {table} SET {column} = ? WHERE {which}", (value,))


def _tables_of(kept: sqlite3.Connection) -> list[str]:
    """The tables of a store, without those of SQLite and of the index of words."""
    asked = (
        "SELECT name FROM sqlite_master WHERE type = 'table' "
        "AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'words_%'"
    )
    return [row[0] for row in kept.execute(asked)]


def _pages(file: Path, chance: random.Random) -> None:
    """A page, or a part of it, as noise, zeros, or another page."""
    data = bytearray(file.read_bytes())
    size = 4096
    pages = len(data) // size
    at, other = chance.randrange(pages) * size, chance.randrange(pages) * size
    start = chance.choice((0, 0, 100, chance.randrange(size)))
    fill = chance.choice((bytes(size), chance.randbytes(size), bytes(data[other : other + size])))
    data[at + start : at + size] = fill[start:]
    file.write_bytes(data)


HELD = ExitStack()
"""The processes that hold locks on damaged stores; to close it ends them."""


_HOLDER = """
import sqlite3, sys
kept = sqlite3.connect(sys.argv[1], isolation_level=None)
kept.execute(f"PRAGMA locking_mode = {sys.argv[2]}")
kept.execute("BEGIN EXCLUSIVE")
print(flush=True)
sys.stdin.read()
"""


def _lock(file: Path, chance: random.Random) -> None:
    """Another process writes to the file, or has it for itself."""
    mode = chance.choice(("NORMAL", "EXCLUSIVE"))
    holder = subprocess.Popen(
        [sys.executable, "-S", "-c", _HOLDER, str(file), mode],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    HELD.callback(holder.communicate)
    assert holder.stdout
    holder.stdout.readline()


def _log(file: Path, chance: random.Random) -> None:
    """What SQLite would read or write beside the file, as noise or as a special file."""
    beside = file.with_name(file.name + chance.choice(("-journal", "-wal", "-shm")))
    beside.write_bytes(chance.randbytes(5000))
    if chance.random() < 0.7:
        chance.choice(SPECIALS)(beside, chance)


def _beside(file: Path, chance: random.Random) -> None:
    """What the program writes before it replaces a file, or its lock, as a special file."""
    beside = file.with_name(chance.choice(("lock", f".{file.name}.new")))
    chance.choice(SPECIALS)(beside, chance)


def _schema(file: Path, chance: random.Random) -> None:
    with closing(sqlite3.connect(file)) as kept, kept:
        table = chance.choice(_tables_of(kept))
        kept.executescript(
            chance.choice(
                (
                    f"DROP TABLE {table}",
                    f"CREATE VIEW odd AS SELECT * FROM {table}",
                    f"CREATE TRIGGER odd AFTER INSERT ON {table} BEGIN SELECT 1; END",
                    f"ALTER TABLE {table} RENAME TO other",
                    "PRAGMA user_version = 99",
                    "PRAGMA application_id = 7",
                    f"DELETE FROM {table}",
                )
            )
        )


def _weights(file: Path, chance: random.Random) -> None:
    """Numbers among the weights that no training ends in."""
    data = bytearray(file.read_bytes())
    start = 8 + int.from_bytes(data[:8], "little")
    number = chance.choice((3e38, -3e38, 1e30, float("inf"), float("nan"), 1e12))
    for _ in range(chance.choice((1, 40, 4000))):
        at = start + 4 * chance.randrange((len(data) - start) // 4)
        data[at : at + 4] = array("f", [number]).tobytes()
    file.write_bytes(data)


# -- reading


def outcome(root: Path, name: str, whole_root: Path, whole: Reading) -> Outcome:
    """Read a damaged store, and judge what came of it.

    Returns one of the outcomes `right`, `said`, `alike` (cannot be told apart from another valid
    store), and the faults `silent`, `broke`, `endless`.

    Args:
        root: The folder of the damaged store.
        name: The kind of store.
        whole_root: The folder of the undamaged store.
        whole: Its reading.
    """
    store = STORES[name]
    # A reader may repair a store: what lay there is judged by what was read before.
    found = {name: _content(root / name) for name in store.files}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            answer, said = store.read(root)
    except WolfError as error:
        said = str(error)
        return Outcome("endless", said[:200]) if len(said) > _LONGEST else Outcome("said", said)
    except Exception as error:  # noqa: BLE001  any other exception is what is looked for
        where = traceback.extract_tb(error.__traceback__)[-1]
        why = f"{type(error).__name__}: {error}"[:200]
        return Outcome("broke", f"{why} ({Path(where.filename).name}:{where.lineno})")
    if said:
        return Outcome("said", said)
    if _equal(answer, whole.answer):
        return Outcome("right")
    if store.cache and isinstance(answer, dict):
        known = cast("dict[str, object]", whole.answer)
        if all(_equal(value, known.get(key)) for key, value in answer.items()):
            return Outcome("right")
    alike = all(
        data == (whole_root / file).read_bytes() or _is_alike(Path(file), data, store, answer)
        for file, data in found.items()
    )
    return Outcome("alike") if alike else Outcome("silent", str(answer)[:300])


_LONGEST = 1000
"""Characters of the longest message that is taken for a sentence."""


def _content(file: Path) -> bytes | None:
    """The bytes of a damaged file; None where it is no file that can be read, or huge."""
    try:
        return read_bytes(file, 1 << 24)
    except FileNotFoundError:
        return b""
    except OSError:
        return None


def _equal(one: object, other: object) -> bool:
    return repr(one) == repr(other)


def _is_alike(file: Path, data: bytes | None, store: Store, answer: object) -> bool:
    """Whether a changed file is one that the program writes for what was read."""
    if data is None:
        return False
    if not data.strip(b"\n"):  # as if there had been no such store
        return True
    if file.suffix in (".sqlite", ".db"):
        return not store.summed and _is_sound(data)
    if store.written is not None:
        wanted = store.written(answer).get(str(file), b"")
        if file.suffix == ".safetensors":
            return wanted == data
        if not file.suffix:
            return wanted == data.strip()
        try:
            return _fits(_json_of(data), _json_of(wanted))
        except (ValueError, RecursionError):
            return False
    # A reader of TOML refuses unknown keys, and its parser doubled ones: another valid file.
    return True


class _Pairs(list[tuple[str, object]]):
    """The keys and values of a JSON object."""


def _json_of(data: bytes) -> list[object]:
    """The values of JSON lines."""
    return [json.loads(line, object_pairs_hook=_Pairs) for line in data.rstrip(b"\n").split(b"\n")]


def _fits(found: object, wanted: object) -> bool:
    """Whether JSON values are equal; fields may be missing, which then have their defaults."""
    if isinstance(found, _Pairs) and isinstance(wanted, _Pairs):
        whole = dict(wanted)
        return len(dict(found)) == len(found) and all(
            _fits(value, whole[key]) if key in whole else not value for key, value in found
        )
    if isinstance(found, list) and isinstance(wanted, list):
        some, others = cast("list[object]", found), cast("list[object]", wanted)
        return len(some) == len(others) and all(map(_fits, some, others))
    if isinstance(found, int) and isinstance(wanted, float):
        return float(found) == wanted
    return found == wanted


def _is_sound(data: bytes) -> bool:
    """Whether SQLite finds no damage, and each value has the type of its column."""
    try:
        with closing(sqlite3.connect(":memory:")) as kept:
            kept.deserialize(data)
            if kept.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
                return False
            for (table,) in kept.execute("SELECT name FROM sqlite_master WHERE type = 'table'"):
                for _, column, kind, *_ in kept.execute(f"PRAGMA table_info({table})").fetchall():
                    found = f"SELECT 1 FROM {table} WHERE typeof({column}) != ? LIMIT 1"
                    if kind and kept.execute(found, (kind.lower(),)).fetchone():
                        return False
    except sqlite3.Error:
        return False
    return True
