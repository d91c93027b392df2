"""A plain loop with any OpenAI-compatible server: OPENAI_BASE_URL, OPENAI_API_KEY, OPENAI_MODEL. No library is needed.

The model gets the brief and the best offers, and answers by one tool call with numbers of offers, as often as it wants.
"""
import json
import os
import sys
from urllib.request import Request, urlopen

from freeciv_gateway import AgentError, connect

BASE = os.environ.get("OPENAI_BASE_URL", "http://127.0.0.1:11434/v1")
MODEL = os.environ.get("OPENAI_MODEL", "qwen3")
MAX_ROUNDS = 4
PROMPT = "You play FreeCiv and want the highest score. Found cities, explore, build, research. End the turn when all is done."
TOOL = {
    "type": "function",
    "function": {
        "name": "play",
        "description": "Does the offers of these numbers, in order; with end_turn the turn ends after them.",
        "parameters": {
            "type": "object",
            "properties": {"numbers": {"type": "array", "items": {"type": "integer"}}, "end_turn": {"type": "boolean"}},
            "required": ["numbers", "end_turn"],
        },
    },
}


def ask(messages):
    """The model's message, whatever the server is: it only has to know chat completions with tools."""
    body = {"model": MODEL, "messages": messages, "tools": [TOOL], "tool_choice": "required"}
    headers = {"content-type": "application/json", "authorization": f"Bearer {os.environ.get('OPENAI_API_KEY', '-')}"}
    request = Request(f"{BASE}/chat/completions", json.dumps(body).encode(), headers)
    with urlopen(request, timeout=600) as answer:
        return json.load(answer)["choices"][0]["message"]


def carry_out(seat, offers, numbers):
    """A line for each number, as the model reads what came of it."""
    lines = []
    for number in numbers:
        try:
            lines.append(f"{number}: {seat.act(offers[number])}")
        except (AgentError, IndexError) as refusal:
            lines.append(f"{number}: {refusal}")
    return "\n".join(lines)


with connect(*sys.argv[1:2], agent_id="model", game="openai", model=MODEL) as seat:
    for brief in seat.turns(limit=int(os.environ.get("TURNS", "3"))):
        messages = [{"role": "system", "content": PROMPT}]
        for _ in range(MAX_ROUNDS):
            offers = seat.offers(limit=25)
            messages.append({"role": "user", "content": f"{seat.brief()}\n\n{offers!r}"})
            message = ask(messages)
            messages.append(message)
            call = message["tool_calls"][0]
            wish = json.loads(call["function"]["arguments"])
            result = carry_out(seat, offers, wish["numbers"])
            messages.append({"role": "tool", "tool_call_id": call["id"], "content": result})
            print("turn", brief.turn, wish, result.replace("\n", "; "))
            if wish["end_turn"]:
                break
