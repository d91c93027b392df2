import { expect, test } from 'vitest';
import { unitActionName } from '../../proxy/actions/unit/unit-actions.js';
import type { GenAction } from '../../proxy/freeciv/generated/packets.js';

/** Which integration test of an `actions` folder does which unit action of the protocol, and has it come off. */
export const shownIn = {
  'unit-acts': [
    'ACTION_FOUND_CITY',
    'ACTION_JOIN_CITY',
    'ACTION_HOME_CITY',
    'ACTION_UPGRADE_UNIT',
    'ACTION_RECYCLE_UNIT',
    'ACTION_DISBAND_UNIT',
    'ACTION_HELP_WONDER',
    'ACTION_TRADE_ROUTE',
    'ACTION_MARKETPLACE',
    'ACTION_AIRLIFT',
    'ACTION_PARADROP',
    'ACTION_HEAL_UNIT',
  ],
  war: [
    'ACTION_ATTACK',
    'ACTION_CAPTURE_UNITS',
    'ACTION_BOMBARD',
    'ACTION_CONQUER_CITY',
    'ACTION_DESTROY_CITY',
    'ACTION_NUKE',
  ],
  diplomacy: ['ACTION_EXPEL_UNIT'],
  spies: [
    'ACTION_ESTABLISH_EMBASSY',
    'ACTION_ESTABLISH_EMBASSY_STAY',
    'ACTION_SPY_INVESTIGATE_CITY',
    'ACTION_INV_CITY_SPEND',
    'ACTION_SPY_POISON_ESC',
    'ACTION_SPY_STEAL_GOLD_ESC',
    'ACTION_STEAL_MAPS_ESC',
    'ACTION_SPY_STEAL_TECH',
    'ACTION_SPY_STEAL_TECH_ESC',
    'ACTION_SPY_TARGETED_STEAL_TECH_ESC',
    'ACTION_SPY_SABOTAGE_CITY',
    'ACTION_SPY_SABOTAGE_CITY_ESC',
    'ACTION_SPY_TARGETED_SABOTAGE_CITY_ESC',
    'ACTION_SPY_BRIBE_UNIT',
    'ACTION_SPY_SABOTAGE_UNIT_ESC',
    'ACTION_SPY_INCITE_CITY',
    'ACTION_SPY_INCITE_CITY_ESC',
    'ACTION_SPY_NUKE_ESC',
  ],
  // In a copy of a ruleset, made for the test: none that comes with the server allows them.
  'rare-missions': [
    'ACTION_SPY_POISON',
    'ACTION_SPY_STEAL_GOLD',
    'ACTION_STEAL_MAPS',
    'ACTION_SPY_TARGETED_STEAL_TECH',
    'ACTION_SPY_TARGETED_SABOTAGE_CITY',
    'ACTION_SPY_SABOTAGE_UNIT',
    'ACTION_SPY_NUKE',
  ],
  // On a server of 3.2: the others do not have all of them.
  'later-versions': [
    'ACTION_SPY_SABOTAGE_CITY_PRODUCTION_ESC',
    'ACTION_SPY_ATTACK',
    'ACTION_COLLECT_RANSOM',
    'ACTION_WIPE_UNITS',
  ],
} as const satisfies Readonly<Record<string, readonly GenAction[]>>;

/** What came off on the server; each test file has this module to itself. */
const done = new Set<string>();

/** Notes the verdict of an action that was applied. */
export function noteDone(type: string, changed: Readonly<Record<string, unknown>>): void {
  if (changed.succeeded === true) done.add(type);
  if (changed.city_built === true) done.add('unit_build_city');
  // An attack is whatever was possible there.
  if (type === 'unit_attack') done.add(`unit_${changed.action}`);
}

/** The last test of a file: everything that it is to show has been done. */
export function testShown(file: keyof typeof shownIn): void {
  test(`the server has done ${shownIn[file].length} unit actions here`, () => {
    const names = shownIn[file].map((action) => ({ action, name: nameOf(action) }));
    expect(names.filter(({ name }) => !done.has(name)).map(({ action }) => action)).toEqual([]);
  });
}

function nameOf(action: GenAction): string {
  return action === 'ACTION_FOUND_CITY' ? 'unit_build_city' : unitActionName(action);
}
