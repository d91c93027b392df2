"""Plays eight turns while the test takes away what it plays on. It does nothing special about that.

Each turn it puts four entries on a city's worklist in one batch, so that an action done twice, or lost, shows in the game.
Arguments: the gateway's address, and the seconds between two pings.
"""

import json
import sys

from freeciv_gateway import OutcomeUnknown, connect

STEPS = 8


def worklist(seat):
    (city,) = [city for city in seat.state("full", sections=["cities"])["cities"] if city["owner"] == seat.player_id]
    return city["worklist"]


def entries(step):
    """Four entries that differ from those of every other step."""
    return ["workers", *("settlers" if bit == "1" else "warriors" for bit in f"{step % 8:03b}")]


def added(before, now):
    """What was put behind the worklist as it was, of which the city may have begun with one; None if it is not so."""
    for kept in (before, *(before[:at] + before[at + 1 :] for at in range(len(before)))):
        if now[: len(kept)] == kept:
            return now[len(kept) :]
    return None


with connect(sys.argv[1], agent_id="survivor", game="survival", heartbeat=float(sys.argv[2]), config={"players": 2}) as seat:
    city_id = seat.act(seat.offers().of("unit_build_city")[0]).what["city_id"]
    seat.act("city_production", city_id=city_id, target="barracks")
    known, wrong, lost, turns = [], [], {}, [seat.turn]
    for step in range(1, STEPS + 1):
        print("step", step, flush=True)
        wanted = entries(step)
        try:
            append = {"action_type": "city_worklist_append", "city_id": city_id}
            outcomes = [verdict.outcome for verdict in seat.batch({**append, "items": [name]} for name in wanted)]
        except OutcomeUnknown as error:
            outcomes = [error.code] * len(wanted)
        now = worklist(seat)
        new = added(known, now)
        done = [name for name, outcome in zip(wanted, outcomes) if outcome == "applied"]
        # What was acknowledged is there once. What has no verdict is there once or not at all.
        if new is None or not (new == done or new == wanted[: len(new)]) or len(new) < len(done):
            wrong.append({"step": step, "before": known, "now": now, "outcomes": outcomes})
        if len(done) < len(wanted):
            lost[step] = sorted(set(outcomes) - {"applied"})
        known = now
        turns.append(seat.end_turn().turn)
    # The push of a turn may come after the answer that told of it.
    pushed = []
    while seat.turn not in pushed:
        pushed.append(seat.push("turn_start", timeout=60)["turn"])
    pushed += [data["turn"] for kind, data in seat.pending_events() if kind == "turn_start"]
    print(json.dumps({"wrong": wrong, "lost": lost, "turns": turns, "pushed": pushed, "reconnects": seat.reconnects}))
