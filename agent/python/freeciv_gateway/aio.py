"""The asyncio client: one agent's seat in a game."""

from __future__ import annotations

import asyncio
from collections import deque
from types import TracebackType
from typing import (
    Any,
    AsyncIterator,
    Callable,
    Deque,
    Dict,
    Generator,
    Iterable,
    List,
    Literal,
    Mapping,
    Optional,
    Tuple,
    Type,
    Union,
    cast,
    overload,
)

from . import protocol as p
from .connection import Connection, Message
from .deltas import apply_delta
from .errors import GameOver, GamePaused, NoAnswer, OutcomeUnknown, TurnOver
from .login import DEFAULT_URL, HEARTBEAT_S, PATIENCE_S, Options, target
from .rest import Where, delete_game, fetch_picture
from .views import Brief, Offers, Picture, PlayedTurn, State, Text, Verdict

Action = Union[str, Mapping[str, Any]]
#: A push: its type and its data.
Push = Tuple[str, Dict[str, Any]]

#: Pushes that are kept until somebody takes them; of more the oldest are dropped.
MAX_PUSHES = 10_000
#: Seconds between two questions whether a paused game goes on.
PAUSE_S = 1.0


class AsyncSeat:
    """An agent's seat in a game. Made by `aconnect`.

    Lost connections are brought back and the session is resumed without a word. A request waits meanwhile, up to
    `patience` seconds.
    """

    def __init__(self, url: str, agent_id: str, login: Mapping[str, Any], options: Options) -> None:
        self.url = url
        self.agent_id = agent_id
        #: The turn as far as this agent has been told; None before it has seen a state, and after a game was recovered.
        self.turn: Optional[int] = None
        #: Whether the game has ended.
        self.over = False
        self._pushes_dropped = 0
        self._token = str(login["api_token"])
        self._pushes: Deque[Push] = deque()
        self._news = asyncio.Condition()
        self._full: Optional[Mapping[str, Any]] = None
        self._last_brief: Optional[Brief] = None
        self._connection = Connection(
            url, agent_id, login, options, on_push=self._take_push, on_end=self._wake
        )

    # The connection

    @property
    def player_id(self) -> int:
        """Player number of the seat."""
        return int(self._connection.seat["player_id"])

    @property
    def game_id(self) -> str:
        """The game."""
        return str(self._connection.seat["game_id"])

    @property
    def login(self) -> p.AuthSuccess:
        """`data` of the answer to the last login: what was not granted, and whether the session was resumed."""
        return cast(p.AuthSuccess, self._connection.seat)

    @property
    def session(self) -> Tuple[str, int]:
        """What `session=` of `connect` takes to resume from here in another process."""
        return (str(self._connection.session_id), self._connection.last_seq)

    @property
    def pushes_dropped(self) -> int:
        """Pushes that were not taken in time and are gone."""
        return self._pushes_dropped

    @property
    def reconnects(self) -> int:
        """How often the connection was lost and brought back."""
        return self._connection.reconnects

    @property
    def rate_limited(self) -> int:
        """How often a limit of the gateway made a request wait (E110)."""
        return self._connection.rate_limited

    async def open(self) -> "AsyncSeat":
        """Logs in; `aconnect` has done so already."""
        await self._connection.open()
        return self

    async def close(self) -> None:
        """Closes the connection. The seat stays; the session can be resumed for a while."""
        await self._connection.close()

    async def __aenter__(self) -> "AsyncSeat":
        return self

    async def __aexit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"<seat of {self.agent_id} in {self.game_id}: player {self.player_id}, turn {self.turn}>"

    async def request(self, kind: str, data: Mapping[str, Any]) -> Dict[str, Any]:
        """Sends any request of the protocol and answers `data` of its answer. Raises AgentError."""
        message = await self._connection.request(kind, data)
        answer: Dict[str, Any] = message.get("data") or {}
        return answer

    # The state

    @overload
    async def state(self, format: Literal["llm_optimized"] = ..., **query: Any) -> p.LlmOptimizedState: ...
    @overload
    async def state(self, format: Literal["full"], **query: Any) -> p.FullState: ...
    @overload
    async def state(self, format: Literal["delta"], **query: Any) -> p.DeltaState: ...
    @overload
    async def state(self, format: Literal["cities"], **query: Any) -> p.CitiesState: ...
    @overload
    async def state(self, format: Literal["map"], **query: Any) -> p.MapState: ...
    @overload
    async def state(self, format: Literal["options"], **query: Any) -> p.OptionsState: ...
    @overload
    async def state(self, format: str, **query: Any) -> Any: ...
    async def state(self, format: str = "llm_optimized", **query: Any) -> Any:
        """The state in a format of the protocol; `query` is the rest of `state_query`, such as `sections`."""
        answer = await self.request("state_query", {"format": format, **query})
        state = Brief(answer["data"]) if format == "brief" else State(answer["data"])
        state.format = format
        self._see_turn(state)
        return state

    async def full(self, **offers: Any) -> p.FullState:
        """The full state, kept up to date by deltas: the first call asks for all of it, later ones for what changed.

        `offers`: `legal_actions`, `max_legal_actions`, where the state is to have them.
        """
        told: Any = await self.state(**self._question({"format": "full", **offers}))
        return cast(p.FullState, self._whole(told))

    def _question(self, query: Mapping[str, Any]) -> Dict[str, Any]:
        """A query for what has changed, in place of one for a full state that is known."""
        if query.get("format") != "full" or "sections" in query or self._full is None:
            return dict(query)
        return {**query, "format": "delta", "since_version": self._full["version"]}

    def _whole(self, told: Mapping[str, Any]) -> State:
        """The full state after an answer to `_question`."""
        self._full = told if self._full is None else apply_delta(self._full, told)
        state = State(self._full)
        state.format = "full"
        return state

    async def brief(self, **query: Any) -> Brief:
        """What this turn's decisions need; `str()` of it is the text for a model."""
        return cast(Brief, await self.state("brief", **query))

    async def offers(self, limit: Optional[int] = None) -> Offers:
        """The actions that are legal now, the most useful first; all of them unless `limit` says how many."""
        most = {} if limit is None else {"max_legal_actions": limit}
        query = {"format": "llm_optimized", "sections": ["legal_actions"], "legal_actions": "list"}
        state = (await self.request("state_query", {**query, "max_legal_actions": 100_000, **most}))["data"]
        self._see_turn(state)
        offers = Offers(state.get("legal_actions", ()))
        offers.turn, offers.version = self.turn or 0, state["version"]
        offers.more = state.get("legal_actions_more", {})
        return offers

    async def options(self, actor_id: Union[int, Literal["nation"]] = "nation") -> Text:
        """What one unit or city, or the nation, can do now and what comes of it, as text of at most 300 tokens."""
        return await self._text("options", "options", {"actor_id": actor_id})

    async def map(self, x: Optional[int] = None, y: Optional[int] = None, radius: int = 7) -> Text:
        """The tiles around one, or around the first own city or unit, as rows of letters."""
        centre = {} if x is None or y is None else {"centre": {"x": x, "y": y}}
        return await self._text("map", "map", {"radius": radius, **centre})

    async def scene(self, **query: Any) -> Text:
        """The position in sentences, with a map in letters."""
        return await self._text("scene", "scene", query)

    async def cities(self) -> Text:
        """The own cities, a line for each."""
        return await self._text("cities", "rows", {"all": True})

    async def rules(self, name: str, kind: Optional[str] = None) -> p.RulesAnswer:
        """What the rules of this game say of a unit, building, technology, government, terrain, extra or concept."""
        return cast(p.RulesAnswer, await self.request("rules_query", {"name": name, **({"kind": kind} if kind else {})}))

    async def notes(self, add: Iterable[Union[str, p.NotesAdd]] = (), remove: Iterable[int] = ()) -> List[p.Note]:
        """The agent's own notes, after adding and removing some."""
        added = [{"text": one} if isinstance(one, str) else one for one in add]
        return cast(List[p.Note], (await self.request("notes", {"add": added, "remove": list(remove)}))["notes"])

    async def picture(self, kind: str = "png", scale: int = 12) -> Picture:
        """The map as this seat knows it, as a picture: "png" or "svg"."""
        return await asyncio.get_running_loop().run_in_executor(None, fetch_picture, self._where, kind, scale)

    async def delete_game(self) -> None:
        """Deletes the game, for good; needs a token with the right `manage`. Close the seat afterwards."""
        await asyncio.get_running_loop().run_in_executor(None, delete_game, self._where)

    @property
    def _where(self) -> Where:
        return Where(self.url, self.game_id, self.agent_id, self._token)

    async def _text(self, format: str, field: str, query: Mapping[str, Any]) -> Text:
        form = {} if format == "scene" else {"as": "text"}
        state = (await self.request("state_query", {"format": format, **form, **query}))["data"]
        self._see_turn(state)
        text = Text(state[field])
        text.turn, text.version = state.get("turn", 0), state["version"]
        return text

    # Actions

    async def act(self, action: Action, **fields: Any) -> Verdict:
        """Does an action: an offer, or the name of an action with its fields (`from_` stands for `from`).

        Raises AgentError when it is not valid or refused, OutcomeUnknown when the game was lost before the verdict. The
        action is for the turn that this agent knows of: TurnOver is raised when that is over.
        """
        data = self._action(action, fields)
        if self.turn is not None:
            data.setdefault("turn", self.turn)
        verdict = Verdict(await self.request("action", data))
        if verdict.error is not None:
            raise verdict.error
        return verdict

    async def batch(self, actions: Iterable[Action], stop_on_error: bool = False) -> List[Verdict]:
        """Does up to 100 actions in order, with a verdict for each; `error` of a verdict says why one was not done."""
        meant = {} if self.turn is None else {"turn": self.turn}
        entries = [{**meant, **self._action(action, {})} for action in actions]
        answer = await self.request("action_batch", {"actions": entries, "stop_on_error": stop_on_error})
        return [Verdict(one) for one in answer["results"]]

    async def stop(self, unit_id: Optional[int] = None) -> p.StopResult:
        """Ends running batches and waits for turns, or what one unit is on its way to do."""
        data = {} if unit_id is None else {"unit_id": unit_id}
        return cast(p.StopResult, await self.request("stop", data))

    async def transcript(self, blocks: Iterable[Mapping[str, Any]], **more: Any) -> p.TranscriptResult:
        """Shows people who watch what the model thinks, in the blocks of its provider; `more`: model, usage, turn."""
        return cast(p.TranscriptResult, await self.request("transcript", {"blocks": list(blocks), **more}))

    async def end_turn(self, until: Union[str, int] = "turn", **fields: Any) -> Brief:
        """Ends the turn and answers the brief of the next one when it has begun, however long that takes.

        `until` may also be "decision" or a number of turns. `fields`: `auto=True` or `failed="reason"` for a turn that no
        model played. A turn that is over already is not an error, and no other turn is ended in its place. After the end
        of the game the brief says so in `why`. Raises GameOver when it was over before.
        """
        began = self.turn if self.turn is not None else (await self.brief()).turn
        turn, left = began, until
        while True:
            brief = await self._pass_turns({"action_type": "end_turn", "until": left, "turn": turn, **fields})
            if brief is not None:
                self._last_brief = brief
                turn = brief.turn
                if isinstance(until, int):
                    left = until - (turn - began)
                if _has_come(brief, began, left):
                    return brief
            if brief is None or brief.why != "deadline":
                await asyncio.sleep(PAUSE_S)

    async def play_turn(
        self, actions: Iterable[Action] = (), until: Union[str, int, None] = None, **query: Any
    ) -> PlayedTurn:
        """Does up to 99 actions in order, ends the turn and answers the state of the next, in one request.

        `query` is that of `state`; a full state is kept up to date as by `full`. With `until`, as of `end_turn`, there is
        a brief, too. After the end of the game there is no state.
        """
        turn = self.turn if self.turn is not None else (await self.brief()).turn
        is_full = query.get("format") == "full" and "sections" not in query
        wish = {"action_type": "end_turn", "turn": turn, "state": self._question(query)}
        try:
            verdicts = await self.batch([*actions, wish if until is None else {**wish, "until": until}])
        except (NoAnswer, OutcomeUnknown):
            # What became of the actions is not known; the turn is ended below.
            verdicts = [Verdict()]
        error = verdicts[-1].error
        if not isinstance(error, (type(None), GameOver, TurnOver, GamePaused, NoAnswer, OutcomeUnknown)):
            raise error
        result: Mapping[str, Any] = verdicts[-1].get("result") or verdicts[-1]
        ended: Mapping[str, Any] = result.get("ended") or {}
        brief = Brief(result["brief"]) if "brief" in result else None
        if isinstance(error, GameOver) or ended.get("why") in ("game_over", "defeated"):
            self.over = True
            return PlayedTurn(verdicts, None, brief)
        if "state" in result and ended.get("turns"):
            state = State(result["state"]["data"])
            state.format = result["state"]["format"]
            self._see_turn(state)
        else:
            # The wait was over before the turn was, or what came of it is not known.
            if (await self.brief()).turn == turn:
                brief = await self.end_turn(until or "turn")
            if self.over:
                return PlayedTurn(verdicts, None, brief)
            told: Any = await self.state(**self._question(query))
            state = told
        return PlayedTurn(verdicts, self._whole(state) if is_full else state, brief)

    async def _pass_turns(self, wish: Mapping[str, Any]) -> Optional[Brief]:
        """The brief that an end_turn is answered with; None when it has to be asked again."""
        try:
            answer = Verdict(await self.request("action", wish))
            if answer.error is not None:
                raise answer.error
        except TurnOver:
            return await self.brief()
        except (GamePaused, NoAnswer, OutcomeUnknown):
            # Ending a turn that is named can be asked twice: at worst it is over.
            return None
        brief = Brief((answer.get("result") or answer)["brief"])
        self._see_turn(brief)
        if brief.why in ("game_over", "defeated"):
            self.over = True
        return brief

    async def turns(self, limit: Optional[int] = None) -> AsyncIterator[Brief]:
        """The brief of each turn, until the game is over or so many were played. Ends each turn that the body has not."""
        played = 0
        try:
            brief = await self.brief()
            while not self.over and (limit is None or played < limit):
                yield brief
                played += 1
                turn = brief.turn
                if self.turn is None or self.turn <= turn:
                    brief = await self.end_turn()
                elif self._last_brief is not None and self._last_brief.turn == self.turn:
                    brief = self._last_brief
                else:
                    brief = await self.brief()
        except GameOver:
            self.over = True

    # Pushes

    async def push(
        self,
        kind: str,
        where: Callable[[Dict[str, Any]], bool] = lambda data: True,
        timeout: Optional[float] = None,
    ) -> Dict[str, Any]:
        """`data` of the next push of that type that was not taken yet; waits for it. Raises asyncio.TimeoutError."""
        return (await asyncio.wait_for(self._next(lambda one: one[0] == kind and where(one[1])), timeout))[1]

    async def events(self) -> AsyncIterator[Push]:
        """Every push as (type, data), as they come, until the connection ends."""
        while True:
            yield await self._next(lambda one: True)

    def pending_events(self) -> List[Push]:
        """The pushes that were not taken yet; takes them."""
        taken = list(self._pushes)
        self._pushes.clear()
        return taken

    async def _next(self, wanted: Callable[[Push], bool]) -> Push:
        async with self._news:
            while True:
                for push in self._pushes:
                    if wanted(push):
                        self._pushes.remove(push)
                        return push
                self._connection.raise_if_ended()
                await self._news.wait()

    def _take_push(self, message: Message) -> None:
        kind, data = message["type"], message.get("data") or {}
        if kind == "turn_start":
            self.turn = data["turn"]
        elif kind == "game_ended":
            self.over = True
        elif kind == "status" and (data.get("resync") or data["status"] == "ready"):
            # A game that was restored may be at an earlier turn.
            self.turn = data.get("turn")
        if len(self._pushes) >= MAX_PUSHES:
            self._pushes.popleft()
            self._pushes_dropped += 1
        self._pushes.append((kind, data))
        self._wake()

    def _wake(self) -> None:
        asyncio.ensure_future(self._notify())

    async def _notify(self) -> None:
        async with self._news:
            self._news.notify_all()

    def _see_turn(self, state: Mapping[str, Any]) -> None:
        if "turn" in state:
            self.turn = state["turn"]

    def _action(self, action: Action, fields: Mapping[str, Any]) -> Dict[str, Any]:
        given = {"action_type": action} if isinstance(action, str) else dict(action)
        return {**given, **{name.rstrip("_"): value for name, value in fields.items()}}


def _has_come(brief: Brief, began: int, left: Union[str, int]) -> bool:
    """Whether what `end_turn` was to wait for has come; `left`: until when it waits from here on."""
    if brief.why not in (None, "deadline", "paused", "recovery"):
        return True
    if brief.turn <= began:
        return False
    # With a lost answer the reason why the turns have passed is not known.
    return left == "turn" or (left == "decision" and brief.why is None) or (isinstance(left, int) and left <= 0)


class Connecting:
    """What `aconnect` answers: `await` it, or use it in `async with`, for the seat."""

    def __init__(self, seat: Callable[[], AsyncSeat]) -> None:
        self._make = seat
        self._seat: Optional[AsyncSeat] = None

    def __await__(self) -> Generator[Any, None, AsyncSeat]:
        return self._open().__await__()

    async def __aenter__(self) -> AsyncSeat:
        self._seat = await self._open()
        return self._seat

    async def __aexit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        if self._seat is not None:
            await self._seat.close()

    async def _open(self) -> AsyncSeat:
        return await self._make().open()


def aconnect(
    url: str = DEFAULT_URL,
    *,
    agent_id: Optional[str] = None,
    token: Optional[str] = None,
    game: str = "default",
    create: Optional[bool] = None,
    config: Optional[p.LlmConnectGameConfig] = None,
    nation: Optional[str] = None,
    leader_name: Optional[str] = None,
    model: Optional[str] = None,
    turn_policy: Optional[Literal["end_turn", "ai", "pause"]] = None,
    patience: float = PATIENCE_S,
    heartbeat: float = HEARTBEAT_S,
    session: Optional[Tuple[str, int]] = None,
) -> Connecting:
    """Takes a seat in a game, which is made if there is none of that id: `async with aconnect(...) as seat`.

    `url`: the gateway, or the whole address of an agent. `token`: by default the variable LLM_API_TOKEN. `create=False`:
    only a game that is there. `config`: how the game is made (`game_config`). `patience`: seconds for which a lost connection
    is tried again. `heartbeat`: seconds between pings. `session`: what `seat.session` was, to resume it.
    """
    wishes = dict(create=create, game_config=config, nation=nation, leader_name=leader_name, model=model)
    where = target(url, agent_id, token, game, {**wishes, "turn_policy": turn_policy})
    return Connecting(lambda: AsyncSeat(where.url, where.agent_id, where.login, Options(patience, heartbeat, session)))
