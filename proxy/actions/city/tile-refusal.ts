import { nationOf } from '../../orders/descriptions.js';
import { workObstacle } from '../../rules/cities/citizens.js';
import { knownTile } from '../../rules/lookup/tiles.js';
import type { City } from '../../world/city.js';
import { nameText } from '../../world/name-text.js';
import type { World } from '../../world/world.js';

/** The first reason why a city cannot work a tile now, as a sentence without a full stop. */
export function tileRefusal(world: World, city: City, tile: number): string {
  const { x, y } = world.map.position(tile);
  const place = `(${x}, ${y})`;
  const name = nameText(city.name);
  const { worked = 0, owner = -1 } = knownTile(world, tile) ?? {};
  switch (workObstacle(world, city, tile)) {
    case 'beyond':
      return `${place} is outside the city radius of ${name}`;
    case 'unseen':
      return `${place} is not in sight of ${name}`;
    case 'worked': {
      if (worked === city.id) return `${name} works ${place} already`;
      const other = world.cities.get(worked);
      return other === undefined ? `A foreign city works ${place}` : `${nameText(other.name)} works ${place}`;
    }
    case 'foreign':
      return `${place} belongs to the ${nationOf(world, owner, 'foreign')} player ${owner}`;
    case 'enemy':
      return `An enemy unit stands on ${place}`;
    case 'city':
      return `A city stands on ${place}`;
    case 'useless':
      return `The rules do not let ${name} work the terrain of ${place}`;
    case undefined:
      return `${name} can work ${place}, but no citizen is free for it`;
  }
}
