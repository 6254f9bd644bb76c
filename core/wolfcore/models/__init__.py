"""Language models: chat endpoints behind one protocol, `ChatModel`. Knows nothing of Werewolf.

This package does not import the modules that load httpx or tenacity: `endpoints`, `discovery`,
`embeddings`, `transport`, `wrappers.retrying` and `local.server`. They are imported only where a
model is called.
"""

from .api_keys import describe_key_source
from .chat import (
    ANSWER_FORMS,
    AnswerForm,
    ChatModel,
    ChatReply,
    ChatRequest,
    Delta,
    DeltaListener,
    Message,
    Usage,
    run_concurrently,
)
from .local.llama_cpp import WEIGHTS, LocalSettings, find_server, find_weights
from .scripted import ScriptedModel
from .servers import SERVERS, Server, ServerName
from .spec import (
    ENDPOINT_KINDS,
    PACKAGED_MODEL,
    SMOLLM,
    ModelSpec,
    models_to_offer,
    parse_model,
    parse_models,
)
from .wrappers.costs import (
    AttemptCounter,
    Budget,
    BudgetedModel,
    BudgetTracker,
    Prices,
    prices_of,
)

__all__ = [
    "ANSWER_FORMS",
    "ENDPOINT_KINDS",
    "PACKAGED_MODEL",
    "SERVERS",
    "SMOLLM",
    "WEIGHTS",
    "AnswerForm",
    "AttemptCounter",
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
    "models_to_offer",
    "parse_model",
    "parse_models",
    "prices_of",
    "run_concurrently",
]  # fmt: skip
