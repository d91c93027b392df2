"""The blocking client, for scripts and notebooks: the asyncio client on a thread of its own."""

from __future__ import annotations

import asyncio
import os
import threading
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from types import TracebackType
from typing import (
    Any,
    AsyncIterator,
    Callable,
    Coroutine,
    Dict,
    Iterable,
    Iterator,
    List,
    Literal,
    Mapping,
    Optional,
    Tuple,
    Type,
    TypeVar,
    Union,
    overload,
)

from . import protocol as p
from .aio import Action, AsyncSeat, Push
from .login import DEFAULT_URL, HEARTBEAT_S, PATIENCE_S, Options, target
from .views import Brief, Offers, Picture, PlayedTurn, State, Text, Verdict

T = TypeVar("T")

#: Seconds for which a wait cannot be interrupted: Windows does not wake a thread for Ctrl-C.
WAIT_S = 1.0


class _LoopThread:
    """An event loop on a thread, for all blocking seats of the process: pings are answered while a model thinks."""

    def __init__(self) -> None:
        self.pid = os.getpid()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="freeciv-gateway", daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Waits for it; Ctrl-C cancels it. RuntimeError on this thread itself, which would wait for ever."""
        if threading.current_thread() is self._thread:
            work.close()
            raise RuntimeError("A blocking call on the thread of the client itself; use seat.asyncio there")
        future: "Future[T]" = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            while True:
                try:
                    return future.result(WAIT_S)
                except NotYet:
                    if future.done():
                        raise
        except BaseException:
            future.cancel()
            raise


_threads: List[_LoopThread] = []
_lock = threading.Lock()


def run(work: Coroutine[Any, Any, T]) -> T:
    with _lock:
        # A forked process has no thread of its parent.
        if not _threads or _threads[-1].pid != os.getpid():
            _threads.append(_LoopThread())
        thread = _threads[-1]
    return thread.run(work)


class Seat:
    """An agent's seat in a game. Made by `connect`. Every method waits for its answer.

    Lost connections are brought back and the session is resumed without a word. Its methods may be called from several
    threads.
    """

    def __init__(self, seat: AsyncSeat) -> None:
        self._seat = seat

    @property
    def asyncio(self) -> AsyncSeat:
        """The same seat on asyncio; only for what runs on the thread of the blocking client."""
        return self._seat

    @property
    def agent_id(self) -> str:
        """Who plays."""
        return self._seat.agent_id

    @property
    def game_id(self) -> str:
        """The game."""
        return self._seat.game_id

    @property
    def player_id(self) -> int:
        """Player number of the seat."""
        return self._seat.player_id

    @property
    def turn(self) -> Optional[int]:
        """The turn as far as this agent has been told; None before it has seen a state."""
        return self._seat.turn

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._seat.over

    @property
    def login(self) -> p.AuthSuccess:
        """`data` of the answer to the last login: what was not granted, and whether the session was resumed."""
        return self._seat.login

    @property
    def session(self) -> Tuple[str, int]:
        """What `session=` of `connect` takes to resume from here in another process."""
        return self._seat.session

    @property
    def pushes_dropped(self) -> int:
        """Pushes that were not taken in time and are gone."""
        return self._seat.pushes_dropped

    @property
    def reconnects(self) -> int:
        """How often the connection was lost and brought back."""
        return self._seat.reconnects

    @property
    def rate_limited(self) -> int:
        """How often a limit of the gateway made a request wait (E110)."""
        return self._seat.rate_limited

    def close(self) -> None:
        """Closes the connection. The seat stays; the session can be resumed for a while."""
        run(self._seat.close())

    def __enter__(self) -> "Seat":
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return repr(self._seat)

    def request(self, kind: str, data: Mapping[str, Any]) -> Dict[str, Any]:
        """Sends any request of the protocol and answers `data` of its answer. Raises AgentError."""
        return run(self._seat.request(kind, data))

    @overload
    def state(self, format: Literal["llm_optimized"] = ..., **query: Any) -> p.LlmOptimizedState: ...
    @overload
    def state(self, format: Literal["full"], **query: Any) -> p.FullState: ...
    @overload
    def state(self, format: Literal["delta"], **query: Any) -> p.DeltaState: ...
    @overload
    def state(self, format: Literal["cities"], **query: Any) -> p.CitiesState: ...
    @overload
    def state(self, format: Literal["map"], **query: Any) -> p.MapState: ...
    @overload
    def state(self, format: Literal["options"], **query: Any) -> p.OptionsState: ...
    @overload
    def state(self, format: str, **query: Any) -> Any: ...
    def state(self, format: str = "llm_optimized", **query: Any) -> Any:
        """The state in a format of the protocol; `query` is the rest of `state_query`, such as `sections`."""
        return run(self._seat.state(format, **query))

    def full(self, **offers: Any) -> p.FullState:
        """The full state, kept up to date by deltas: the first call asks for all of it, later ones for what changed.

        `offers`: `legal_actions`, `max_legal_actions`, where the state is to have them.
        """
        return run(self._seat.full(**offers))

    def brief(self, **query: Any) -> Brief:
        """What this turn's decisions need; `str()` of it is the text for a model."""
        return run(self._seat.brief(**query))

    def offers(self, limit: Optional[int] = None) -> Offers:
        """The actions that are legal now, the most useful first; all of them unless `limit` says how many."""
        return run(self._seat.offers(limit))

    def options(self, actor_id: Union[int, Literal["nation"]] = "nation") -> Text:
        """What one unit or city, or the nation, can do now and what comes of it, as text of at most 300 tokens."""
        return run(self._seat.options(actor_id))

    def map(self, x: Optional[int] = None, y: Optional[int] = None, radius: int = 7) -> Text:
        """The tiles around one, or around the first own city or unit, as rows of letters."""
        return run(self._seat.map(x, y, radius))

    def scene(self, **query: Any) -> Text:
        """The position in sentences, with a map in letters."""
        return run(self._seat.scene(**query))

    def cities(self) -> Text:
        """The own cities, a line for each."""
        return run(self._seat.cities())

    def rules(self, name: str, kind: Optional[str] = None) -> p.RulesAnswer:
        """What the rules of this game say of a unit, building, technology, government, terrain, extra or concept."""
        return run(self._seat.rules(name, kind))

    def notes(self, add: Iterable[Union[str, p.NotesAdd]] = (), remove: Iterable[int] = ()) -> List[p.Note]:
        """The agent's own notes, after adding and removing some."""
        return run(self._seat.notes(add, remove))

    def picture(self, kind: str = "png", scale: int = 12) -> Picture:
        """The map as this seat knows it, as a picture: "png" or "svg"."""
        return run(self._seat.picture(kind, scale))

    def delete_game(self) -> None:
        """Deletes the game, for good; needs a token with the right `manage`. Close the seat afterwards."""
        run(self._seat.delete_game())

    def act(self, action: Action, **fields: Any) -> Verdict:
        """Does an action: an offer, or the name of an action with its fields (`from_` stands for `from`).

        Raises AgentError when it is not valid or refused, OutcomeUnknown when the game was lost before the verdict.
        """
        return run(self._seat.act(action, **fields))

    def batch(self, actions: Iterable[Action], stop_on_error: bool = False) -> List[Verdict]:
        """Does up to 100 actions in order, with a verdict for each; `error` of a verdict says why one was not done."""
        return run(self._seat.batch(actions, stop_on_error))

    def stop(self, unit_id: Optional[int] = None) -> p.StopResult:
        """Ends running batches and waits for turns, or what one unit is on its way to do."""
        return run(self._seat.stop(unit_id))

    def transcript(self, blocks: Iterable[Mapping[str, Any]], **more: Any) -> p.TranscriptResult:
        """Shows people who watch what the model thinks, in the blocks of its provider; `more`: model, usage, turn."""
        return run(self._seat.transcript(blocks, **more))

    def end_turn(self, until: Union[str, int] = "turn", **fields: Any) -> Brief:
        """Ends the turn and answers the brief of the next one when it has begun, however long that takes.

        `until` may also be "decision" or a number of turns. `fields`: `auto=True` or `failed="reason"`.
        """
        return run(self._seat.end_turn(until, **fields))

    def play_turn(
        self, actions: Iterable[Action] = (), until: Union[str, int, None] = None, **query: Any
    ) -> PlayedTurn:
        """Does up to 99 actions in order, ends the turn and answers the state of the next, in one request.

        `query` is that of `state`; a full state is kept up to date as by `full`. With `until`, as of `end_turn`, there is
        a brief, too. After the end of the game there is no state.
        """
        return run(self._seat.play_turn(actions, until, **query))

    def turns(self, limit: Optional[int] = None) -> Iterator[Brief]:
        """The brief of each turn, until the game is over or so many were played. Ends each turn that the body has not."""
        return _items(self._seat.turns(limit))

    def push(
        self,
        kind: str,
        where: Callable[[Dict[str, Any]], bool] = lambda data: True,
        timeout: Optional[float] = None,
    ) -> Dict[str, Any]:
        """`data` of the next push of that type that was not taken yet; waits for it. Raises asyncio.TimeoutError."""
        return run(self._seat.push(kind, where, timeout))

    def events(self) -> Iterator[Push]:
        """Every push as (type, data), as they come, until the connection ends."""
        return _items(self._seat.events())

    def pending_events(self) -> List[Push]:
        """The pushes that were not taken yet; takes them."""

        async def taken() -> List[Push]:
            return self._seat.pending_events()

        return run(taken())


def _items(items: AsyncIterator[T]) -> Iterator[T]:
    async def following() -> Tuple[bool, Optional[T]]:
        try:
            return True, await items.__anext__()
        except StopAsyncIteration:
            return False, None

    while True:
        is_there, item = run(following())
        if not is_there:
            return
        yield item  # type: ignore[misc]


def connect(
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
) -> Seat:
    """Takes a seat in a game, which is made if there is none of that id: `with connect(...) as seat`.

    `url`: the gateway, or the whole address of an agent. `token`: by default the variable LLM_API_TOKEN. `create=False`:
    only a game that is there. `config`: how the game is made (`game_config`). `patience`: seconds for which a lost connection
    is tried again. `heartbeat`: seconds between pings. `session`: what `seat.session` was, to resume it.
    """
    wishes = dict(create=create, game_config=config, nation=nation, leader_name=leader_name, model=model)
    where = target(url, agent_id, token, game, {**wishes, "turn_policy": turn_policy})

    async def seat() -> AsyncSeat:
        # Made on the loop's own thread.
        return await AsyncSeat(where.url, where.agent_id, where.login, Options(patience, heartbeat, session)).open()

    return Seat(run(seat()))
