"""Models: chat endpoints of any kind behind one contract. This room knows nothing of Werewolf.

An adapter (`openai`, `anthropic`, `google`) turns requests into bodies and parts of replies back, without I/O; `http` carries
them; small wrappers, each a model around a model, settle, price, retry, limit, guard and fit. `opening.Endpoints` puts them
together. Whatever loads an HTTP client (`opening`, `http`, `local_server`, `probing`) is not imported here: import it where a
model is asked.
"""

from .around.pricing import Prices, prices_of
from .around.purse import Budget, Paid, Purse
from .contract import FORMS, ChatModel, ChatReply, ChatRequest, Delta, Form, Listener, Message, Usage
from .keys import key_state
from .local.finding import WEIGHTS, LocalSettings, find_server, find_weights
from .scripted import ScriptedModel
from .servers import SERVERS, Server, ServerName
from .spec import ENDPOINT_KINDS, PACKAGED, SMOLLM, ModelSpec, parse_model, parse_models
from .together import together

__all__ = [
    "ENDPOINT_KINDS",
    "FORMS",
    "PACKAGED",
    "SERVERS",
    "SMOLLM",
    "WEIGHTS",
    "Budget",
    "ChatModel",
    "ChatReply",
    "ChatRequest",
    "Delta",
    "Form",
    "Listener",
    "LocalSettings",
    "Message",
    "ModelSpec",
    "Paid",
    "Prices",
    "Purse",
    "ScriptedModel",
    "Server",
    "ServerName",
    "Usage",
    "find_server",
    "find_weights",
    "key_state",
    "parse_model",
    "parse_models",
    "prices_of",
    "together",
]  # fmt: skip
