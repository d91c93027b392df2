import { expect, test } from 'vitest';
import type { ActionPort } from '../../../proxy/actions/action-port.js';
import { unitAttack } from '../../../proxy/actions/unit/attack.js';
import { must, unitWith, worldWithUnits } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const recorded = worldAtTurn(60);
const archers = unitWith(must(recorded.units.get(170)), {}, { movesleft: 3 });
const legion = must(recorded.units.get(131));
const graz = must([...recorded.cities.values()].find(({ name }) => name === 'Graz'));
const world = worldWithUnits(recorded, archers);

/** The tile that the server is asked about for an attack, or why it is not asked. */
async function askedFor(target: object): Promise<unknown> {
  const asked: unknown[] = [];
  const port: ActionPort = {
    world,
    request: async (_name, fields) => {
      asked.push(Reflect.get(fields, 'targetTileId'));
      return { packets: [], messages: [] };
    },
  };
  const plan = await unitAttack.plan(port, { actor_id: archers.id, target });
  return asked.length > 0 || plan.ok ? asked : plan.failure;
}

test('the target of an attack is a place, a unit by its id, or a city by its id', async () => {
  expect(await askedFor(recorded.map.position(legion.tile))).toEqual([legion.tile]);
  expect(await askedFor({ id: legion.id })).toEqual([legion.tile]);
  expect(await askedFor({ id: graz.id })).toEqual([graz.tile]);
});

test('the place of the target of an attack counts before its id', async () => {
  const { x, y } = recorded.map.position(graz.tile);
  expect(await askedFor({ id: legion.id, x, y })).toEqual([graz.tile]);
});

test('an attack on the id of nothing is refused with the path of the id', async () => {
  const failure = {
    ...{ code: 'E130', path: 'data.target.id' },
    message: 'There is no unit or city of that id',
  };
  expect(await askedFor({ id: 99_999 })).toMatchObject(failure);
});
