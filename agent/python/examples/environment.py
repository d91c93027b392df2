"""An environment in Gymnasium's form: a random policy plays an episode. It needs no package, and is one of Gymnasium's where that is there."""
import sys

from freeciv_gateway.envs import FreecivEnv

where = {"url": sys.argv[1]} if len(sys.argv) > 1 else {}

with FreecivEnv(max_turns=2, max_choices=6, **where) as env:
    observation, info = env.reset(seed=1)
    print(info["brief"])
    done, total = False, 0.0
    while not done:
        action = env.action_space.sample(info["action_mask"])
        choice = info["choices"][action]
        observation, reward, terminated, truncated, info = env.step(action)
        total += reward
        done = terminated or truncated
        print("turn", info["turn"], choice, "->", info["verdict"])
    print("reward", total)
