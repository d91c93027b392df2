"""MCP from a script, with Python's standard library alone: one POST is one call of a tool (docs/mcp.md)."""
import json
import os
import sys
from urllib.request import Request, urlopen

GATEWAY = (sys.argv[1:2] or ["ws://127.0.0.1:8003"])[0].replace("ws", "http", 1)
REVISION = "2026-07-28"
# Since this revision no call needs another one before it: each names the revision and the client.
META = {
    "io.modelcontextprotocol/protocolVersion": REVISION,
    "io.modelcontextprotocol/clientInfo": {"name": "mcp_script", "version": "1.0.0"},
    "io.modelcontextprotocol/clientCapabilities": {},
}


def mcp(method, **params):
    """The result of a request to the MCP server."""
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {**params, "_meta": META}}
    headers = {
        "authorization": f"Bearer {os.environ['LLM_API_TOKEN']}",
        "content-type": "application/json",
        "accept": "application/json, text/event-stream",
        "mcp-protocol-version": REVISION,
        "mcp-method": method,
    }
    if "name" in params:
        headers["mcp-name"] = params["name"]
    request = Request(f"{GATEWAY}/mcp?agent_id=my-agent&game_id=mcp-script", json.dumps(body).encode(), headers)
    with urlopen(request, timeout=120) as answer:
        return json.load(answer)["result"]


def call(tool, **arguments):
    """What a tool answers: its structured content, and the same as text for a model."""
    result = mcp("tools/call", name=tool, arguments=arguments)
    return result["structuredContent"], result["content"][0]["text"]


print("tools:", *(tool["name"] for tool in mcp("tools/list")["tools"]))
for _ in range(4):
    brief, _text = call("brief")
    print(f"turn {brief['turn']}:", "; ".join(advised["why"] for advised in brief["advice"]))
    if brief["advice"]:
        _outcomes, text = call("do", actions=[advised["do"] for advised in brief["advice"]])
        print(text)
    call("end_turn")
