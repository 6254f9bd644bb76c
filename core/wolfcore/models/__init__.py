"""Models: chat endpoints of any kind behind one contract. This room knows nothing of Werewolf.

An adapter (`openai`, `anthropic`, `google`) turns requests into bodies and parts of replies back, without I/O; `http` carries
them; small wrappers, each a model around a model, settle, price, retry, limit, guard and fit. `opening.Endpoints` puts them
together. Whatever loads an HTTP client (`opening`, `http`, `local_server`, `probing`) is not imported here: import it where a
model is asked.
"""

from .around.pricing import Prices, prices_of
from .around.purse import Budget, BudgetedModel, BudgetTracker
from .contract import ANSWER_FORMS, AnswerForm, ChatModel, ChatReply, ChatRequest, Delta, DeltaListener, Message, Usage
from .keys import describe_key_source
from .local.finding import WEIGHTS, LocalSettings, find_server, find_weights
from .scripted import ScriptedModel
from .servers import SERVERS, Server, ServerName
from .spec import ENDPOINT_KINDS, PACKAGED_MODEL, SMOLLM, ModelSpec, parse_model, parse_models
from .together import run_concurrently

__all__ = [
    "ANSWER_FORMS",
    "ENDPOINT_KINDS",
    "PACKAGED_MODEL",
    "SERVERS",
    "SMOLLM",
    "WEIGHTS",
    "AnswerForm",
    "Budget",
    "BudgetTracker",
    "BudgetedModel",
    "ChatModel",
    "ChatReply",
    "ChatRequest",
    "Delta",
    "DeltaListener",
    "LocalSettings",
    "Message",
    "ModelSpec",
    "Prices",
    "ScriptedModel",
    "Server",
    "ServerName",
    "Usage",
    "describe_key_source",
    "find_server",
    "find_weights",
    "parse_model",
    "parse_models",
    "prices_of",
    "run_concurrently",
]  # fmt: skip
