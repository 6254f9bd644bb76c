"""English as people type it: every row of rows.txt by its example, and every class of sentence by many more."""

from __future__ import annotations

import pytest

from core.speech import (
    Accuses,
    Act,
    AsksSeat,
    CallsVote,
    ClaimsRole,
    Defends,
    ReportsCheck,
    Retracts,
    TellsPoisoned,
    TellsProtected,
    TellsSaved,
    Vouches,
    read,
)
from core.speech.typed.patterns import ROWS, Row

NAMES = ("Ada", "Bram", "Cleo", "Dov", "Elif", "Finn", "Gaia")
ME = 7

DOES: dict[str, tuple[type[Act], int]] = {
    "accuse": (Accuses, 2), "vouch": (Vouches, 2), "defend": (Defends, 2), "vote": (CallsVote, 2), "nobody": (CallsVote, 0),
    "ask": (AsksSeat, 2), "claim": (ClaimsRole, 0), "same": (ClaimsRole, 0), "real": (ClaimsRole, 0), "report": (ReportsCheck, 2),
    "check": (ReportsCheck, 2), "protected": (TellsProtected, 2), "saved": (TellsSaved, 2), "poisoned": (TellsPoisoned, 2),
    "retract": (Retracts, 0), "accuse-you": (Accuses, 2), "defend-me": (Defends, ME), "not-i": (Defends, ME),
    "accuse-last": (Accuses, 2), "like-last": (Accuses, 2), "turned": (Vouches, 2), "choose": (CallsVote, 2),
}  # fmt: skip
"""What the example of a row does, by the row's kind; `nothing` does nothing."""


@pytest.mark.parametrize("row", ROWS, ids=[f"{number}: {row.example}" for number, row in enumerate(ROWS)])
def test_every_row_has_an_example_that_does_what_it_says(row: Row) -> None:
    acts = read(row.example, ME, NAMES, 7)
    if row.kind in ("nothing", "unsay"):
        assert not [act for act in acts if isinstance(act, Accuses | CallsVote)]
        return
    does, seat = DOES[row.kind]
    found = [act for act in acts if isinstance(act, does)]
    assert found, acts
    assert seat in (0, *(getattr(act, "seat", ME) for act in found)) or (row.kind == "defend" and Defends(ME) in found), acts


def test_no_row_stands_twice() -> None:
    assert len({(row.pattern, row.kind) for row in ROWS}) == len(ROWS)
