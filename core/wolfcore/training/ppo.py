"""Proximal policy optimisation (Schulman et al. 2017) over candidate answers, with GAE."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import torch
from msgspec import Struct
from torch import Tensor
from torch.nn import functional

from wolfcore.agents.policy.network import Floats

from .episodes import Episode, Step
from .hyperparameters import Numbers
from .torch_network import Critic, PolicyNet

_POINTS = 100.0
"""Rewards are divided by this before learning, so that a won game is 1."""


class Batch(NamedTuple):
    """The choices of many episodes as tensors: B choices, each with at most N candidates."""

    player: Tensor
    state: Tensor
    candidates: Tensor
    there: Tensor
    critic_features: Tensor
    place: Tensor
    logp: Tensor

    def at(self, places: Tensor) -> Batch:
        """Return the choices at these indices."""
        return Batch(*[each[places] for each in self])


class Update(Struct, frozen=True, kw_only=True):
    """The statistics of one update.

    Attributes:
        choices: The number of choices.
        entropy: The mean entropy of the choices, in nats.
        kl: The KL divergence from the policy before the update, in nats, in the last pass.
        clipped: The share of choices whose ratio is outside the clip range.
        explained: The share of the variance of returns that the critic predicted; 1 is all.
        passes: The number of passes over the choices.
    """

    choices: int
    entropy: float
    kl: float
    clipped: float
    explained: float
    passes: int


class Learner:
    """The policy network, its critic and their optimiser.

    Args:
        net: The policy network.
        critic: The critic.
        numbers: The hyperparameters of PPO.
        device: The device of both networks.
    """

    def __init__(
        self, net: PolicyNet, critic: Critic, numbers: Numbers, device: torch.device
    ) -> None:
        self.net, self.critic, self._numbers, self._device = (
            net.to(device),
            critic.to(device),
            numbers,
            device,
        )
        self.optimiser = torch.optim.Adam(
            [*net.parameters(), *critic.parameters()], lr=numbers.rate, eps=1e-5
        )

    def tensors(self) -> dict[str, Tensor]:
        """Return the whole state by name: weights, critic, and the state of the optimiser."""
        found = {f"net.{name}": value for name, value in self.net.state_dict().items()}
        found |= {f"critic.{name}": value for name, value in self.critic.state_dict().items()}
        for place, state in self.optimiser.state_dict()["state"].items():
            found |= {f"adam.{place}.{name}": value for name, value in state.items()}
        return {name: value.detach().cpu().contiguous() for name, value in found.items()}

    def restore(self, tensors: Mapping[str, Tensor]) -> None:
        """Load a state that `tensors` returned.

        Raises:
            RuntimeError: The state belongs to another network.
        """
        self.net.load_state_dict(_under("net", tensors))
        self.critic.load_state_dict(_under("critic", tensors))
        states: dict[int, dict[str, Tensor]] = {}
        for name, value in _under("adam", tensors).items():
            place, _, part = name.partition(".")
            states.setdefault(int(place), {})[part] = value
        held = self.optimiser.state_dict()
        self.optimiser.load_state_dict({"state": states, "param_groups": held["param_groups"]})

    def warm_start(
        self,
        episodes: Sequence[Episode],
        order: np.random.Generator,
        *,
        leans: bool,
        passes: int = 20,
    ) -> None:
        """Train the critic on the returns of a policy, before the first update.

        Args:
            episodes: Games of that policy.
            order: Draws the order of the choices.
            leans: Whether the network also learns to prefer the first candidate as that policy
                does.
            passes: Passes over the choices.
        """
        numbers = self._numbers
        batch = self._batch([step for episode in episodes for step in episode.steps])
        with torch.no_grad():
            there = batch.there.float()
            # What is left of the probability is shared by the other candidates.
            rest = (1 - numbers.begin) / (there.sum(dim=1, keepdim=True) - 1)
            aims = there * rest
            aims[:, 0] = numbers.begin
        returns = self._tensor(
            np.concatenate([_returns(episode.rewards, numbers) for episode in episodes])
        )
        count = len(batch.place)
        for _ in range(passes):
            for part in np.array_split(
                order.permutation(count), max(1, round(count / numbers.batch))
            ):
                places = torch.tensor(part, device=self._device)
                some = batch.at(places)
                loss = 0.5 * torch.mean(
                    torch.square(
                        self.critic(some.player, some.state, some.critic_features) - returns[places]
                    )
                )
                if leans:
                    loss = loss - torch.mean(torch.sum(aims[places] * self._logs(some), dim=1))
                self._descend(loss)

    def update(
        self, episodes: Sequence[Episode], order: np.random.Generator, heat: float = 1.0
    ) -> Update:
        """Run one PPO update on the episodes of some games and return its statistics.

        Stops after a pass whose KL divergence exceeds `far`.

        Args:
            episodes: Games played with the current network.
            order: Draws the order of the choices.
            heat: The factor of the learning rate and of the entropy weight.
        """
        numbers = self._numbers
        for group in self.optimiser.param_groups:
            group["lr"] = numbers.rate * heat
        batch = self._batch([step for episode in episodes for step in episode.steps])
        advantages, returns, explained = self._advantages(batch, episodes)
        # Advantages of equal scale fit one clip range and one learning rate.
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        count, kl, clipped, passes = len(batch.place), 0.0, 0.0, 0
        for _ in range(numbers.epochs):
            kls, cuts = list[float](), list[float]()
            for part in np.array_split(
                order.permutation(count), max(1, round(count / numbers.batch))
            ):
                places = torch.from_numpy(part).to(self._device)
                apart, cut = self._learn(
                    batch.at(places), advantages[places], returns[places], numbers.entropy * heat
                )
                kls.append(apart)
                cuts.append(cut)
            kl, clipped, passes = float(np.mean(kls)), float(np.mean(cuts)), passes + 1
            # Too far from the policy that played: its games tell little of this one.
            if kl > numbers.far:
                break
        return Update(
            choices=count,
            entropy=self._mean_entropy(batch),
            kl=kl,
            clipped=clipped,
            explained=explained,
            passes=passes,
        )

    def _learn(
        self, batch: Batch, advantages: Tensor, returns: Tensor, worth: float
    ) -> tuple[float, float]:
        """Take one step of the optimiser; return the KL divergence and the share past the clip."""
        numbers = self._numbers
        every = self._logs(batch)
        logs = every.gather(1, batch.place[:, None])[:, 0] - batch.logp
        ratio = torch.exp(logs)
        # The smaller gain: beyond the clip range nothing is won (Schulman et al. 2017, equation 7).
        held = torch.clamp(ratio, 1 - numbers.clip, 1 + numbers.clip)
        gained = torch.mean(torch.minimum(ratio * advantages, held * advantages))
        missed = (
            (self.critic(batch.player, batch.state, batch.critic_features) - returns)
            .square()
            .mean()
        )
        loss = 0.5 * missed - gained - worth * _entropy(every)
        self._descend(loss)
        with torch.no_grad():
            # The estimate (r - 1) - log r of the KL divergence: never negative, of low variance.
            return float((ratio - 1 - logs).mean()), float(
                ((ratio - 1).abs() > numbers.clip).float().mean()
            )

    def _descend(self, loss: Tensor) -> None:
        self.optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(
            [*self.net.parameters(), *self.critic.parameters()], self._numbers.gradient
        )
        self.optimiser.step()

    def _mean_entropy(self, batch: Batch) -> float:
        with torch.no_grad():
            return float(_entropy(self._logs(batch)))

    def _logs(self, batch: Batch) -> Tensor:
        """Compute the log probability of each candidate, [B, N]."""
        logits = self.net.logits(batch.player, batch.state, batch.candidates, batch.there)
        return functional.log_softmax(logits, dim=1)

    def _advantages(
        self, batch: Batch, episodes: Sequence[Episode]
    ) -> tuple[Tensor, Tensor, float]:
        """Return the advantages, the returns, and the explained share of the returns' variance."""
        with torch.no_grad():
            values = self.critic(batch.player, batch.state, batch.critic_features).cpu().numpy()
        found: list[Floats] = []
        start = 0
        for episode in episodes:
            end = start + len(episode.steps)
            found.append(advantages_of(episode.rewards, values[start:end], self._numbers))
            start = end
        advantages = np.concatenate(found)
        # The return that the advantage stands for, in the sense of TD(lambda).
        returns = advantages + values
        spread = float(returns.var())
        explained = 1 - float((returns - values).var()) / spread if spread else 0.0
        return self._tensor(advantages), self._tensor(returns), explained

    def _batch(self, steps: Sequence[Step]) -> Batch:
        # Turns have different numbers of candidates: the rows are filled up and masked.
        most = max(len(step.seen.candidates) for step in steps)
        width = self.net.sizes.candidate
        candidates = np.zeros((len(steps), most, width), np.float32)
        there = np.zeros((len(steps), most), bool)
        for row, step in enumerate(steps):
            count = len(step.seen.candidates)
            candidates[row, :count] = step.seen.candidates
            there[row, :count] = True
        return Batch(
            self._tensor(np.stack([step.seen.player for step in steps])),
            self._tensor(np.stack([step.seen.state for step in steps])),
            self._tensor(candidates),
            torch.from_numpy(there).to(self._device),
            self._tensor(np.stack([step.critic_features for step in steps])),
            torch.tensor([step.place for step in steps], device=self._device),
            torch.tensor([step.logp for step in steps], device=self._device),
        )

    def _tensor(self, values: Floats) -> Tensor:
        return torch.from_numpy(np.ascontiguousarray(values, np.float32)).to(self._device)


def _under(head: str, tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Return the tensors whose names begin with `head` and a dot, without that prefix."""
    return {
        name.removeprefix(f"{head}."): value
        for name, value in tensors.items()
        if name.startswith(f"{head}.")
    }


def _entropy(logs: Tensor) -> Tensor:
    """Compute the mean entropy of choices from the log probabilities of their candidates."""
    return -torch.mean(torch.sum(torch.exp(logs) * logs, dim=1))


def _returns(rewards: Sequence[float], numbers: Numbers) -> Floats:
    """Compute the discounted return of each choice of an episode, in hundreds of points."""
    found, ahead = np.zeros(len(rewards), np.float32), 0.0
    for place in reversed(range(len(rewards))):
        ahead = rewards[place] / _POINTS + numbers.discount * ahead
        found[place] = ahead
    return found


def advantages_of(rewards: Sequence[float], values: Floats, numbers: Numbers) -> Floats:
    """Compute the generalised advantage of each choice of an episode (Schulman et al. 2016).

    Args:
        rewards: The reward of each choice, in points.
        values: The critic's value at each choice, in hundreds of points.
        numbers: The hyperparameters: discount and trace.

    Returns:
        The advantages, in hundreds of points.
    """
    found, ahead, later = np.zeros(len(rewards), np.float32), 0.0, 0.0
    for place in reversed(range(len(rewards))):
        surprise = rewards[place] / _POINTS + numbers.discount * ahead - float(values[place])
        later = surprise + numbers.discount * numbers.trace * later
        found[place], ahead = later, float(values[place])
    return found
