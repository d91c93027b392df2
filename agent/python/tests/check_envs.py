"""Checks the environments against the documented contract of Gymnasium and PettingZoo, on real games.

Our own check, because the packages are not installed everywhere. Where they are, their own checkers run as well. Arguments: the
gateway's address.
"""

import random
import sys
import warnings

from freeciv_gateway.envs import END_TURN, FreecivAECEnv, FreecivEnv, FreecivParallelEnv

SETUP = {"url": sys.argv[1], "max_turns": 1, "map_size": (32, 32), "max_choices": 20, "config": {"players": 2}}


def plain(value):
    """Arrays as lists, so that observations can be compared with or without numpy."""
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    return value.tolist() if hasattr(value, "tolist") else value


def check_choices(observation, info):
    """The mask is that of the observation, and allows what the info names."""
    mask = plain(info["action_mask"])
    assert mask == plain(observation["action_mask"])
    assert sum(mask) == len(info["choices"]) and mask[END_TURN] == 1, (sum(mask), len(info["choices"]))


def draw(space, info, chance):
    """An action that the mask allows, at times the end of the turn."""
    mask = plain(info["action_mask"])
    action = END_TURN if chance.random() < 0.5 else chance.choice([at for at, one in enumerate(mask) if one])
    assert space.contains(action)
    return action


def check_gymnasium():
    chance = random.Random(1)
    with FreecivEnv(render_mode="ansi", **SETUP) as env:
        assert env.metadata["render_modes"] == ["ansi"] and env.unwrapped is env
        first, _ = env.reset(seed=11)
        again, _ = env.reset(seed=11)
        assert plain(first) == plain(again), "the same seed begins another game"
        other, info = env.reset(seed=12)
        assert plain(first) != plain(other), "another seed begins the same game"
        assert isinstance(env.render(), str) and "Legend" in env.render()
        ended, rewards = False, 0.0
        observation, before = other, plain(other["nation"])[3]
        while not ended:
            observation, reward, terminated, truncated, info = env.step(draw(env.action_space, info, chance))
            assert env.observation_space.contains(observation)
            assert isinstance(reward, float) and isinstance(terminated, bool) and isinstance(truncated, bool)
            check_choices(observation, info)
            rewards += reward
            ended = terminated or truncated
        assert rewards == plain(observation["nation"])[3] - before
    env.close()


def check_parallel():
    chance = random.Random(2)
    env = FreecivParallelEnv(**SETUP)
    assert env.possible_agents == ["player_0", "player_1"] and env.max_num_agents == 2
    observations, infos = env.reset(seed=5)
    assert env.agents == env.possible_agents == list(observations) == list(infos)
    while env.agents:
        actions = {agent: draw(env.action_space(agent), infos[agent], chance) for agent in env.agents}
        asked = list(env.agents)
        observations, rewards, terminations, truncations, infos = env.step(actions)
        for table in (observations, rewards, terminations, truncations, infos):
            assert list(table) == asked, table
        for agent in asked:
            assert env.observation_space(agent).contains(observations[agent])
            check_choices(observations[agent], infos[agent])
            assert (agent in env.agents) == (not terminations[agent] and not truncations[agent])
    assert env.num_agents == 0 and all(truncations.values())
    env.close()


def check_aec():
    chance = random.Random(3)
    env = FreecivAECEnv(**SETUP)
    env.reset(seed=5)
    gained = dict.fromkeys(env.possible_agents, 0.0)
    order = []
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        gained[agent] += reward
        assert env.observation_space(agent).contains(observation)
        if terminated or truncated:
            env.step(None)
            continue
        check_choices(observation, info)
        order.append(agent)
        env.step(draw(env.action_space(agent), info, chance))
    assert set(order) == set(env.possible_agents) and order[:2] == ["player_0", "player_1"]
    assert env.agents == []
    env.close()


def official():
    """The packages' own checkers, by name, where they are installed."""
    checks = {}
    try:
        from gymnasium.utils.env_checker import check_env

        checks["gymnasium check_env"] = lambda: check_env(FreecivEnv(**SETUP), skip_render_check=True)
    except ImportError:
        pass
    try:
        from pettingzoo.test import api_test, parallel_api_test

        checks["pettingzoo api_test"] = lambda: api_test(FreecivAECEnv(**SETUP), num_cycles=20)
        checks["pettingzoo parallel_api_test"] = lambda: parallel_api_test(FreecivParallelEnv(**SETUP), num_cycles=20)
    except ImportError:
        pass
    return checks


warnings.simplefilter("default")
for name, check in {"Gymnasium": check_gymnasium, "parallel": check_parallel, "AEC": check_aec, **official()}.items():
    check()
    print("holds:", name, flush=True)
