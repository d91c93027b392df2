import { describe, expect, test } from 'vitest';
import type { ServerSideAgent } from '../../../proxy/freeciv/generated/packets.js';
import { unitToRelease } from '../../../proxy/orders/agent-release.js';
import { canTypeDo, isEnabledHere, knowsAction } from '../../../proxy/rules/units/action-enablers.js';
import { unitActionOf } from '../../../proxy/rules/units/later-actions.js';
import { canFortify } from '../../../proxy/rules/units/unit-activities.js';
import { must, unitWith, worldWithUnits } from '../../support/changed-world.js';
import { type Recording, worldAtTurn } from '../../support/recorded-world.js';

const recordings: readonly Recording[] = ['civ2civ3-4-ai-40-turns-3.1', 'civ2civ3-4-ai-40-turns-3.2'];

test('variants of an action are that action for agents, and moves are no unit actions to them', () => {
  expect(unitActionOf('ACTION_CONQUER_CITY3')).toBe('ACTION_CONQUER_CITY');
  expect(unitActionOf('ACTION_ATTACK')).toBe('ACTION_ATTACK');
  expect(unitActionOf('ACTION_UNIT_MOVE')).toBeUndefined();
});

describe.each(recordings)('the rules of %s', (recording) => {
  const world = worldAtTurn(30, recording);
  const typeNamed = (name: string) =>
    must([...world.ruleset.unitTypes.values()].find(({ ruleName }) => ruleName === name));
  const units = [...world.units.values()];

  test('work on the land, fortifying and boarding are unit actions', () => {
    for (const action of ['ACTION_ROAD', 'ACTION_FORTIFY', 'ACTION_TRANSPORT_BOARD'] as const)
      expect(knowsAction(world, action)).toBe(true);
  });

  test('units that may attack by a variant alone are units that may attack', () => {
    expect(canTypeDo(world, typeNamed('Cruise Missile'), 'ACTION_ATTACK')).toBe(true);
    expect(canTypeDo(world, typeNamed('Workers'), 'ACTION_ATTACK')).toBe(false);
  });

  test('a soldier in a city can be fortified unless it is, and digs no mine', () => {
    const [unit] = units;
    const [city] = world.cities.values();
    const soldier = unitWith(must(unit), {
      type: typeNamed('Warriors').id,
      tile: must(city).tile,
      activity: 'ACTIVITY_IDLE',
    });
    expect(canFortify(world, soldier)).toBe(true);
    expect(canFortify(world, unitWith(soldier, { activity: 'ACTIVITY_FORTIFIED' }))).toBe(false);
    expect(isEnabledHere(world, soldier, 'ACTION_MINE')).toBe(false);
  });

  test('a unit that an agent of the server controls is taken from it before an order, no other unit is', () => {
    const unit = must(units.find(({ detail }) => detail !== undefined));
    const released = (ssaController: ServerSideAgent, activity: string) =>
      unitToRelease(worldWithUnits(world, unitWith(unit, {}, { ssaController })), {
        name: 'unit_change_activity',
        fields: { unitId: unit.id, activity, target: -1 },
      });
    expect(released('SSA_AUTOEXPLORE', 'ACTIVITY_SENTRY')).toBe(unit.id);
    expect(released('SSA_NONE', 'ACTIVITY_SENTRY')).toBeUndefined();
    expect(released('SSA_AUTOSETTLER', 'ACTIVITY_EXPLORE')).toBeUndefined();
  });
});
