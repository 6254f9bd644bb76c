"""Checkpoints: read, write and validate policy networks as safetensors files.

The header names the describer and the sizes with which the network was trained; a checkpoint with
others is refused. Shipped checkpoints are in `shipped/`.
"""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import numpy as np
from msgspec import Struct

from wolfcore.decoders import JsonReader
from wolfcore.errors import ConfigError, did_you_mean
from wolfcore.files import expand_user_path, read_bytes, write_atomically

from .network import Floats, Network, Sizes, Weights, shapes_of

FORMAT = "wolftui-policy-1"


SUFFIX = ".safetensors"


_MAX_FILE_BYTES = 64 << 20


_SHIPPED = Path(__file__).parent / "shipped"


_MAX_HEADER_BYTES = 1 << 16
"""Maximum bytes of the JSON header before the weights."""


class About(Struct, frozen=True, kw_only=True):
    """The metadata of a checkpoint.

    Attributes:
        format: `FORMAT`.
        describer: The name of the describer of its input.
        sizes: The architecture.
        candidates: The player whose candidates it was trained on, such as `sla:bots=hard`.
        board: The board on which it was trained.
        games: The number of games of the training.
        run: The name of the training run.
    """

    format: str
    describer: str
    sizes: Sizes
    candidates: str = ""
    board: str = ""
    games: int = 0
    run: str = ""


class Checkpoint(Struct, frozen=True):
    """The weights of a network with their metadata."""

    about: About
    weights: Weights

    def network(self) -> Network:
        """Build the network."""
        return Network(self.about.sizes, self.weights)


def shipped_names() -> tuple[str, ...]:
    """Return the names of the shipped checkpoints."""
    return tuple(sorted(file.stem for file in _SHIPPED.glob(f"*{SUFFIX}")))


def checkpoint_file(name: str) -> Path:
    """Return the path of a shipped checkpoint by name, or of a file that ends in .safetensors.

    Raises:
        ConfigError: There is no shipped checkpoint of this name.
    """
    if name.endswith(SUFFIX):
        return expand_user_path(name)
    if re.fullmatch(r"[a-z0-9-]{1,40}", name) and name in shipped_names():
        return _SHIPPED / f"{name}{SUFFIX}"
    hint = (
        f"{did_you_mean(name, shipped_names())} A policy of your own is a file that ends in "
        f"{SUFFIX}."
    )
    raise ConfigError(f"there is no policy `{name}`", key="policy", hint=hint)


def save_checkpoint(file: Path, checkpoint: Checkpoint) -> None:
    """Write a checkpoint atomically."""
    from safetensors.numpy import save  # noqa: PLC0415  extra `learned`

    about = msgspec.json.encode(checkpoint.about).decode()
    weights = {
        # In the order of names, so that equal weights give equal bytes.
        name: np.ascontiguousarray(value, np.float32)
        for name, value in sorted(checkpoint.weights.items())
    }
    write_atomically(file, save(weights, {"about": about}))


def load_checkpoint(file: Path) -> Checkpoint:
    """Read and validate a checkpoint.

    Raises:
        ConfigError: The file cannot be read, is truncated, or is not a policy of this program.
    """
    from safetensors import SafetensorError  # noqa: PLC0415  extra `learned`
    from safetensors.numpy import load  # noqa: PLC0415  extra `learned`

    try:
        data = read_bytes(file, _MAX_FILE_BYTES)
        # The header is read with its bounds before the library parses the file.
        about = _about(data)
        found = load(data)
    except OSError as error:
        raise ConfigError(
            f"cannot be read ({error.strerror or error})", file=str(file), key="policy"
        ) from error
    except (SafetensorError, ValueError) as error:
        hint = "A policy is a file that `wolftui train` wrote."
        raise ConfigError(
            f"is not a policy file ({error})", file=str(file), key="policy", hint=hint
        ) from error
    weights: dict[str, Floats] = {}
    for name, shape in _expected(file, about).items():
        value = found.pop(name, None)
        if value is None or value.dtype != np.float32 or value.shape != shape:
            raise _other_kind_error(file, f"`{name}` is not a {' x '.join(map(str, shape))} array")
        # Not `any(abs > most)`: a value that is not a number is never greater.
        if not (np.abs(value) <= _MAX_WEIGHT).all():
            problem = f"`{name}` contains values that are not numbers up to {_MAX_WEIGHT:,.0f}"
            raise _other_kind_error(file, problem)
        weights[name] = value
    # Weights that no network has are of another architecture.
    if found:
        raise _other_kind_error(file, f"it contains an unknown array `{min(found)}`")
    return Checkpoint(about, weights)


def _about(data: bytes) -> About:
    """Decode the metadata in the header of a safetensors file: eight bytes of length, then JSON.

    Raises:
        ValueError: There is no such header.
        msgspec.DecodeError: The header lacks the metadata of a policy.
    """
    length = int.from_bytes(data[:8], "little")
    if len(data) < 8 or length > min(_MAX_HEADER_BYTES, len(data) - 8):
        raise ValueError("it is truncated or of another format")
    head = _HEAD.decode(data[8 : 8 + length])
    return _ABOUT.decode(head.metadata.get("about", "").encode())


class _Head(Struct, frozen=True):
    """The header of a safetensors file, without the entries of the weights."""

    metadata: dict[str, str] = msgspec.field(name="__metadata__", default_factory=dict)


_HEAD, _ABOUT = JsonReader(_Head, once=True), JsonReader(About, once=True)


_MAX_WEIGHT = 1e4
"""Maximum size of a weight: of greater ones the products overflow. Trained ones stay below 100."""


_MAX_VECTOR_LENGTH = 4096
"""Maximum length of a network's vectors; a greater one is a mistake."""


def _expected(file: Path, about: About) -> dict[str, tuple[int, ...]]:
    """Return the shapes of the weights that a checkpoint must contain.

    Raises:
        ConfigError: The format or the sizes are not valid.
    """
    sizes = about.sizes
    if about.format != FORMAT:
        problem = f"its format is `{about.format}`, and this version reads `{FORMAT}`"
        raise _other_kind_error(file, problem)
    numbers = (sizes.player, sizes.state, sizes.candidate, sizes.width, sizes.heads)
    if not all(0 < number <= _MAX_VECTOR_LENGTH for number in numbers) or sizes.width % sizes.heads:
        raise _other_kind_error(file, "its layer sizes are not valid")
    return shapes_of(sizes)


def check_describer(
    file: Path, checkpoint: Checkpoint, describer: str, lengths: tuple[int, int, int]
) -> None:
    """Check that a checkpoint was trained with this describer and these vector lengths.

    Raises:
        ConfigError: The checkpoint has another input format.
    """
    about, sizes = checkpoint.about, checkpoint.about.sizes
    if about.describer != describer or (sizes.player, sizes.state, sizes.candidate) != lengths:
        hint = f"It was trained with `{about.describer}`; train one for `{describer}`."
        problem = (
            f"was not trained with `{describer}` features"
            if about.describer != describer
            else f"was trained with `{describer}` features of other lengths"
        )
        raise ConfigError(problem, file=str(file), key="policy", hint=hint)


def _other_kind_error(file: Path, problem: str) -> ConfigError:
    return ConfigError(
        f"is another kind of policy: {problem}",
        file=str(file),
        key="policy",
        hint="`wolftui train` makes one.",
    )
