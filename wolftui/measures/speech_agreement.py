"""Speeches sampled for annotation, and agreement of annotators as tables and JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from wolfcore.errors import ConfigError, LogError
from wolfcore.game.facts import Said
from wolfcore.metrics import from_saved_game, tables_of
from wolfcore.metrics.annotation import (
    Agreement,
    Candidate,
    Item,
    LabelsBySpeech,
    Share,
    candidates,
    labels,
    reader_labels,
    words_digest,
)
from wolfcore.records import SavedGame, read_game
from wolfcore.records.importers import import_game, is_foreign

from .measurement import NOT_OVER, VOID, resolve_games

_NONE = "-"


class Comparison(NamedTuple):
    """The agreement of two annotators.

    Attributes:
        first: The name of the first; counts as correct if the second is the speech reader.
        second: The name of the second.
        rows: The agreement by label.
        reader: Whether the second is the speech reader.
    """

    first: str
    second: str
    rows: Sequence[Agreement]
    reader: bool = False


def agreement_lines(compared: Comparison) -> list[str]:
    """Render the agreement as a table of at most 80 columns."""
    if not compared.rows:
        return [f"{compared.first} and {compared.second} have not judged the same speeches."]
    titles = {label.name: label.title for label in labels()}
    speeches = max(row.counts.n for row in compared.rows)
    games = max(row.games for row in compared.rows)
    head = f"{'':23}{'n':>4} {'both':>5}{'1st':>4}{'2nd':>4}  agree  {'kappa':17}"
    lines = [
        f"{compared.first} (1st) and {compared.second} (2nd): "
        f"{_of(speeches, 'speech', 'es')} of {_of(games, 'game')}",
        f"{head}{'precis. recall' if compared.reader else ''}".rstrip(),
    ]
    for row in compared.rows:
        counts = row.counts
        line = (
            f"{titles[row.label]:23.23}{counts.n:4} "
            f"{counts.both:5}{counts.first:4}{counts.second:4}  {_percent(row.share):>5}"
            f"  {_kappa(row.kappa):17}"
        )
        lines.append(
            (
                line
                + (
                    f"{_percent(row.precision):>6}  {_percent(row.recall):>6}"
                    if compared.reader
                    else ""
                )
            ).rstrip()
        )
    return lines


NOTE = (
    "both, 1st, 2nd: speeches with a yes of both, or of only one. kappa: Cohen's kappa, "
    "with a 95 % interval over games (-: "
    "fewer than five games, or no disagreement). precision and recall: those of the reader, "
    "with the 1st taken as the truth. The sample "
    "is balanced over days and sides, so the shares are not those of all speeches."
)


def _of(count: int, word: str, more: str = "s") -> str:
    return f"{count} {word}{more * (count != 1)}"


def _percent(share: Share) -> str:
    return _NONE if share.value is None else f"{share.value:.0%}"


def _kappa(share: Share) -> str:
    if share.value is None:
        return _NONE
    low, high, _ = share.interval
    return (
        f"{share.value:.2f} {_NONE if low is None or high is None else f'[{low:.2f}, {high:.2f}]'}"
    )


def labels_by_side(
    first: str, said: LabelsBySpeech, reader: LabelsBySpeech, sides: Mapping[Item, str]
) -> list[str]:
    """Table the speeches of each team that carry a label, by an annotator and by the reader.

    The two counts are separate columns.

    Args:
        first: The name of the annotator.
        said: The annotator's labels by speech.
        reader: The speech reader's labels by speech.
        sides: The team of each speech's speaker.
    """
    titles = {label.name: label.title for label in labels()}
    shown = [side for side in ("wolves", "village") if side in {sides.get(item) for item in said}]
    lines = [f"{'':23}" + "".join(f"{side:>10}{first[:10]:>11}{'reader':>8}" for side in shown)]
    for name, label in titles.items():
        cells = ""
        for side in shown:
            here = [item for item in said if sides.get(item) == side and name in said[item]]
            told = [item for item in here if name in reader.get(item, {})]
            of_reader = f"{sum(reader[item][name] for item in told)}" if told else _NONE
            cells += (
                f"{'of ' + str(len(here)):>10}"
                f"{sum(said[item][name] for item in here):>11}{of_reader:>8}"
            )
        lines.append(f"{label:23.23}{cells}")
    return lines


_DAYS = ("day 1", "day 2", "day 3", "later")


def labels_by_day(
    first: str, said: LabelsBySpeech, reader: LabelsBySpeech, sides: Mapping[Item, str]
) -> list[str]:
    """Table per team how many speeches of each day carry a label, as `5/4 of 12`.

    The numbers are the annotator's count, the reader's count, and the number of speeches. Arguments
    as in `labels_by_side`.
    """
    lines = list[str]()
    for side in ("wolves", "village"):
        here = [item for item in said if sides.get(item) == side]
        days = [
            day for place, day in enumerate(_DAYS) if any(_place(item) == place for item in here)
        ]
        if not days:
            continue
        lines += [
            "",
            f"{side}: {first}/reader of speeches",
            f"{'':23}" + "".join(f"{day:>14}" for day in days),
        ]
        for label in labels():
            cells = [
                _of_day(
                    [item for item in here if _DAYS[_place(item)] == day], label.name, said, reader
                )
                for day in days
            ]
            lines.append(f"{label.title:23.23}" + "".join(f"{cell:>14}" for cell in cells))
    return lines[1:]


def _place(item: Item) -> int:
    """Return the index in `_DAYS` of a speech's day."""
    return max(1, min(item.day, len(_DAYS))) - 1


def _of_day(items: Sequence[Item], label: str, said: LabelsBySpeech, reader: LabelsBySpeech) -> str:
    here = [item for item in items if label in said[item]]
    told = [reader[item][label] for item in here if label in reader.get(item, {})]
    return (
        f"{sum(said[item][label] for item in here)}/{sum(told) if told else _NONE} of {len(here)}"
    )


def agreement_json(compared: Comparison) -> dict[str, Any]:
    """Convert the agreement to a JSON object with every number and interval."""
    return {
        "first": compared.first,
        "second": compared.second,
        "labels": [
            {
                "label": row.label,
                "n": row.counts.n,
                "games": row.games,
                **row.counts._asdict(),
                **{
                    name: _share(getattr(row, name))
                    for name in ("share", "kappa", *(("precision", "recall") * compared.reader))
                },
            }
            for row in compared.rows
        ],
    }


def _share(share: Share) -> dict[str, float | None]:
    return {"value": share.value, "low": share.interval.low, "high": share.interval.high}


class SpeechSource:
    """The speeches of games on disk, which are read one by one.

    Args:
        texts: Games and folders of games, as on a command line.
        on_read: Called after each game with the number of games read and the total.

    Attributes:
        candidates: All speeches of finished games that are neither void nor damaged.
        left_out: The other games, one sentence each.

    Raises:
        ConfigError: A word matches no game, or two games have the same id.
    """

    def __init__(
        self, texts: Sequence[str], on_read: Callable[[int, int], object] = lambda done, of: None
    ) -> None:
        self.candidates: list[Candidate] = []
        self.left_out: list[str] = []
        self._paths: dict[str, Path] = {}
        paths = {path.resolve(): path for text in texts for path in resolve_games(text)}
        for number, path in enumerate(paths.values(), 1):
            self._read_candidates(path)
            on_read(number, len(paths))

    def _read_candidates(self, path: Path) -> None:
        try:
            saved = _read_any_game(path)
        except LogError as error:
            self.left_out.append(str(error))
            return
        if saved.result is None or saved.result.ended == "void":
            self.left_out.append(
                f"{saved.id} {NOT_OVER if saved.result is None else VOID} and is left out."
            )
            return
        if saved.id in self._paths:
            hint = "Name only one of them; a sheet identifies games by id."
            raise ConfigError(
                f"has the same id as a game in {self._paths[saved.id].parent}",
                file=str(path),
                hint=hint,
            )
        self._paths[saved.id] = path
        self.candidates += candidates(tables_of(from_saved_game(saved)))

    @property
    def ids(self) -> list[str]:
        """The ids of games that have speeches to sample."""
        return list(dict.fromkeys(each.item.game for each in self.candidates))

    def games(self, items: Iterable[Item]) -> dict[str, SavedGame]:
        """Read the games of a sample, by id.

        Raises:
            ConfigError: A game is missing here, or its speech differs from the sampled one.
        """
        found: dict[str, SavedGame] = {}
        for item in items:
            if item.game not in self._paths:
                raise ConfigError(
                    f"the game {item.game} of the sample is not among these games", key="GAME"
                )
            saved = found.get(item.game) or found.setdefault(
                item.game, _read_any_game(self._paths[item.game])
            )
            fact = saved.entries[item.entry].fact if item.entry < len(saved.entries) else None
            if not isinstance(fact, Said) or words_digest(fact.text) != item.words:
                raise ConfigError("differs from the sampled game", file=str(saved.path))
        return found

    def read(self, items: Sequence[Item]) -> dict[Item, dict[str, bool]]:
        """Label each speech of a sample with the speech reader.

        Raises:
            ConfigError: As in `games`.
        """
        said = {
            game: reader_labels(tables_of(from_saved_game(saved)))
            for game, saved in self.games(items).items()
        }
        return {item: said[item.game].get(item.entry, {}) for item in items}

    def sides(self) -> dict[Item, str]:
        """Return the team of each speech's speaker; empty if the log does not tell it."""
        return {each.item: each.side for each in self.candidates}


def _read_any_game(path: Path) -> SavedGame:
    return import_game(path) if is_foreign(path) else read_game(path)
