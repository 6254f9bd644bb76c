"""What the attempts of a call took beside its reply is recorded once: never with the reply's own."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from wolfcore.agents.task_calls import lost_attempts
from wolfcore.models import ChatReply, Usage
from wolfcore.models.attempts import Attempt
from wolfcore.players import LostAttempts

FAILED = Attempt("m", 1, 900, 40, estimated=940, cost=0.25, replied=False)
TOLD = Attempt("m", 1, 100, 20, cost=0.5)
UNTOLD = Attempt("m", 1, 100, 20, estimated=120, cost=0.5)
FREE = Attempt("m", 1, 900, 40, estimated=940, replied=False)

REPLY = ChatReply(text="x", usage=Usage(100, tokens_out=20), cost=0.5)
WITHOUT_USAGE = ChatReply(text="x", cost=0.5)


@pytest.mark.parametrize(
    ("attempts", "reply", "lost"),
    [
        ([], None, None),
        ([], REPLY, None),  # a model that counts no attempts
        ([TOLD], REPLY, None),
        ([FAILED], None, LostAttempts(1, 900, 40, 940, 0.25)),
        ([FREE], None, LostAttempts(1, 900, 40, 940, None)),
        ([FAILED, FAILED, TOLD], REPLY, LostAttempts(2, 1800, 80, 1880, 0.5)),
        # A dropped connection was tried once more within the attempt.
        (
            [Attempt("m", 2, 200, 20, 100, 0.75)],
            REPLY,
            LostAttempts(1, 100, 0, 100, 0.25),
        ),
        # What the endpoint did not tell is the reply's own, and told as estimated.
        ([UNTOLD], WITHOUT_USAGE, LostAttempts(0, 0, 0, 120, 0.0)),
        ([FAILED, UNTOLD], WITHOUT_USAGE, LostAttempts(1, 900, 40, 1060, 0.25)),
        # A reply that thought until the limit, then the one that is used: both were told.
        ([TOLD, TOLD], REPLY, LostAttempts(1, 100, 20, 0, 0.5)),
        # An endpoint that tells more than was counted is no gain.
        ([FAILED, TOLD], ChatReply(text="x", usage=Usage(2000, tokens_out=90), cost=2.0),
         LostAttempts(1, 0, 0, 940, 0.0)),
    ],
)  # fmt: skip
def test_a_call_loses_what_its_reply_did_not_take(
    attempts: Sequence[Attempt], reply: ChatReply | None, lost: LostAttempts | None
) -> None:
    assert lost_attempts(attempts, reply) == lost
