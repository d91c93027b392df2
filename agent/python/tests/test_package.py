"""What can be shown without a gateway."""

import asyncio
import inspect
import typing
import unittest

from freeciv_gateway import AsyncSeat, Brief, Offers, OutcomeUnknown, Seat, State, Text, Verdict, aconnect, connect, errors, protocol
from freeciv_gateway.blocking import run
from freeciv_gateway.deltas import apply_delta
from freeciv_gateway.login import target


def parameters(function: typing.Any) -> typing.List[typing.Tuple[str, str, typing.Any]]:
    """Name, type and default of each parameter; a function as default is as good as any."""
    return [
        (one.name, one.annotation, one.default if not inspect.isfunction(one.default) else callable)
        for one in inspect.signature(function).parameters.values()
    ]


def public(kind: type) -> typing.Set[str]:
    return {name for name in dir(kind) if not name.startswith("_")}


class ErrorsTest(unittest.TestCase):
    def test_every_code_has_a_class_of_its_own_that_names_it(self) -> None:
        self.assertEqual(errors.BY_CODE.keys(), protocol.ERROR_CODES.keys())
        self.assertEqual(len(set(errors.BY_CODE.values())), len(errors.BY_CODE))
        for code, kind in errors.BY_CODE.items():
            self.assertTrue(str(kind.__doc__).startswith(f"{code}: "), kind)
            self.assertIs(type(errors.error_of({"code": code, "message": "no"})), kind)

    def test_an_unknown_outcome_is_told_from_a_refusal(self) -> None:
        lost = errors.error_of({"code": "E131", "message": "lost", "details": {"outcome": "unknown", "retry_after": 2}})
        self.assertIsInstance(lost, OutcomeUnknown)
        self.assertEqual((lost.code, lost.retry_after, lost.may_work_later), ("E131", 2.0, False))
        self.assertNotIsInstance(errors.error_of({"code": "E131", "message": "refused"}), OutcomeUnknown)

    def test_a_wrong_address_is_refused_at_once(self) -> None:
        with self.assertRaisesRegex(errors.GatewayLost, "Does the gateway run"):
            connect("ws://127.0.0.1:1", token="any")


class LoginTest(unittest.TestCase):
    def test_the_address_that_npm_start_prints_names_the_agent_too(self) -> None:
        where = target("http://host:8003/ws/agent/ann%40home", None, "token", "g", {"nation": "Roman", "model": None})
        self.assertEqual(where.url, "ws://host:8003")
        self.assertEqual(where.agent_id, "ann@home")
        self.assertEqual(where.login, {"api_token": "token", "game_id": "g", "nation": "Roman"})

    def test_a_token_is_needed(self) -> None:
        with self.assertRaisesRegex(ValueError, "LLM_API_TOKEN"):
            target("ws://host", None, "", "g", {})


class SeatTest(unittest.TestCase):
    def test_the_blocking_seat_has_all_of_the_other_with_the_same_parameters(self) -> None:
        self.assertEqual(public(AsyncSeat) - public(Seat), {"open"})
        for name in public(Seat) - {"asyncio"}:
            of_one, of_other = getattr(Seat, name), getattr(AsyncSeat, name, None)
            if callable(of_one):
                self.assertEqual(parameters(of_one), parameters(of_other), name)
            self.assertTrue(of_one.__doc__, name)
        self.assertEqual(parameters(connect), parameters(aconnect))

    def test_a_wait_on_the_thread_of_the_blocking_seats_is_refused(self) -> None:
        async def waits_for_itself() -> None:
            run(asyncio.sleep(0))

        with self.assertRaisesRegex(RuntimeError, "seat.asyncio"):
            run(waits_for_itself())

    def test_a_name_that_python_reserves_is_written_with_an_underscore(self) -> None:
        async def action() -> typing.Any:
            seat = AsyncSeat(*target("ws://host", "a", "t", "g", {}), options=(1.0, 1.0, None))  # type: ignore[arg-type]
            return seat._action("city_change_specialist", {"from_": "elvis", "to": "taxman"})

        self.assertEqual(
            asyncio.run(action()), {"action_type": "city_change_specialist", "from": "elvis", "to": "taxman"}
        )


class DeltaTest(unittest.TestCase):
    STATE = {
        "version": 1,
        "turn": 3,
        "units": [{"id": 4, "x": 1}, {"id": 9, "x": 2}],
        "cities": [],
        "visible_tiles": [{"x": 1, "y": 0}, {"x": 0, "y": 1}],
        "players": {"0": {"id": 0}, "1": {"id": 1}},
        "treaties": [],
        "messages": [{"text": "one"}],
    }

    def test_changed_new_and_gone_entities_are_folded_in_by_their_keys(self) -> None:
        delta = {
            "version": 2,
            "since_version": 1,
            "units": [{"id": 9, "x": 3}, {"id": 5, "x": 7}],
            "visible_tiles": [{"x": 0, "y": 0}],
            "messages": [{"text": "two"}],
            "removed": {"units": [4], "cities": [], "visible_tiles": [{"x": 0, "y": 1}], "players": [1]},
        }
        state = apply_delta(self.STATE, delta)
        self.assertEqual(state["units"], [{"id": 5, "x": 7}, {"id": 9, "x": 3}])
        self.assertEqual(state["visible_tiles"], [{"x": 0, "y": 0}, {"x": 1, "y": 0}])
        self.assertEqual(state["players"], {"0": {"id": 0}})
        self.assertEqual([one["text"] for one in state["messages"]], ["one", "two"])
        self.assertEqual((state["version"], state["turn"]), (2, 3))
        self.assertNotIn("removed", state)
        self.assertEqual(len(self.STATE["units"]), 2)

    def test_a_resync_replaces_all(self) -> None:
        state = apply_delta(self.STATE, {"version": 9, "since_version": 1, "full_resync": True, "units": []})
        self.assertEqual(state, {"version": 9, "units": []})


class ShownTest(unittest.TestCase):
    def test_a_state_is_a_dict_that_shows_a_summary(self) -> None:
        state = State({"version": 7, "turn": 2, "units": [{"id": 1}, {"id": 2}], "threats": ["<b>"]})
        self.assertEqual(dict(state)["units"], [{"id": 1}, {"id": 2}])
        self.assertIn("units    2 entries", repr(state))
        self.assertIn("&lt;b&gt;", state._repr_html_())

    def test_a_brief_is_text_for_a_model(self) -> None:
        nation = {"gold": 5, "gold_per_turn": -1, "rates": "40/0/60", "government": "despotism", "score": 3}
        brief = Brief({"version": 1, "turn": 4, "year_name": "3850 BCE", "nation": {**nation, "research": None}})
        brief["decisions"], brief["more"] = ["settle: here"], {"decisions": 2}
        self.assertIn("Turn 4, 3850 BCE; gold 5 (-1)", str(brief))
        self.assertTrue(str(brief).endswith("Decisions:\n- settle: here\n- and 2 more"))
        brief["advice"] = [{"do": {"action_type": "city_buy", "city_id": 7, "to": {"x": 1}}, "why": "no defender"}]
        self.assertTrue(str(brief).endswith('Advice:\n- city_buy city_id 7, to {"x": 1}: no defender'))
        self.assertIsNone(brief.why)

    def test_offers_are_found_by_type_and_by_actor(self) -> None:
        offers = Offers([{"type": "b", "unit_id": 1, "label": "B"}, {"type": "a", "label": "A"}])
        offers.turn = 6
        self.assertEqual([one["label"] for one in offers.of("a", "b")], ["A", "B"])
        self.assertEqual(list(offers.by_actor()), [1, None])
        self.assertEqual((offers.of("a").turn, len(offers.of("c"))), (6, 0))
        self.assertIn("0  b: B", repr(offers))

    def test_a_verdict_says_what_came_of_it_in_each_of_its_forms(self) -> None:
        done = Verdict({"outcome": "applied", "action_type": "x", "result": {"state_change": {"city_id": 3}}})
        self.assertEqual((done.outcome, done.ok, done.what, done.error), ("applied", True, {"city_id": 3}, None))
        self.assertTrue(Verdict({"outcome": "no_effect", "already": True}).ok)
        failed = Verdict({"index": 1, "success": False, "error": {"code": "E130", "message": "no"}})
        self.assertEqual((failed.outcome, failed.ok, type(failed.error)), ("E130", False, errors.InvalidAction))
        self.assertEqual(Verdict({"ok": True}).outcome, "applied")
        self.assertEqual(Verdict({"ok": False, "code": "E133", "why": "over"}).outcome, "E133")

    def test_text_shows_its_lines(self) -> None:
        self.assertEqual(repr(Text("a\nb")), "a\nb")


if __name__ == "__main__":
    unittest.main()
