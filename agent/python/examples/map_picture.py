"""The map: as letters for a model, and as pictures for people. In a notebook each shows itself."""
import sys
import tempfile
from pathlib import Path

from freeciv_gateway import connect

folder = Path(sys.argv[2] if len(sys.argv) > 2 else tempfile.mkdtemp())

with connect(*sys.argv[1:2], agent_id="painter", game="pictures") as seat:
    print(seat.map(radius=5))
    for kind in ("png", "svg"):
        picture = seat.picture(kind, scale=16)
        print(picture.save(str(folder / f"map.{kind}")), len(picture.data), "bytes")
