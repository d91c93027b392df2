import { expect, test } from 'vitest';
import type { ActionData } from '#shared/protocol/actions.js';
import { performAction } from '../../../proxy/actions/perform-action.js';
import { scenePort } from '../../recordings/scene-port.js';
import { must, unitWith, worldWithUnits } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const recorded = worldAtTurn(60);
/** At (9, 22), north of Nesa at (9, 23). */
const archers = unitWith(must(recorded.units.get(170)), { tile: must(recorded.map.tileAt({ x: 9, y: 22 })) });
const world = worldWithUnits(recorded, archers);

async function refusalOf(data: ActionData): Promise<unknown> {
  const result = await performAction(scenePort(world, []), data, 'a1');
  return result.ok ? 'done' : result.failure.message;
}

const isTile = 'The target must be {x, y} of a tile:';

test.each([
  // A direction or a city named in place of a tile.
  [
    { action_type: 'unit_move', actor_id: 170, target: { value: 'north' } },
    `${isTile} north of it is (9, 21)`,
  ],
  [
    { action_type: 'unit_move', actor_id: 170, target: { value: 'South-East' } },
    `${isTile} South-East of it is (10, 23)`,
  ],
  [{ action_type: 'unit_move', actor_id: 170, target: { value: 'Nesa' } }, `${isTile} Nesa is at (9, 23)`],
  [
    { action_type: 'unit_move', actor_id: 170, target: { value: 'Atlantis' } },
    'The target must be {x, y} of a tile, and "Atlantis" is no city you know',
  ],
  [
    { action_type: 'unit_move', actor_id: 99_999, target: { value: 'north' } },
    'The target must be {x, y} of a tile, and "north" is no city you know',
  ],
  // A name in place of the id of the actor.
  [{ action_type: 'city_buy', city: 'Nesa' }, 'Name the city by city_id: Nesa is 133'],
  [{ action_type: 'city_buy', city: 'Graz' }, 'Name the city by city_id: none of yours is called "Graz"'],
  [{ action_type: 'unit_sentry', unit: 'Trireme' }, 'Name the unit by unit_id: yours are 213, 214'],
  [{ action_type: 'unit_sentry', unit: 'Legion' }, 'Name the unit by unit_id: none of yours is "Legion"'],
  [{ action_type: 'unit_sentry', unit: 'Dragon' }, 'Name the unit by unit_id: none of yours is "Dragon"'],
  [
    { action_type: 'unit_sentry', unit: 'Warriors' },
    'Name the unit by unit_id: yours are 219, 227, 240, 253, 254, 255, 273, 281, 282, 292',
  ],
  // Nothing is known of what is meant.
  [{ action_type: 'unit_sentry' }, 'Missing required field data.actor_id: expected number'],
  [
    { action_type: 'unit_move', actor_id: 170, target: { x: 1 } },
    'Missing required field data.target.y: expected number',
  ],
])('%j is refused with what would be right', async (data, message) => {
  expect(await refusalOf(data)).toBe(message);
});
