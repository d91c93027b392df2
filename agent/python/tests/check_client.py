"""What a client must do on a real gateway, beside playing. Arguments: the gateway's address."""

import asyncio
import sys

from freeciv_gateway import Seat, aconnect, connect, errors

URL = sys.argv[1]


def raised(kind, work):
    """The error that the work must raise."""
    try:
        work()
    except kind as error:
        return error
    raise AssertionError(f"{kind} is not raised")


def check_logins():
    raised(errors.BadToken, lambda: connect(URL, agent_id="ann", token="wrong", game="client"))
    raised(errors.NoSuchGame, lambda: connect(URL, agent_id="ann", game="no-such-game", create=False))
    raised(errors.BadField, lambda: connect(URL, agent_id="ann", game="client", nation=""))


def check_errors(seat: Seat):
    refused = raised(errors.InvalidAction, lambda: seat.act("unit_explor", unit_id=1))
    assert refused.code == "E130" and "unit_explore" in refused.did_you_mean
    seat.end_turn()
    raised(errors.TurnOver, lambda: seat.act("tech_goal", target="currency", turn=1))
    raised(errors.MessageTooLarge, lambda: seat.request("notes", {"add": [{"text": "x" * 2_000_000}]}))
    raised(errors.BadField, lambda: seat.batch([{"action_type": "end_turn"}] * 101))
    raised(errors.UnknownMessage, lambda: seat.request("no_such_request", {}))
    assert seat.brief().turn == seat.turn == 2


def check_take_over(seat: Seat):
    """Another process that resumes the session gets it; this one hears why it is over and does not fight for it."""
    with connect(URL, agent_id="ann", game="client", session=seat.session) as other:
        assert other.login["resumed"] and other.brief().turn == 2
        raised(errors.SessionTakenOver, seat.brief)
        raised(errors.SessionTakenOver, lambda: seat.push("turn_start", lambda data: data["turn"] == 99))
        assert seat.reconnects == other.reconnects == 0


async def check_asyncio():
    async with aconnect(URL, agent_id="ben", game="client-2", config={"players": 2}) as seat:
        # More than the gateway takes at a time: those that it refuses are asked again.
        briefs = await asyncio.gather(*(seat.brief() for _ in range(150)))
        assert {brief.turn for brief in briefs} == {1}
        waiting = asyncio.ensure_future(seat.push("game_ended"))
        await asyncio.sleep(0)
        waiting.cancel()
        try:
            await seat.push("game_ended", timeout=0.05)
            raise AssertionError("nothing has ended")
        except asyncio.TimeoutError:
            pass
        full = await seat.full()
        played = await seat.play_turn([{"action_type": "no_such_action"}], format="full", until="turn")
        assert [one.outcome for one in played.verdicts] == ["E130", "applied"], played.verdicts
        assert played.state and played.state["turn"] == full["turn"] + 1 == (played.brief and played.brief.turn)
        assert played.state["players"].keys() == full["players"].keys() and played.state["visible_tiles"]
        assert await seat.full() == played.state
        ended = [(await seat.end_turn(until=3)).turn, seat.turn]
        kinds = [kind async for kind, _ in first(seat.events(), 4)]
        assert ended == [5, 5] and kinds.count("turn_start") >= 1, (ended, kinds)
    try:
        await seat.brief()
        raise AssertionError("the connection is closed")
    except errors.GatewayLost:
        pass


async def first(items, count):
    async for item in items:
        yield item
        count -= 1
        if count == 0:
            return


check_logins()
with connect(URL, agent_id="ann", game="client", config={"players": 2}) as ann:
    check_errors(ann)
    check_take_over(ann)
asyncio.run(check_asyncio())
print("holds")
