"""An agent that listens for the gateway (docs/remote-agents.md) and plays each turn as the brief advises. It needs `websockets`."""
import asyncio
import hashlib
import hmac
import json
import os
import sys
import time

import websockets

PORT = int(sys.argv[1]) if len(sys.argv) > 1 else 8010
KEY = os.environ.get("REMOTE_AGENT_KEY", "").encode()
seen = {}


def is_gateway(headers, path):
    """Whether the gateway calls, now and for the first time."""
    stamp, nonce = headers.get("x-freeciv-timestamp", "0"), headers.get("x-freeciv-nonce", "")
    signed = "\n".join(["v1", stamp, nonce, headers.get("host", ""), path])
    right = "v1=" + hmac.new(KEY, signed.encode(), hashlib.sha256).hexdigest()
    for old in [old for old, at in seen.items() if time.time() - at > 600]:
        del seen[old]
    is_new, seen[nonce] = nonce not in seen, time.time()
    is_right = hmac.compare_digest(right, headers.get("x-freeciv-signature", ""))
    return is_right and is_new and abs(time.time() - float(stamp)) < 300


async def serve(socket):
    request = getattr(socket, "request", None)  # websockets 13 and later
    headers, path = (request.headers, request.path) if request else (socket.request_headers, socket.path)
    if not is_gateway(headers, path):
        return await socket.close(1008, "this is not the gateway")

    async def send(kind, **data):
        await socket.send(json.dumps({"type": kind, "data": data}))

    brief = {}
    async for text in socket:
        message = json.loads(text)
        kind, data = message["type"], message.get("data", {})
        if kind == "hello":
            await send("status", status="ready")
        elif kind == "state_sync" and data["format"] == "brief":
            brief = data["state"]
        elif kind == "user_message":
            actions = [advised["do"] for advised in brief.get("advice", [])]
            if actions:
                await send("function_call", request_id=f"turn-{brief['turn']}", function="do",
                           arguments={"actions": actions})
            else:
                await send("end")
        elif kind == "function_result":
            print(f"turn {brief['turn']}:", "done" if data["success"] else data["error"], flush=True)
            await send("end")
        elif kind == "end":
            print(data["reason"], flush=True)


async def main():
    async with websockets.serve(serve, "127.0.0.1", PORT, max_size=None):
        print(f"listening on ws://127.0.0.1:{PORT}/", flush=True)
        await asyncio.Future()


asyncio.run(main())
