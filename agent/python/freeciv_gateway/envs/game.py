"""A game that environments play: seats, the choices of each, and what a turn has brought them."""

from __future__ import annotations

import asyncio
import uuid
import warnings
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence

from ..blocking import Seat, connect, run
from ..errors import AgentError, GameOver, OutcomeUnknown
from ..login import DEFAULT_URL
from ..views import Brief, Offers
from .bases import array
from .observation import Shape, observation, observation_space, score_of

#: What a gateway with the limits of a model's agent makes of training.
SLOW = (
    "The gateway limits how often an agent asks and acts (E110), as for a language model: the environment waits. For training "
    "start it with RATE_MESSAGES_PER_MINUTE=1000000 RATE_BURST=100000 RATE_ACTIONS_PER_MINUTE=1000000"
)
#: The choice that ends the turn.
END_TURN = 0


class Setup(NamedTuple):
    """How the games of an environment are made."""

    #: The gateway's address.
    url: str = DEFAULT_URL
    #: By default the variable LLM_API_TOKEN.
    token: Optional[str] = None
    #: `game_config` of the protocol. Seeds and the size of the map are added.
    config: Mapping[str, Any] = {}
    #: Columns and rows of the map.
    map_size: Sequence[int] = (40, 40)
    #: Choices at most, with that of ending the turn. The most useful offers come first.
    max_choices: int = 200
    #: After so many turns the episode is truncated.
    max_turns: int = 50
    #: Whether a game is deleted when its episode is over; a token without the right `manage` leaves it.
    deletes_games: bool = True

    @property
    def shape(self) -> Shape:
        """The sizes of an observation."""
        return Shape(self.max_choices, self.map_size[1], self.map_size[0])

    @property
    def observation_space(self) -> Any:
        """The space of all observations."""
        return observation_space(self.shape)


class Player:
    """One agent's seat in a game of an environment."""

    def __init__(self, seat: Seat, setup: Setup) -> None:
        self.seat = seat
        self._setup = setup
        self.offers = Offers()
        self.state: Mapping[str, Any] = {}
        self.score = 0.0
        #: It has ended its turn and waits for the others.
        self.has_ended = False
        #: Its nation is destroyed, or the game is over.
        self.is_out = False
        self.verdict = ""
        self.brief: Optional[Brief] = None

    @property
    def mask(self) -> List[int]:
        """1 for each choice that can be made. Who has ended its turn can only wait."""
        own = 0 if self.has_ended or self.is_out else len(self.offers)
        return [1] * (1 + own) + [0] * (self._setup.max_choices - 1 - own)

    @property
    def query(self) -> Mapping[str, Any]:
        """What it asks for: the full state with as many offers as there are choices."""
        return {"legal_actions": "list", "max_legal_actions": self._setup.max_choices}

    def look(self) -> None:
        """Reads the state and the offers."""
        try:
            self.see(self.seat.full(**self.query))
        except GameOver:
            self.is_out = True

    async def end_turn(self) -> None:
        """Ends the turn and waits for the next, whose state it sees."""
        try:
            played = await self.seat.asyncio.play_turn(until="turn", format="full", **self.query)
        except GameOver:
            self.is_out = True
            return
        self.brief = played.brief
        if played.state is None:
            self.is_out = True
        else:
            self.see(played.state)

    def see(self, state: Mapping[str, Any]) -> None:
        """Takes a state that has offers."""
        self.state = state
        kept = [offer for offer in state.get("legal_actions", ()) if offer["type"] != "end_turn"]
        self.offers = Offers(kept[: self._setup.max_choices - 1])
        if self.seat.rate_limited > 0:
            # Python shows it once.
            warnings.warn(SLOW, RuntimeWarning, stacklevel=2)

    def act(self, choice: int) -> None:
        """Does an offer. A choice that is not among the offers does nothing, and the verdict says so."""
        if not 1 <= choice <= len(self.offers):
            self.verdict = "there is no such choice"
            return
        try:
            self.verdict = repr(self.seat.act(self.offers[choice - 1]))
        except GameOver:
            self.is_out = True
        except (AgentError, OutcomeUnknown) as refusal:
            self.verdict = str(refusal)

    def gain(self) -> float:
        """What the score has risen by since the last call."""
        score = score_of(self.state) if self.state else self.score
        gained, self.score = score - self.score, score
        return gained

    def observation(self) -> Dict[str, Any]:
        """What it sees now."""
        offers = Offers() if self.has_ended else self.offers
        return observation(self._setup.shape, self.state, offers, self.mask)

    def info(self) -> Dict[str, Any]:
        """The same for a model: the choices in words, the brief of the turn, what came of the last choice."""
        labels = ["end the turn", *(offer["label"] for offer in self.offers)]
        return {
            "action_mask": array(self.mask, "int8"),
            "choices": labels[: sum(self.mask)],
            "brief": str(self.brief or ""),
            "turn": self.state.get("turn", 0),
            "verdict": self.verdict,
        }


class EnvGame:
    """One episode: a game of its own, in which all players move at the same time until each has ended its turn."""

    def __init__(self, setup: Setup, agents: Sequence[str], seed: int) -> None:
        self._setup = setup
        width, height = setup.map_size
        config: Any = {
            "players": len(agents) + 2,
            **setup.config,
            "min_agents": len(agents),
            "seeds": {"game": seed, "map": seed},
            "map": {**setup.config.get("map", {}), "xsize": width, "ysize": height},
        }
        name = f"episode-{uuid.uuid4().hex[:12]}"
        self.players: Dict[str, Player] = {}
        for agent in agents:
            seat = connect(setup.url, agent_id=agent, token=setup.token, game=name, config=config)
            self.players[agent] = Player(seat, setup)
        for player in self.players.values():
            player.look()
            player.brief = player.seat.brief()
            player.gain()

    @property
    def turn(self) -> int:
        """The turn under way."""
        return max(int(player.state.get("turn", 0)) for player in self.players.values())

    @property
    def is_truncated(self) -> bool:
        """Whether as many turns have passed as an episode may have."""
        return self.turn > self._setup.max_turns

    def choose(self, agent: str, choice: int) -> None:
        """Does one choice of an agent."""
        player = self.players[agent]
        if player.has_ended or player.is_out:
            return
        if choice == END_TURN:
            player.has_ended, player.verdict = True, "the turn is ended"
        else:
            player.act(choice)
            player.look()

    def pass_turn(self) -> bool:
        """Passes the turn when all players have ended it; answers whether it did."""
        playing = [player for player in self.players.values() if not player.is_out]
        if not playing or not all(player.has_ended for player in playing):
            return False
        run(_end_turns(playing))
        for player in playing:
            player.has_ended = False
        return True

    def close(self) -> None:
        """Ends the episode."""
        seats = [player.seat for player in self.players.values()]
        if self._setup.deletes_games and seats:
            try:
                seats[0].delete_game()
            except (AgentError, OSError):
                pass  # The token may not, or the game is gone already.
        for seat in seats:
            seat.close()


async def _end_turns(players: Sequence[Player]) -> None:
    """Ends the turn of all at once: the next one begins when the last has."""
    await asyncio.gather(*(player.end_turn() for player in players))
