"""One agent, in the form of Gymnasium."""

from __future__ import annotations

from typing import Any, Dict, Optional, Tuple

from .bases import Discrete, Env, number
from .game import END_TURN, EnvGame, Setup

AGENT = "agent"
MAX_SEED = 2**31


class FreecivEnv(Env):
    """A game of one agent against AI players. An action is the number of a choice: 0 ends the turn, n does offer n.

    The reward is what the own score has risen by, at the end of each turn. `info["action_mask"]` says which actions can be
    done, `info["choices"]` what they are, and `info["brief"]` what a model needs to know. Each `reset` begins a new game; the
    same seed begins the same one. Arguments are those of `Setup`.
    """

    metadata: Dict[str, Any] = {"render_modes": ["ansi"], "name": "freeciv_v0"}
    spec: Any = None

    def __init__(self, render_mode: Optional[str] = None, **setup: Any) -> None:
        self.render_mode = render_mode
        self._setup = Setup(**setup)
        self._game: Optional[EnvGame] = None
        self.action_space = Discrete(self._setup.max_choices)
        self.observation_space = self._setup.observation_space

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Dict[str, Any], Dict[str, Any]]:
        """Begins a new game. `options` may have `config`, which goes before that of the environment."""
        super().reset(seed=seed)
        self.close()
        config = {**self._setup.config, **(options or {}).get("config", {})}
        self._game = EnvGame(self._setup._replace(config=config), [AGENT], number(self, MAX_SEED))
        player = self._game.players[AGENT]
        return player.observation(), player.info()

    def step(self, action: Any) -> Tuple[Dict[str, Any], float, bool, bool, Dict[str, Any]]:
        """Does a choice; answers observation, reward, whether the nation or the game has ended, whether time is up, info."""
        if self._game is None:
            raise RuntimeError("reset has to be called first")
        player = self._game.players[AGENT]
        self._game.choose(AGENT, int(action))
        if int(action) == END_TURN:
            self._game.pass_turn()
        return player.observation(), player.gain(), player.is_out, self._game.is_truncated, player.info()

    def render(self) -> Optional[str]:
        """The tiles around the first city or unit as letters, with `render_mode="ansi"`."""
        if self._game is None or self.render_mode != "ansi":
            return None
        return str(self._game.players[AGENT].seat.map())

    def close(self) -> None:
        """Ends the game."""
        if self._game is not None:
            self._game.close()
            self._game = None
