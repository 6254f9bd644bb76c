"""Features of a turn for the act policy: belief, claims and speech acts as numbers.

Made for seats with a house bot, whose belief it reads. No seat number and no board is encoded, so
a network plays at any table size. The order and meaning of numbers are fixed by the name `acts-1`
and by the layout of the checkpoint.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from wolfcore.agents import Candidate, Turn
from wolfcore.agents.policy_files import Layout
from wolfcore.bots import HouseThinker, Mind
from wolfcore.game import HOLDERS, ROLES, SPEECH_KINDS, Ask
from wolfcore.players import Desk, Intention
from wolfcore.players.intentions import IDLE, PUBLIC_SPEECH_KINDS
from wolfcore.speech import Act
from wolfcore.speech import acts as a

from .network import PolicyInput
from .seat_features import SEAT_ROW, player_length, player_vector, seat_rows

_ROW = len(SEAT_ROW)


_NOBODY = [0.0] * _ROW


_HOSTILE = (a.Accuses, a.CallsVote)


_FRIENDLY = (a.Vouches, a.Defends)


_DEEDS = (a.TellsProtected, a.TellsSaved, a.TellsPoisoned)


_STATE_LENGTH = 3 * _ROW + 6


_CANDIDATE_LENGTH = 3 + 2 + _ROW + 6 + 4 * _ROW + 5


_MAX_ACTS, _MAX_SPEECH_CHARS = 4.0, 400
"""The number of acts of a kind, and of characters of a speech, that are encoded as 1; few speeches
have more."""


def act_lengths(layout: Layout) -> tuple[int, int, int]:
    """Return the lengths of the player, state and candidate vectors."""
    return player_length(layout), _STATE_LENGTH, _CANDIDATE_LENGTH


class ActsDescriber:
    """Encodes turns of a seat that a house bot thinks for.

    Args:
        thinker: The bot, whose belief is read; it caches what it has computed for the ask.
        layout: The layout with which the network was trained.
    """

    name = "acts-1"

    def __init__(self, thinker: HouseThinker, layout: Layout) -> None:
        self._thinker, self._layout = thinker, layout
        self.lengths = act_lengths(layout)

    def describe(self, turn: Turn, desk: Desk) -> PolicyInput:
        """Encode a turn with all its candidates, in order.

        Raises:
            ConfigError: The board deals a role that the layout lacks.
        """
        view, ask = turn.view, turn.ask
        mind = self._thinker.mind(view, ask, desk)
        rows = seat_rows(mind)
        acts_of_each = [
            _acts_of_intention(turn, each.intention)
            if each.intention
            else self._thinker.acts_of_speech(view, view.seat, words)
            if (words := _words(ask, each))
            else ()
            for each in turn.candidates
        ]
        pairs = zip(turn.candidates, acts_of_each, strict=True)
        candidates = [
            _candidate(mind, rows, place, each, acts) for place, (each, acts) in enumerate(pairs)
        ]
        return PolicyInput(
            np.array(player_vector(view, ask, mind.record.day, self._layout), np.float32),
            np.array(_state(mind, rows), np.float32),
            np.array(candidates, np.float32),
        )


def _words(ask: Ask, candidate: Candidate) -> str:
    """Return the words of a candidate speech; policies were fitted to ballots without words."""
    return candidate.text if ask.kind in SPEECH_KINDS else ""


def _acts_of_intention(turn: Turn, intention: Intention) -> Sequence[Act]:
    """Return the speech acts that an intention will have."""
    if turn.ask.kind in PUBLIC_SPEECH_KINDS and intention.seat:
        return (a.Accuses(intention.seat),)
    return (a.ClaimsRole(intention.role),) if intention.role else ()


def _state(mind: Mind, rows: dict[int, list[float]]) -> list[float]:
    """Encode the state: the own row, mean and maximum of the others' rows, and six game numbers."""
    others = [rows[seat] for seat in mind.others]
    # Alone at the table, there is nobody to take a mean of.
    columns = list(zip(*others, strict=True)) or [(0.0,)] * _ROW
    record = mind.record
    alive = len(record.alive)
    special = sum(
        not ROLES[claim.role].plain for seat, claim in record.claims.items() if record.lives(seat)
    )
    return [
        *rows.get(mind.me, _NOBODY),
        *[sum(column) / len(column) for column in columns],
        *[max(column) for column in columns],
        alive / record.size,
        min(1.0, record.wolves / max(alive, 1)),
        min(1.0, len(record.speakers_today) / max(alive, 1)),
        min(1.0, special / _MAX_ACTS),
        float(mind.is_pressed),
        float(bool(record.quiet_nights)),
    ]


def _candidate(
    mind: Mind, rows: dict[int, list[float]], place: int, candidate: Candidate, acts: Sequence[Act]
) -> list[float]:
    """Encode a candidate: position, row of its target, counts and targets of its speech acts."""
    meant = candidate.intention
    words = _words(mind.ask, candidate)
    chosen = meant.seat if meant and mind.ask.kind not in PUBLIC_SPEECH_KINDS else candidate.choice
    against = [act.seat for act in acts if isinstance(act, _HOSTILE)]
    in_favour = [act.seat for act in acts if isinstance(act, _FRIENDLY)]
    wolves = [act.seat for act in acts if isinstance(act, a.ReportsCheck) and act.finds_wolf]
    cleared = [act.seat for act in acts if isinstance(act, a.ReportsCheck) and not act.finds_wolf]
    deeds = sum(isinstance(act, _DEEDS) for act in acts)
    asked = sum(isinstance(act, a.AsksSeat) for act in acts)
    counts = (len(against), len(in_favour), len(wolves), len(cleared), deeds, asked)
    return [
        # First, second or later: a position for each would fix the number of candidates.
        *[float(place == number) for number in range(2)],
        float(place > 1),
        float(not chosen and not words and candidate.intention in (None, IDLE)),
        min(1.0, len(words) / _MAX_SPEECH_CHARS),
        *rows.get(chosen, _NOBODY),
        *[min(1.0, count / _MAX_ACTS) for count in counts],
        *_mean(rows, against),
        *_mean(rows, in_favour),
        *_mean(rows, wolves),
        *_mean(rows, cleared),
        *_claims(mind, acts),
    ]


def _mean(rows: dict[int, list[float]], seats: Iterable[int]) -> list[float]:
    """Return the mean row of some seats; a dead seat and no seat have a row of zeros."""
    found = [rows.get(seat, _NOBODY) for seat in seats]
    return [sum(column) / len(found) for column in zip(*found, strict=True)] if found else _NOBODY


def _claims(mind: Mind, acts: Sequence[Act]) -> list[float]:
    """Encode the claims of the words: a checking role, another special one, a plain one, its own.

    The last number says whether they take a claim back.
    """
    claimed = [act.role for act in acts if isinstance(act, a.ClaimsRole)]
    special = [role for role in claimed if not ROLES[role].plain]
    return [
        float(any(role in HOLDERS["check"] for role in claimed)),
        float(any(role not in HOLDERS["check"] for role in special)),
        float(len(claimed) > len(special)),
        float(mind.role in claimed),
        float(any(isinstance(act, a.Retracts) for act in acts)),
    ]
