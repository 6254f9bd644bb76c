"""One acted configuration: how a server takes requests, how its model replies, how it breaks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from .forms import Told
from .refusals import WHEN, Limit, Refusal
from .wires import Wire

Expected = Literal["answers", "no answer", "stop", "wait"]


class Configuration(NamedTuple):
    """One configuration of an endpoint and its model.

    Attributes:
        name: Its name.
        source: The public page or issue that it comes from; where the behaviour is known and the
            number of its issue was not looked up, the repository's list of issues.
        expects: What should come of it: `answers` (a good answer stands in the reply, or in the
            reply to a reasonable changed request), `no answer`, `stop`, `wait` (a wait answers).
        server: The value of the setting `server`; empty for none.
        kind: The value of the setting `kind`.
        shape: The shape of the replies.
        instead: Other shapes where a request has a property (a key of `WHEN`), first match.
        refuses: Refusals where a request has a property, first match.
        limit: A refusal that passes, or that comes after some calls.
        wire: How replies are sent.
        told: How usage is told.
        moved: The status of a redirect; 0 for none.
        responses: Whether the server has the Responses API.
        settings: Further settings of the model.
    """

    name: str
    source: str
    expects: Expected
    server: str = ""
    kind: str = "openai"
    shape: str = "good"
    instead: Mapping[str, str] = {}
    refuses: Sequence[tuple[str, Refusal]] = ()
    limit: Limit | None = None
    wire: Wire = Wire()
    told: Told = Told()
    moved: int = 0
    responses: bool = False
    settings: Mapping[str, Any] = {}

    def refusal_of(self, body: Mapping[str, Any], api: str) -> Refusal | None:
        """The refusal that a request meets, or None."""
        if api == "responses":
            return None if self.responses else Refusal(404, {"detail": "Not Found"})
        return next((refusal for when, refusal in self.refuses if WHEN[when](body)), None)

    def shape_of(self, body: Mapping[str, Any]) -> str:
        """The shape of the reply to a request."""
        return next((shape for when, shape in self.instead.items() if WHEN[when](body)), self.shape)
