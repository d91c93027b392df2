"""One agent's session with the gateway over any number of sockets: requests, pushes, reconnection and resumption."""

from __future__ import annotations

import asyncio
import json
import random
import time
import uuid
from typing import Any, Callable, Dict, Mapping, Optional
from urllib.parse import quote

import websockets
from websockets.exceptions import ConnectionClosed, WebSocketException

from .errors import AgentError, GatewayLost, GatewayError, MessageTooLarge, OutcomeUnknown, error_of
from .login import Options
from .protocol import READING_REQUESTS

Message = Dict[str, Any]
Data = Mapping[str, Any]

#: Requests that may be sent again whatever became of them.
READS = READING_REQUESTS | {"ping"}
#: Errors after which nothing was done, so that any request is sent again.
NOT_DONE = frozenset({"E110", "E112", "E122", "E123"})
#: Further errors after which a request that only reads is sent again.
READ_AGAIN = frozenset({"E121", "E132", "E500"})
#: Errors of a login that pass by themselves while a session is brought back.
LOGIN_AGAIN = NOT_DONE | {"E111", "E132", "E142", "E500"}
#: Errors of a first login that pass by themselves: whoever begins wants to hear of the others at once.
FIRST_LOGIN_AGAIN = frozenset({"E122", "E123"})
#: Close codes below 4500 after which a client must not come back: its own faults, and another socket that has the session.
STAY_AWAY = frozenset({1002, 1003, 1007, 1008, 1009, 4001})

FIRST_WAIT_S = 0.1
MAX_WAIT_S = 5.0
OPEN_TIMEOUT_S = 10.0
CLOSE_TIMEOUT_S = 1.0
LOGIN_TIMEOUT_S = 60.0
DEFAULT_MAX_BYTES = 1 << 20


class _Request:
    """A request that has no answer yet."""

    def __init__(self, text: str, reads: bool) -> None:
        self.text = text
        self.reads = reads
        #: It was given to a socket: the gateway may have it.
        self.was_sent = False
        self.answer: "asyncio.Future[Message]" = asyncio.get_running_loop().create_future()

    def fail(self, error: BaseException) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)


class Connection:
    """Logs in, matches answers to requests, and comes back after a loss of the connection until `patience` seconds are over.

    A request without an answer is sent again with its correlation_id after the session is resumed: the gateway does it
    once. When the session itself is gone, requests that only read are asked again, and others that were sent fail with
    OutcomeUnknown.
    """

    def __init__(
        self,
        url: str,
        agent_id: str,
        login: Data,
        options: Options,
        *,
        on_push: Callable[[Message], None],
        on_end: Callable[[], None],
    ) -> None:
        patience, heartbeat, session = options
        self.agent_id = agent_id
        #: Number of the last push that came.
        self.last_seq = session[1] if session else 0
        #: Names the session, once there is one.
        self.session_id: Optional[str] = session[0] if session else None
        #: `data` of the answer to the last login.
        self.seat: Data = {}
        #: How often the connection was lost and brought back.
        self.reconnects = 0
        #: How often a limit of the gateway made a request wait (E110).
        self.rate_limited = 0
        self._url = f"{url.rstrip('/')}/ws/agent/{quote(agent_id, safe='')}"
        self._login = dict(login)
        self._patience = patience
        self._heartbeat = heartbeat
        self._on_push = on_push
        self._on_end = on_end
        self._requests: Dict[str, _Request] = {}
        self._socket: Any = None
        self._ended: Optional[GatewayError] = None
        self._task: "Optional[asyncio.Task[None]]" = None
        self._max_bytes = DEFAULT_MAX_BYTES
        #: The last error that answered no request: it tells why a socket is closed.
        self._said: Optional[AgentError] = None

    @property
    def is_open(self) -> bool:
        """False once the connection is closed for good."""
        return self._ended is None and self._task is not None

    async def open(self) -> None:
        """Logs in. Raises at once when nothing listens there or the login is refused."""
        try:
            self._socket = await self._dial()
        except AgentError as error:
            if error.code not in FIRST_LOGIN_AGAIN:
                raise
            self._socket = await self._come_back()
        except (OSError, asyncio.TimeoutError, WebSocketException) as error:
            raise GatewayLost(f"{self._url} cannot be reached: {error!r}. Does the gateway run?") from error
        self._task = asyncio.ensure_future(self._run())

    async def close(self) -> None:
        """Closes the socket. The session stays with the gateway for a while and can be resumed."""
        self._end(GatewayLost("the connection was closed"))
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        await self._close_socket()

    async def _close_socket(self) -> None:
        socket, self._socket = self._socket, None
        if socket is not None:
            await socket.close()

    async def request(self, kind: str, data: Data) -> Message:
        """Sends a request and answers its message. Asks again after errors that pass and did nothing. Raises AgentError."""
        until: Optional[float] = None
        wait = FIRST_WAIT_S
        while True:
            message = await self._ask(kind, data)
            if message["type"] != "error":
                return message
            error = error_of(message["data"])
            self.rate_limited += error.code == "E110"
            again = error.code in NOT_DONE or (kind in READS and error.code in READ_AGAIN)
            until = until if until is not None else time.monotonic() + self._patience
            delay = error.retry_after if error.retry_after is not None else wait
            if not again or isinstance(error, OutcomeUnknown) or time.monotonic() + delay > until:
                raise error
            await asyncio.sleep(delay)
            wait = min(wait * 2, MAX_WAIT_S)

    async def _ask(self, kind: str, data: Data) -> Message:
        if self._ended is not None:
            raise self._ended
        correlation_id = uuid.uuid4().hex
        text = self._encode(kind, data, correlation_id)
        size = len(text.encode())
        if size > self._max_bytes:
            raise MessageTooLarge("E106", f"The message has {size} bytes, {self._max_bytes} are taken")
        request = self._requests[correlation_id] = _Request(text, kind in READS)
        try:
            if self._socket is not None:
                await self._send(self._socket, request)
            return await request.answer
        finally:
            del self._requests[correlation_id]

    def _encode(self, kind: str, data: Data, correlation_id: str) -> str:
        envelope = {"type": kind, "agent_id": self.agent_id, "timestamp": time.time()}
        return json.dumps({**envelope, "correlation_id": correlation_id, "data": data})

    async def _send(self, socket: Any, request: _Request) -> None:
        """What cannot be sent because the socket is lost is sent over the next one."""
        request.was_sent = True
        try:
            await socket.send(request.text)
        except ConnectionClosed:
            pass

    async def _run(self) -> None:
        """Reads one socket after the other until the connection ends."""
        try:
            while True:
                await self._read(self._socket)
                self._socket = None
                self._socket = await self._come_back()
                if self._ended is not None:
                    # Closed just when the login worked: a cancellation may be lost then.
                    return
                self.reconnects += 1
                for request in list(self._requests.values()):
                    if not request.answer.done():
                        await self._send(self._socket, request)
        except GatewayError as error:
            self._end(error)
        except asyncio.CancelledError:
            raise
        except Exception as error:  # A bug: whoever waits for an answer must hear of it.
            self._end(GatewayLost(f"the client failed: {error!r}"))
            raise
        finally:
            if self._ended is not None:
                await self._close_socket()

    async def _read(self, socket: Any) -> None:
        """Takes messages until the socket is closed. Raises when there is no coming back."""
        try:
            while True:
                self._take(json.loads(await socket.recv()))
        except ConnectionClosed:
            code = socket.close_code
        if code is not None and (code in STAY_AWAY or code >= 4500):
            raise self._said or GatewayLost(f"the gateway closed the connection with {code}")

    def _take(self, message: Message) -> None:
        seq = message.get("seq")
        if seq is not None:
            # Pushes that were sent before a loss come again after it.
            if seq > self.last_seq:
                self.last_seq = seq
                self._on_push(message)
            return
        request = self._requests.get(message.get("correlation_id", ""))
        if request is not None and not request.answer.done():
            request.answer.set_result(message)
        elif message["type"] == "error" and "correlation_id" not in message:
            self._said = error_of(message["data"])

    async def _come_back(self) -> Any:
        """Dials until a login works, with growing pauses."""
        until = time.monotonic() + self._patience
        wait = FIRST_WAIT_S
        while True:
            delay = wait * random.uniform(0.5, 1)
            try:
                return await self._dial()
            except AgentError as error:
                if error.code not in LOGIN_AGAIN:
                    raise
                cause: BaseException = error
                delay = max(delay, error.retry_after or 0)
            except (OSError, asyncio.TimeoutError, WebSocketException) as error:
                cause = error
            if time.monotonic() + delay > until:
                raise GatewayLost(f"the gateway was away for {self._patience} s: {cause!r}") from cause
            await asyncio.sleep(delay)
            wait = min(wait * 2, MAX_WAIT_S)

    async def _dial(self) -> Any:
        """A socket that has logged in."""
        socket = await websockets.connect(
            self._url,
            max_size=None,
            open_timeout=OPEN_TIMEOUT_S,
            close_timeout=CLOSE_TIMEOUT_S,
            ping_interval=self._heartbeat,
            ping_timeout=self._heartbeat,
        )
        try:
            await asyncio.wait_for(self._log_in(socket), LOGIN_TIMEOUT_S)
        except BaseException:
            await socket.close()
            raise
        return socket

    async def _log_in(self, socket: Any) -> None:
        resumes = self.session_id is not None
        data = {**self._login, **({"session_id": self.session_id, "last_seq": self.last_seq} if resumes else {})}
        await socket.send(self._encode("llm_connect", data, uuid.uuid4().hex))
        answer = await self._login_answer(socket)
        if answer["type"] == "error":
            error = error_of(answer["data"])
            if error.code != "E124" or not resumes:
                raise error
            self._lose_session()
            await self._log_in(socket)
            self._tell_resync()
            return
        self.seat = answer["data"]
        self.session_id = self.seat["session_id"]
        # Whoever comes back wants this game, not a new one of its name.
        self._login["create"] = False
        if self.seat.get("resync"):
            self._tell_resync()

    async def _login_answer(self, socket: Any) -> Message:
        while True:
            message: Message = json.loads(await socket.recv())
            if message["type"] == "welcome":
                self._max_bytes = message["data"]["max_message_bytes"]
            elif message["type"] in ("llm_connect", "error"):
                return message
            else:
                self._take(message)

    def _lose_session(self) -> None:
        """The gateway has lost the session: the outcome of actions that had been sent is not known."""
        self.session_id = None
        self.last_seq = 0
        lost = "The session was lost before the verdict; ask for the state to see what happened"
        for request in self._requests.values():
            if request.was_sent and not request.reads:
                request.fail(OutcomeUnknown("E131", lost, {"outcome": "unknown"}))

    def _tell_resync(self) -> None:
        """News were lost: the push that the gateway sends in such a case, for whoever keeps a state by deltas."""
        data = {"game_id": self.seat["game_id"], "status": "recovered", "resync": True}
        self._on_push({"type": "status", "agent_id": self.agent_id, "timestamp": time.time(), "data": data})

    def _end(self, error: GatewayError) -> None:
        if self._ended is not None:
            return
        self._ended = error
        for request in self._requests.values():
            request.fail(error)
        self._on_end()

    def raise_if_ended(self) -> None:
        """Raises what ended the connection; nothing while it is open."""
        if self._ended is not None:
            raise self._ended
