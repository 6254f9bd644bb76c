"""Marked secrets of every kind, and a log in which they are planted.

`PUBLIC` and `plants` together classify every class of `Fact`; a test fails as soon as one is
missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from tests.core.game.random_play import answer
from wolfcore.game import Ask, Belief, Entry, Fact, Game, GameSpec
from wolfcore.game import facts as f

MARK = "\u2042planted\u2042"
"""Stands in every secret that holds a text."""

PUBLIC: frozenset[type[Fact]] = frozenset(
    {
        f.Began,
        f.QuietNight,
        f.Died,
        f.Revealed,
        f.Candidates,
        f.Badge,
        f.OrderSet,
        f.CalledOn,
        f.Said,
        f.Recommended,
        f.MostNamed,
        f.TieBroken,
        f.Exiled,
        f.LostVote,
        f.Ended,
    }
)
"""Facts that are never anything but public. `Cause`, `Shot` and `Voted` may be, and may be secret.
"""


def plants(seat: int) -> Mapping[type[Fact], Entry]:
    """A secret of each kind that `seat` may not know, told to another seat or to nobody but the
    moderator.

    Other seats do things to `seat`; a board needs four seats.
    """
    actor, other = [each for each in (1, 2, 3) if each != seat][:2]
    ask = f"d1.speak.{actor}"
    to_actor: list[Fact] = [
        f.Dealt(actor, "Witch"),
        f.Decider(actor),
        f.Whispered(actor, MARK),
        f.Proposed(actor, other),
        f.Attacked(seat),
        f.Protected(actor, seat),
        f.Checked(actor, seat, "wolves"),
        f.Victim(actor, seat),
        f.Saved(actor, seat),
        f.Poisoned(actor, seat),
        f.Idle(actor, "save"),
        f.Shot(actor, 0),
    ]
    to_nobody: list[Fact] = [
        f.Appointed(actor),
        f.Cause(actor, "poisoned"),
        f.Bid(actor, 4),
        f.Voted(actor, seat, "lean"),
        f.Thought(actor, ask, MARK),
        f.Believed(actor, ask, (Belief(seat, "Werewolf", 9, 0.87),)),
        f.Fallback(actor, ask, "timeout"),
    ]
    entries = [Entry((actor,), fact) for fact in to_actor] + [
        Entry(f.MODERATOR, fact) for fact in to_nobody
    ]
    return {type(entry.fact): entry for entry in entries}


class Round(Struct, frozen=True):
    """A batch of asks, and what the log gained from the answers."""

    asks: tuple[Ask, ...]
    new: tuple[Entry, ...]


def rounds(spec: GameSpec) -> list[Round]:
    """A whole game by chance; the first round holds what comes before any ask, the last one the
    end."""
    game = Game(spec)
    played = [Round((), tuple(game.log))]
    while game.asks:
        batch, before = game.asks, len(game.log)
        game.submit({ask.id: answer(ask, spec.seed, spec.board.size) for ask in batch})
        played.append(Round(batch, tuple(game.log[before:])))
    return played


def planted(played: Sequence[Round], secrets: Iterable[Entry], seat: int) -> list[Round]:
    """The same game with the secrets in it everywhere: after every entry, and as rounds of their
    own behind closed doors."""
    hidden = tuple(secrets)
    actor = next(each for each in (1, 2, 3) if each != seat)
    grown: list[Round] = []
    for number, each in enumerate(played):
        last = number == len(played) - 1
        new = tuple(
            told
            for entry in each.new
            for told in ((entry,) if isinstance(entry.fact, f.Ended) else (entry, *hidden))
        )
        grown.append(Round(each.asks, new))
        if not last:
            grown.append(
                Round(
                    (Ask(f"n1.whisper{number + 1}.{actor}", actor, "whisper", 1, "night", (0,)),),
                    hidden,
                )
            )
    return grown


def two_games(
    spec: GameSpec, seat: int, kinds: Iterable[type[Fact]] = ()
) -> tuple[list[Round], list[Round]]:
    """A game, and the same with secrets of these kinds, or of all, planted in it, which `seat` may
    not notice."""
    game, secrets = rounds(spec), plants(seat)
    return game, planted(game, [secrets[kind] for kind in kinds or secrets], seat)


def log_of(played: Iterable[Round]) -> list[Entry]:
    """All entries of a game."""
    return [entry for each in played for entry in each.new]
