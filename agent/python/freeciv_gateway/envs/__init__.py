"""Environments in the form of Gymnasium and PettingZoo, on real games.

They subclass the classes of the packages where these are installed (`pip install freeciv-gateway[gymnasium]` or
`[pettingzoo]`). Without them they work as well, with nested lists in place of arrays.
"""

from .game import END_TURN, Setup
from .multi import FreecivAECEnv, FreecivParallelEnv
from .solo import FreecivEnv

__all__ = ["END_TURN", "FreecivAECEnv", "FreecivEnv", "FreecivParallelEnv", "Setup", "env", "parallel_env"]

#: PettingZoo's usual names of the two forms.
env = FreecivAECEnv
parallel_env = FreecivParallelEnv
