import { expect, test } from 'vitest';
import { rulesTables } from '../../../proxy/broadcast/rules-tables.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const { extras, unit_types } = rulesTables(worldAtTurn(5).ruleset);
const unitKinds = Object.fromEntries(unit_types.map(({ name, kind }) => [name, kind]));
const extraKinds = Object.fromEntries(extras.map(({ name, kind }) => [name, kind]));

test('units get the symbol of what they can do', () => {
  expect(unitKinds).toMatchObject({
    Settlers: 'settler',
    Workers: 'worker',
    Explorer: 'explorer',
    Caravan: 'caravan',
    Diplomat: 'agent',
    Warriors: 'soldier',
    Phalanx: 'defender',
    Horsemen: 'rider',
    Catapult: 'siege',
    Howitzer: 'siege',
    Armor: 'tank',
    Trireme: 'ship',
    Battleship: 'warship',
    Submarine: 'submarine',
    Bomber: 'plane',
    Helicopter: 'helicopter',
    Nuclear: 'missile',
  });
});

test('what lies on a tile is told apart by its cause: rivers, roads and railroads are numbered as roads', () => {
  expect(extraKinds).toMatchObject({
    River: 'river',
    Road: 'road',
    Railroad: 'rail',
    Irrigation: 'irrigation',
    Farmland: 'irrigation',
    Mine: 'mine',
    Fortress: 'base',
    Pollution: 'pollution',
    Wheat: 'resource',
    'Minor Tribe Village': 'hut',
  });
});
