import asyncio, json, os, sys, time, uuid
import websockets

URL = sys.argv[1] if len(sys.argv) > 1 else "ws://127.0.0.1:8003/ws/agent/my-agent"


async def play(turns):
    async with websockets.connect(URL, max_size=None) as socket:
        kept = []  # messages that came while we waited for another one

        async def until(wanted):
            while not any(map(wanted, kept)):
                kept.append(json.loads(await socket.recv()))
            return kept.pop([bool(wanted(message)) for message in kept].index(True))

        async def ask(kind, data):
            request = {"type": kind, "agent_id": URL.split("/")[-1], "timestamp": time.time(),
                       "correlation_id": str(uuid.uuid4()), "data": data}
            await socket.send(json.dumps(request))
            return (await until(lambda m: m.get("correlation_id") == request["correlation_id"]))["data"]

        seat = await ask("llm_connect", {"api_token": os.environ["LLM_API_TOKEN"], "game_id": "first-game"})
        print(seat)
        for _ in range(turns):
            answer = await ask("state_query", {"format": "llm_optimized", "include_legal_actions": True})
            state = answer["data"]
            print("turn", state["turn"], state["strategic_summary"])
            offers = {}  # for each unit: found a city if it can, else explore
            for wish in ("unit_explore", "unit_build_city"):
                offers.update({o["unit_id"]: o for o in state["legal_actions"] if o["type"] == wish})
            for offer in offers.values():
                verdict = await ask("action", offer)
                print(offer["type"], offer["unit_id"], verdict.get("outcome") or verdict["error_message"])
            await ask("action", {"action_type": "end_turn"})
            await until(lambda m: m["type"] == "turn_start" and m["data"]["turn"] > state["turn"])


asyncio.run(play(turns=3))
