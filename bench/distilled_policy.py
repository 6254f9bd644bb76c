"""`distil`: teach a policy that reads words from one that reads acts (Hinton et al. 2015).

Needs torch, so `__main__` imports this module only for its command. Files of a run:

    data/NNNNNN.safetensors  embedded choices (`distillation_data.py`)
    log.jsonl                one line a pass
    student.safetensors      the best checkpoint on held-out games
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import numpy as np
import torch
from msgspec import Struct
from torch import Tensor

from wolfcore.agents.policy import Checkpoint, Sizes, save_checkpoint
from wolfcore.agents.policy.checkpoints import FORMAT, About
from wolfcore.agents.policy.text_features import describer_name
from wolfcore.agents.policy_files import layout_for
from wolfcore.game import get_board
from wolfcore.training.torch_network import PolicyNet

from .distillation import HELD, Lesson, read_lesson
from .distillation_data import Choices, describe_games, load_choices


class Pass(Struct, frozen=True, kw_only=True):
    """What the log says of a pass.

    Attributes:
        number: Which one, from 1.
        learned: The cross-entropy in nats over the choices that are learned from, as they were met.
        held: That over the others.
        apart: How much of it is distance from the teacher, whose own entropy is the rest: the mean
            KL divergence.
        agrees: The share of those others at which the student finds the same candidate the
            likeliest.
        first: The share at which the first candidate is that of the teacher.
    """

    number: int
    learned: float
    held: float
    apart: float
    agrees: float
    first: float


def distil(folder: Path, lesson: Lesson) -> Iterator[Pass]:
    """Train a student policy on the choices in a run's folder; yield each pass over the data.

    When a pass is yielded, the best student so far is saved.

    The same data and seed give the same student on the same machine.
    """
    torch.set_num_threads(1)
    torch.manual_seed(lesson.seed)
    choices = load_choices(folder, lesson)
    held = choices.game % HELD == 0
    learned, judged = choices.at(torch.where(~held)[0]), choices.at(torch.where(held)[0])
    player, state, candidate = (
        each.shape[-1] for each in (choices.player, choices.state, choices.candidates)
    )
    sizes = Sizes(
        player=player,
        state=state,
        candidate=candidate,
        width=lesson.network.width,
        heads=lesson.network.heads,
    )
    net, order = PolicyNet(sizes), np.random.default_rng(lesson.seed)
    optimiser = torch.optim.AdamW(net.parameters(), lr=lesson.rate, weight_decay=lesson.decay)
    best, since = float("inf"), 0
    with (folder / "log.jsonl").open("wb") as log:
        for number in range(1, lesson.passes + 1):
            losses = list[float]()
            count = len(learned.game)
            for part in np.array_split(
                order.permutation(count), max(1, round(count / lesson.batch))
            ):
                loss = _loss(net, learned.at(torch.from_numpy(part))).mean()
                optimiser.zero_grad()
                loss.backward()
                optimiser.step()
                losses.append(float(loss.detach()))
            found = _held_out_pass(net, judged, number, float(np.mean(losses)))
            log.write(msgspec.json.encode(found) + b"\n")
            log.flush()
            if found.held < best:
                best, since = found.held, 0
                save_checkpoint(
                    folder / "student.safetensors",
                    Checkpoint(_about(folder, lesson, sizes), net.exported()),
                )
            else:
                since += 1
            yield found
            if since >= lesson.patience:
                return


def _loss(net: PolicyNet, choices: Choices) -> Tensor:
    """The cross-entropy of the student under the teacher's shares at each choice, [T]."""
    logits = net.logits(choices.player, choices.state, choices.candidates, choices.there)
    return -(choices.probabilities * torch.log_softmax(logits, dim=1)).sum(dim=1)


def _held_out_pass(net: PolicyNet, choices: Choices, number: int, learned: float) -> Pass:
    with torch.no_grad():
        losses = _loss(net, choices)
        logits = net.logits(choices.player, choices.state, choices.candidates, choices.there)
    shares = choices.probabilities
    entropy = -(shares * torch.log(shares.clamp_min(1e-12))).sum(dim=1)
    likeliest = shares.argmax(dim=1)
    return Pass(
        number=number,
        learned=round(learned, 4),
        held=round(float(losses.mean()), 5),
        apart=round(float((losses - entropy).mean()), 5),
        agrees=round(float((logits.argmax(dim=1) == likeliest).float().mean()), 4),
        first=round(float((likeliest == 0).float().mean()), 4),
    )


def _about(folder: Path, lesson: Lesson, sizes: Sizes) -> About:
    return About(
        format=FORMAT,
        layout=layout_for(get_board(lesson.board)),
        describer=describer_name(lesson.embedder),
        sizes=sizes,
        candidates=lesson.learner,
        board=lesson.board,
        games=lesson.games,
        run=folder.name,
    )


def measure(argv: Sequence[str]) -> None:
    """`python -m bench distil`.

    Raises:
        ConfigError: The file is no distillation, or its teacher or embedder cannot be had.
        MemoryProblem: There are no vectors to be had.
    """
    parser = argparse.ArgumentParser(prog="python -m bench distil", description=__doc__)
    parser.add_argument("file", type=Path, metavar="FILE", help="the distillation, in TOML")
    parser.add_argument(
        "--into",
        required=True,
        type=Path,
        metavar="DIR",
        help="where it is kept; what lies there is not made again",
    )
    chosen = parser.parse_args(argv)
    lesson, began = read_lesson(chosen.file), time.monotonic()
    for games in describe_games(chosen.into, lesson):
        print(
            f"{games} of {lesson.games} games described, {time.monotonic() - began:.0f} s",
            flush=True,
        )
    for each in distil(chosen.into, lesson):
        print(
            f"{each.number:3}  learned {each.learned:.3f}  held {each.held:.4f}  KL "
            f"{each.apart:.4f}  "
            f"agrees {each.agrees:.1%} (the first candidate {each.first:.1%})",
            flush=True,
        )
    print(f"Done: {chosen.into / 'student.safetensors'}")
