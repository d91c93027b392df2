"""What the clients do with a gateway that says what the test wants, on real sockets."""

import asyncio
import json
import typing
import unittest

import websockets

from freeciv_gateway import AsyncSeat, GatewayLost, aconnect, connect
from freeciv_gateway.blocking import run
from freeciv_gateway.envs.game import Player, Setup

#: Longer than any of it takes.
TIMEOUT_S = 20.0

SEAT = {"session_id": "s", "game_id": "g", "player_id": 0}


class ScriptedGateway:
    """Welcomes and logs in whoever comes, adds `logins` to the answers one after the other, and then does what `after` does."""

    def __init__(
        self,
        logins: typing.Sequence[typing.Mapping[str, typing.Any]],
        after: typing.Callable[["ScriptedGateway", typing.Any], typing.Awaitable[None]],
    ) -> None:
        self.paths: typing.List[str] = []
        self._logins = logins
        self._after = after
        self._server: typing.Any = None

    async def __aenter__(self) -> "ScriptedGateway":
        self._server = await websockets.serve(self._answer, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_error: typing.Any) -> None:
        self._server.close()
        await self._server.wait_closed()

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def _answer(self, socket: typing.Any) -> None:
        self.paths.append(getattr(socket, "path", None) or socket.request.path)
        await socket.send(json.dumps({"type": "welcome", "data": {"max_message_bytes": 1000}}))
        correlation_id = json.loads(await socket.recv())["correlation_id"]
        data = {**SEAT, **self._logins[min(len(self.paths), len(self._logins)) - 1]}
        await socket.send(json.dumps({"type": "llm_connect", "correlation_id": correlation_id, "data": data}))
        await self._after(self, socket)


async def waits(_gateway: ScriptedGateway, socket: typing.Any) -> None:
    await socket.wait_closed()


async def breaks_the_first(gateway: ScriptedGateway, socket: typing.Any) -> None:
    if len(gateway.paths) > 1:
        await socket.wait_closed()


async def limits_the_first(_gateway: ScriptedGateway, socket: typing.Any) -> None:
    limit = {"type": "error", "data": {"code": "E110", "message": "too many", "details": {"retry_after": 0}}}
    state = {"type": "state_update", "data": {"data": {"turn": 1, "version": 1, "legal_actions": []}}}
    for answer in (limit, state, state):
        request = json.loads(await socket.recv())
        await socket.send(json.dumps({**answer, "correlation_id": request["correlation_id"]}))
    await socket.wait_closed()


async def talks_nonsense(_gateway: ScriptedGateway, socket: typing.Any) -> None:
    await socket.send('{"seq": "no number"}')
    await socket.wait_closed()


def within(work: typing.Coroutine[typing.Any, typing.Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, TIMEOUT_S))


class ConnectionTest(unittest.TestCase):
    def test_an_agent_is_named_in_the_address_whatever_its_characters(self) -> None:
        async def work() -> None:
            async with ScriptedGateway([{}], waits) as gateway:
                async with aconnect(gateway.url, agent_id="ann@home/?x", token="t"):
                    self.assertEqual(gateway.paths, ["/ws/agent/ann%40home%2F%3Fx"])

        within(work())

    def test_a_seat_that_is_closed_just_when_it_is_back_stays_closed(self) -> None:
        async def work() -> None:
            async with ScriptedGateway([{}, {"resync": True}], breaks_the_first) as gateway:
                seat = await aconnect(gateway.url, agent_id="ann", token="t")
                closing: "asyncio.Future[asyncio.Task[None]]" = asyncio.get_running_loop().create_future()
                take_push = seat._connection._on_push

                def close_on_resync(message: typing.Any) -> None:
                    take_push(message)
                    closing.set_result(asyncio.ensure_future(seat.close()))

                seat._connection._on_push = close_on_resync
                await (await closing)
                self.assertEqual(len(gateway.paths), 2)
                with self.assertRaisesRegex(GatewayLost, "was closed"):
                    await seat.brief()

        within(work())

    def test_a_gateway_that_breaks_the_protocol_ends_the_seat_and_its_socket(self) -> None:
        async def work() -> None:
            is_left = asyncio.Event()

            async def talks(gateway: ScriptedGateway, socket: typing.Any) -> None:
                await talks_nonsense(gateway, socket)
                is_left.set()

            asyncio.get_running_loop().set_exception_handler(lambda _loop, _context: None)
            async with ScriptedGateway([{}], talks) as gateway:
                seat = await aconnect(gateway.url, agent_id="ann", token="t")
                with self.assertRaisesRegex(GatewayLost, "the client failed"):
                    await seat.push("turn_start")
                await is_left.wait()

        within(work())

    def test_the_blocking_client_takes_pushes_on_the_thread_that_gets_them(self) -> None:
        async def begin() -> ScriptedGateway:
            return await ScriptedGateway([{}, {"resync": True}], breaks_the_first).__aenter__()

        gateway = run(begin())
        try:
            with connect(gateway.url, agent_id="ann", token="t") as seat:
                self.assertIsInstance(seat.asyncio, AsyncSeat)
                self.assertTrue(seat.push("status", timeout=TIMEOUT_S)["resync"])
                self.assertEqual((seat.pending_events(), seat.reconnects), ([], 1))
        finally:
            run(gateway.__aexit__())

    def test_an_environment_says_once_that_limits_for_models_slow_it_down(self) -> None:
        async def begin() -> ScriptedGateway:
            return await ScriptedGateway([{}], limits_the_first).__aenter__()

        gateway = run(begin())
        try:
            with connect(gateway.url, agent_id="ann", token="t") as seat:
                with self.assertWarnsRegex(RuntimeWarning, "RATE_ACTIONS_PER_MINUTE=1000000"):
                    Player(seat, Setup()).look()
                self.assertEqual(seat.rate_limited, 1)
        finally:
            run(gateway.__aexit__())


if __name__ == "__main__":
    unittest.main()
