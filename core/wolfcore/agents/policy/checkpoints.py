"""Checkpoints: read, write and validate policy networks as safetensors files.

The header names the describer, the layout and the sizes with which the network was trained; a
checkpoint with others is refused. Shipped checkpoints are in `shipped/`.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
from msgspec import Struct

from wolfcore.agents.policy_files import (
    MAX_FILE_BYTES,
    PolicyHeader,
    policy_file_errors,
    read_about,
)
from wolfcore.decoders import JsonReader
from wolfcore.errors import ConfigError
from wolfcore.files import read_bytes, write_atomically

from .network import Floats, Network, Sizes, Weights, shapes_of

FORMAT = "wolftui-policy-1"


class About(PolicyHeader, frozen=True, kw_only=True):
    """The metadata of a checkpoint.

    Attributes:
        format: `FORMAT`.
        describer: The name and version of the describer of its input.
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

    with policy_file_errors(file):
        data = read_bytes(file, MAX_FILE_BYTES)
        # The header is read with its bounds before the library parses the file.
        about = read_about(data, _ABOUT)
        try:
            found = load(data)
        except SafetensorError as error:
            raise ValueError(str(error)) from error
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


_ABOUT = JsonReader(About, once=True)


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
