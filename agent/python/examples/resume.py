"""Resuming: an agent that was ended in the middle of a turn goes on where it was, and gets every push that it missed."""
import json
import sys

from freeciv_gateway import connect

where = dict(agent_id="phoenix", game="resumed")

with connect(*sys.argv[1:2], **where) as seat:
    turn = seat.brief().turn
    saved = json.dumps(seat.session)
    # The turn changes, and this process ends before it reads what was pushed.
    seat.request("action", {"action_type": "end_turn", "until": "turn"})

with connect(*sys.argv[1:2], **where, session=tuple(json.loads(saved))) as seat:
    begun = seat.push("turn_start", lambda data: data["turn"] == turn + 1)
    print("resumed", seat.login["resumed"], "missed", seat.login["missed"], "turn", begun["turn"])
