"""The classes of Gymnasium and PettingZoo where they are installed, and else the least that has their form.

Without the packages the environments work as well: observations are then nested lists in place of arrays.
"""

from __future__ import annotations

import random
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

__all__ = ["AECEnv", "DictSpace", "Discrete", "Env", "ParallelEnv", "array", "box", "number"]

try:
    import gymnasium
    import numpy
    from gymnasium.spaces import Box as _Box
    from gymnasium.spaces import Dict as DictSpace
    from gymnasium.spaces import Discrete

    Env: Any = gymnasium.Env

    def box(low: float, high: float, shape: Tuple[int, ...], dtype: str) -> Any:
        """A space of arrays."""
        return _Box(low, high, shape, numpy.dtype(dtype).type)

    def array(values: Any, dtype: str) -> Any:
        """What an observation holds: an array."""
        return numpy.asarray(values, dtype)

    def number(env: Any, below: int) -> int:
        """A number drawn by the random numbers of an environment."""
        return int(env.np_random.integers(below))

except ImportError:

    class Discrete:  # type: ignore[no-redef]
        """The numbers from 0 to n - 1."""

        def __init__(self, n: int) -> None:
            self.n = n
            self._random = random.Random()

        def contains(self, x: Any) -> bool:
            """Whether it is one of them."""
            return isinstance(x, int) and 0 <= x < self.n

        __contains__ = contains

        def sample(self, mask: Optional[Sequence[int]] = None) -> int:
            """One of them, of those that a mask allows."""
            return self._random.choice([at for at in range(self.n) if mask is None or mask[at]])

        def seed(self, seed: Optional[int] = None) -> None:
            """Begins the random numbers anew."""
            self._random.seed(seed)

    class BoxSpace:
        """Numbers between two bounds, as lists within lists."""

        def __init__(self, low: float, high: float, shape: Tuple[int, ...], dtype: str) -> None:
            self.low, self.high, self.shape, self.dtype = low, high, shape, dtype

        def contains(self, x: Any) -> bool:
            """Whether the lists have the shape, and the numbers are within the bounds."""
            return self._fits(x, self.shape)

        __contains__ = contains

        def _fits(self, x: Any, shape: Tuple[int, ...]) -> bool:
            if not shape:
                return isinstance(x, (int, float)) and self.low <= x <= self.high
            return isinstance(x, list) and len(x) == shape[0] and all(self._fits(one, shape[1:]) for one in x)

    class DictSpace:  # type: ignore[no-redef]
        """Objects with a space for each field."""

        def __init__(self, spaces: Mapping[str, Any]) -> None:
            self.spaces = dict(spaces)

        def contains(self, x: Any) -> bool:
            """Whether it has exactly these fields, each in its space."""
            return isinstance(x, dict) and x.keys() == self.spaces.keys() and all(x[k] in s for k, s in self.spaces.items())

        __contains__ = contains

        def __getitem__(self, name: str) -> Any:
            return self.spaces[name]

    class Env:  # type: ignore[no-redef]
        """The form of gymnasium.Env."""

        np_random: Any = random.Random()

        def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Any:
            """Begins the random numbers anew where a seed is given."""
            if seed is not None:
                self.np_random = random.Random(seed)

        @property
        def unwrapped(self) -> "Env":
            """The environment itself."""
            return self

        def close(self) -> None:
            """Ends what it has opened."""

        def __enter__(self) -> "Env":
            return self

        def __exit__(self, *_error: Any) -> None:
            self.close()

    def box(low: float, high: float, shape: Tuple[int, ...], dtype: str) -> Any:
        """A space of numbers in lists within lists."""
        return BoxSpace(low, high, shape, dtype)

    def array(values: Any, dtype: str) -> Any:
        """What an observation holds: a list."""
        return values

    def number(env: Any, below: int) -> int:
        """A number drawn by the random numbers of an environment."""
        return int(env.np_random.randrange(below))


try:
    import pettingzoo

    AECEnv: Any = pettingzoo.AECEnv
    ParallelEnv: Any = pettingzoo.ParallelEnv

except ImportError:

    class ParallelEnv:  # type: ignore[no-redef]
        """The form of pettingzoo.ParallelEnv."""

        agents: List[str]
        possible_agents: List[str]

        @property
        def num_agents(self) -> int:
            """Agents that play now."""
            return len(self.agents)

        @property
        def max_num_agents(self) -> int:
            """Agents that can play."""
            return len(self.possible_agents)

        @property
        def unwrapped(self) -> Any:
            """The environment itself."""
            return self

    class AECEnv(ParallelEnv):  # type: ignore[no-redef]
        """The form of pettingzoo.AECEnv."""

        agent_selection: str
        rewards: Dict[str, float]
        terminations: Dict[str, bool]
        truncations: Dict[str, bool]
        infos: Dict[str, Dict[str, Any]]
        _cumulative_rewards: Dict[str, float]

        def last(self, observe: bool = True) -> Tuple[Any, float, bool, bool, Dict[str, Any]]:
            """What the agent whose turn it is has to know."""
            agent = self.agent_selection
            seen = self.observe(agent) if observe else None
            gained = self._cumulative_rewards[agent]
            return seen, gained, self.terminations[agent], self.truncations[agent], self.infos[agent]

        def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
            """The agent whose turn it is, until none is left."""
            for _ in range(max_iter):
                if not self.agents:
                    return
                yield self.agent_selection

        def _accumulate_rewards(self) -> None:
            for agent, reward in self.rewards.items():
                self._cumulative_rewards[agent] += reward

        def _clear_rewards(self) -> None:
            self.rewards = {agent: 0.0 for agent in self.rewards}

        def _deads_step_first(self) -> str:
            gone = [agent for agent in self.agents if self.terminations[agent] or self.truncations[agent]]
            self.agent_selection = gone[0] if gone else self.agent_selection
            return self.agent_selection

        def _was_dead_step(self, action: Optional[int]) -> None:
            if action is not None:
                raise ValueError("when an agent is dead, the only valid action is None")
            agent = self.agent_selection
            for table in (self.terminations, self.truncations, self.rewards, self._cumulative_rewards, self.infos):
                table.pop(agent)
            self.agents.remove(agent)
            self._clear_rewards()
            if self.agents:
                self.agent_selection = self.agents[0]
                self._deads_step_first()
