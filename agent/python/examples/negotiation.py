"""Two agents in one game, on asyncio: they negotiate a border in chat messages until one accepts, and keep it as a note.

Once they have met, pacts are made with treaty_open, treaty_add_clause and treaty_accept (docs/actions.md).
"""
import asyncio
import re
import sys

from freeciv_gateway import aconnect

CONFIG = {"players": 2, "min_agents": 2, "seeds": {"game": 5, "map": 5}}


async def say(seat, to, words):
    await seat.act("diplomacy_message", target={"id": to.player_id}, text=words)


async def hear(seat):
    """What the other one says next: "offer" or "agreed", and a column. One's own words come back with an arrow before them."""
    pattern = re.compile(r"(?!->).*(offer|agreed) (\d+)$")
    said = await seat.push("chat_message", lambda data: pattern.match(data["text"]) is not None, timeout=60)
    print(seat.agent_id, "hears:", said["text"])
    word, column = pattern.match(said["text"]).groups()
    return word, int(column)


async def negotiate(seat, other, wish, least, begins):
    """Offers its wish, then gives way by 4 columns at a time until `least`; takes what is as good as its own next offer."""
    step = 4 if least > wish else -4
    mine = wish
    if begins:
        await say(seat, other, f"offer {mine}")
    while True:
        word, theirs = await hear(seat)
        if word == "agreed":
            return theirs
        mine = mine if mine == least else mine + step
        if (mine - theirs) * step >= 0:
            await say(seat, other, f"agreed {theirs}")
            return theirs
        await say(seat, other, f"offer {mine}")


async def play():
    seats = [aconnect(*sys.argv[1:2], agent_id=name, game="negotiation", config=CONFIG) for name in ("ann", "ben")]
    async with seats[0] as ann, seats[1] as ben:
        # Both wait for the first turn, which begins when both have their seats.
        await asyncio.gather(ann.brief(), ben.brief())
        borders = await asyncio.gather(
            negotiate(ann, ben, wish=50, least=34, begins=True),
            negotiate(ben, ann, wish=26, least=42, begins=False),
        )
        for seat, border in zip((ann, ben), borders):
            print(seat.agent_id, await seat.notes(add=[f"The border with the other one is column {border}"]))
        # Neither turn begins before both have ended theirs.
        for brief in await asyncio.gather(ann.end_turn(), ben.end_turn()):
            print(brief)


asyncio.run(play())
