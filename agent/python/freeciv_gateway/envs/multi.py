"""Several agents, in the two forms of PettingZoo: one after the other (AEC), and all at once (parallel)."""

from __future__ import annotations

import random
from typing import Any, Dict, List, Mapping, Optional, Tuple

from .bases import AECEnv, Discrete, ParallelEnv
from .game import EnvGame, Setup

MAX_SEED = 2**31


class _Multi:
    """What both forms have in common."""

    metadata: Dict[str, Any] = {"render_modes": ["ansi"], "name": "freeciv_v0", "is_parallelizable": True}

    def _set_up(self, agents: int, render_mode: Optional[str], setup: Mapping[str, Any]) -> None:
        self.render_mode = render_mode
        self._setup = Setup(**setup)
        self._game: Optional[EnvGame] = None
        self._random = random.Random()
        self.possible_agents = [f"player_{number}" for number in range(agents)]
        self.agents: List[str] = []
        self.action_spaces = {agent: Discrete(self._setup.max_choices) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._setup.observation_space for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def render(self) -> Optional[str]:
        """The tiles around the first city or unit of the first agent as letters, with `render_mode="ansi"`."""
        if self._game is None or self.render_mode != "ansi":
            return None
        return str(self._game.players[self.possible_agents[0]].seat.map())

    def close(self) -> None:
        """Ends the game."""
        if self._game is not None:
            self._game.close()
            self._game = None

    def _begin(self, seed: Optional[int], options: Optional[Mapping[str, Any]]) -> EnvGame:
        if seed is not None:
            self._random = random.Random(seed)
        self.close()
        config = {**self._setup.config, **(options or {}).get("config", {})}
        setup = self._setup._replace(config=config)
        self.agents = list(self.possible_agents)
        self._game = EnvGame(setup, self.agents, self._random.randrange(MAX_SEED))
        return self._game

    def _playing(self) -> EnvGame:
        if self._game is None:
            raise RuntimeError("reset has to be called first")
        return self._game


class FreecivParallelEnv(_Multi, ParallelEnv):
    """All agents choose at once. Who has ended its turn waits: the turn passes when all have ended it."""

    def __init__(self, agents: int = 2, render_mode: Optional[str] = None, **setup: Any) -> None:
        self._set_up(agents, render_mode, setup)

    def reset(
        self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Dict[str, Any], Dict[str, Dict[str, Any]]]:
        """Begins a new game; the same seed begins the same one."""
        players = self._begin(seed, options).players
        return (
            {agent: players[agent].observation() for agent in self.agents},
            {agent: players[agent].info() for agent in self.agents},
        )

    def step(
        self, actions: Mapping[str, Any]
    ) -> Tuple[Dict[str, Any], Dict[str, float], Dict[str, bool], Dict[str, bool], Dict[str, Dict[str, Any]]]:
        """Does a choice of each agent; answers observations, rewards, terminations, truncations and infos by agent."""
        game = self._playing()
        for agent, action in actions.items():
            game.choose(agent, int(action))
        game.pass_turn()
        stepped = [(agent, game.players[agent]) for agent in self.agents]
        terminations = {agent: player.is_out for agent, player in stepped}
        truncations = {agent: game.is_truncated for agent in self.agents}
        self.agents = [agent for agent in self.agents if not terminations[agent] and not truncations[agent]]
        return (
            {agent: player.observation() for agent, player in stepped},
            {agent: player.gain() for agent, player in stepped},
            terminations,
            truncations,
            {agent: player.info() for agent, player in stepped},
        )


class FreecivAECEnv(_Multi, AECEnv):
    """One agent chooses after the other, an action each, until all have ended the turn."""

    def __init__(self, agents: int = 2, render_mode: Optional[str] = None, **setup: Any) -> None:
        AECEnv.__init__(self)
        self._set_up(agents, render_mode, setup)

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        """Begins a new game; the same seed begins the same one."""
        players = self._begin(seed, options).players
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos = {agent: players[agent].info() for agent in self.agents}
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Any:
        """What an agent sees now."""
        return self._playing().players[agent].observation()

    def step(self, action: Any) -> None:
        """Does a choice of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        game = self._playing()
        self._cumulative_rewards[agent] = 0.0
        game.choose(agent, int(action))
        has_passed = game.pass_turn()
        for one in self.agents:
            player = game.players[one]
            self.rewards[one] = player.gain() if has_passed else 0.0
            self.terminations[one] = player.is_out
            self.truncations[one] = game.is_truncated
            self.infos[one] = player.info()
        self._accumulate_rewards()
        self.agent_selection = self._next_agent(agent)
        self._deads_step_first()

    def _next_agent(self, agent: str) -> str:
        """The next one that has not ended its turn."""
        at = self.agents.index(agent)
        players = self._playing().players
        for one in (*self.agents[at + 1 :], *self.agents[: at + 1]):
            if not players[one].has_ended:
                return one
        return agent
