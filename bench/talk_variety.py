"""`talk`: repetition and variety of the bots' speech within a game and across games.

Measures: repeated sentences, trigram resemblance (Broder 1997), distinct-n (Li et al. 2016).
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations
from statistics import fmean, median

from msgspec import Struct
from msgspec.structs import asdict

from wolfcore.bots import HouseBot
from wolfcore.bots.draws import Draws
from wolfcore.bots.fingerprints import sentence_shapes, sentences
from wolfcore.game import dice_of
from wolfcore.game import facts as f

from .harness import a_board, a_count, add_jobs, play_deal, run_parts

PAIRS = 20_000
"""Pairs of speeches drawn from different games."""


GRAM = 3


class Speech(Struct, frozen=True):
    """One speech of a game.

    Attributes:
        kind: What it was said as, as in the facts.
        day: On which day, from 1.
        parts: Its sentences.
        shapes: The same with every seat as `@`.
    """

    kind: str
    day: int
    parts: tuple[str, ...]
    shapes: tuple[str, ...]

    @property
    def words(self) -> list[str]:
        """The words of the speech, with seats as `@`."""
        return [word.strip(",;:'\"") for shape in self.shapes for word in shape.split()]


class Talk(Struct, frozen=True):
    """The table's figures; shares and resemblances are 0..1.

    Attributes:
        games, speeches, sentences: How many were looked at.
        repeated_in_game: Share of sentences said before in the same game, letter by letter.
        repeated_shape_in_game: The same with every seat as `@`.
        repeated_across_games: Share of sentences said, seats as `@`, in an earlier game.
        alike_in_game: Mean resemblance of two speeches of one game.
        alike_across_games: Mean resemblance of two speeches of different games.
        distinct_1, distinct_2: Different words, and pairs of words, over all.
        openings: Different first speeches of day 1, seats as `@`.
        commonest_opening: Share of games that begin with the commonest first sentence.
        words: Mean words a speech.
        median_words: Their median.
    """

    games: int
    speeches: int
    sentences: int
    repeated_in_game: float
    repeated_shape_in_game: float
    repeated_across_games: float
    alike_in_game: float
    alike_across_games: float
    distinct_1: float
    distinct_2: float
    openings: int
    commonest_opening: float
    words: float
    median_words: float


def measure(argv: Sequence[str]) -> None:
    """`python -m bench talk`."""
    parser = argparse.ArgumentParser(prog="python -m bench talk", description=__doc__)
    parser.add_argument("--games", type=a_count, default=200, help="how many games (default 200)")
    parser.add_argument("--board", type=a_board, default="sla7", help="the board (default sla7)")
    parser.add_argument(
        "--seat",
        default="",
        metavar="WORDS",
        help="options of every seat's bot, such as hard or easy:folksy",
    )
    parser.add_argument(
        "--seed", type=int, default=0, help="the seed of the first game (default 0)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object after the table")
    add_jobs(parser)
    chosen = parser.parse_args(argv)
    options = tuple(word for word in chosen.seat.split(":") if word)
    seeds = range(chosen.seed, chosen.seed + chosen.games)
    found = figures(list(run_parts(partial(_speeches, chosen.board, options), seeds, chosen.jobs)))
    print(
        f"{chosen.board}, {found.games} games, {found.speeches} speeches, {found.sentences} "
        "sentences"
    )
    for title, text in _rows(found):
        print(f"  {title:52} {text:>8}")
    if chosen.json:
        print(json.dumps({"board": chosen.board, "seat": chosen.seat, **asdict(found)}))


def _speeches(board: str, options: tuple[str, ...], seed: int) -> list[Speech]:
    return speeches(board, seed, options)


def speeches(board: str, seed: int, options: tuple[str, ...] = ()) -> list[Speech]:
    """What is said aloud in a game of house bots with these options, in order."""
    bot = HouseBot(options)
    game, _ = play_deal(board, seed, lambda _seat, _role: bot)
    day, said = 0, list[Speech]()
    for entry in game.log:
        if isinstance(entry.fact, f.Began):
            day = entry.fact.day
        elif isinstance(entry.fact, f.Said) and entry.fact.text:
            text = entry.fact.text
            said.append(
                Speech(
                    entry.fact.kind, day, sentences(text), sentence_shapes(text, game.spec.names)
                )
            )
    return said


def figures(games: Sequence[Sequence[Speech]]) -> Talk:
    """The figures of some games, at least one of which has a speech."""
    told = [speech for game in games for speech in game]
    words = [speech.words for speech in told]
    count = sum(len(speech.parts) for speech in told)
    openings = [opening.shapes for game in games if (opening := _opening(game))]
    firsts = Counter(shapes[0] for shapes in openings)
    return Talk(
        games=len(games),
        speeches=len(told),
        sentences=count,
        repeated_in_game=sum(_repeats([speech.parts for speech in game]) for game in games) / count,
        repeated_shape_in_game=sum(_repeats([speech.shapes for speech in game]) for game in games)
        / count,
        repeated_across_games=_in_earlier_games(games) / count,
        alike_in_game=_mean(
            [_resemblance(a, b) for game in games for a, b in combinations(game, 2)]
        ),
        alike_across_games=_mean([_resemblance(a, b) for a, b in _across(games)]),
        distinct_1=_distinct(words, 1),
        distinct_2=_distinct(words, 2),
        openings=len(set(openings)),
        commonest_opening=max(firsts.values(), default=0) / len(games),
        words=fmean(map(len, words)),
        median_words=median(map(len, words)),
    )


def _rows(found: Talk) -> Iterator[tuple[str, str]]:
    yield "sentences repeated within a game", f"{found.repeated_in_game:.2%}"
    yield "  with every seat as @", f"{found.repeated_shape_in_game:.2%}"
    yield "sentences said in an earlier game, seats as @", f"{found.repeated_across_games:.1%}"
    yield "resemblance of two speeches of a game (trigrams)", f"{found.alike_in_game:.4f}"
    yield "resemblance of two speeches of different games", f"{found.alike_across_games:.4f}"
    yield "distinct-1, distinct-2", f"{found.distinct_1:.3f}, {found.distinct_2:.3f}"
    yield "different first speeches of day 1", f"{found.openings}"
    yield "games that begin with the commonest first sentence", f"{found.commonest_opening:.1%}"
    yield "words a speech: mean, median", f"{found.words:.1f}, {found.median_words:g}"


def _repeats(said: Sequence[tuple[str, ...]]) -> int:
    """Count sentences that were said before."""
    parts = [part for speech in said for part in speech]
    return len(parts) - len(set(parts))


def _in_earlier_games(games: Sequence[Sequence[Speech]]) -> int:
    known, count = set[str](), 0
    for game in games:
        shapes = [shape for speech in game for shape in speech.shapes]
        count += sum(shape in known for shape in shapes)
        known.update(shapes)
    return count


def _opening(game: Sequence[Speech]) -> Speech | None:
    return next((speech for speech in game if speech.kind == "speak" and speech.day == 1), None)


def _across(games: Sequence[Sequence[Speech]]) -> Iterator[tuple[Speech, Speech]]:
    """Drawn pairs of speeches from different games."""
    told = [(number, speech) for number, game in enumerate(games) for speech in game]
    draws = Draws(dice_of(len(told), "pairs"))
    for _ in range(PAIRS if len(games) > 1 else 0):
        (here, one), (there, other) = draws.pick(told), draws.pick(told)
        if here != there:
            yield one, other


def _resemblance(one: Speech, other: Speech) -> float:
    """Return the share of word trigrams in common (Jaccard index), 0..1.

    A speech shorter than three words has no trigrams, so its resemblance is 0.
    """
    a, b = _grams(one.words, GRAM), _grams(other.words, GRAM)
    return len(a & b) / len(a | b) if a and b else 0.0


def _grams(words: Sequence[str], n: int) -> set[tuple[str, ...]]:
    return {tuple(words[start : start + n]) for start in range(len(words) - n + 1)}


def _distinct(speeches_words: Sequence[Sequence[str]], n: int) -> float:
    grams = [
        tuple(words[start : start + n])
        for words in speeches_words
        for start in range(len(words) - n + 1)
    ]
    return len(set(grams)) / len(grams) if grams else 0.0


def _mean(values: Sequence[float]) -> float:
    return fmean(values) if values else 0.0
