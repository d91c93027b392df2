import { expect, test } from 'vitest';
import { rulesTables } from '../../../features/watching/rules-tables.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const { extras, unit_types } = rulesTables(worldAtTurn(5).ruleset);
const unitKinds = Object.fromEntries(unit_types.map(({ name, kind }) => [name, kind]));
const extraKinds = Object.fromEntries(extras.map(({ name, kind }) => [name, kind]));

test('the kind of a unit type follows from what it can do', () => {
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

test('extras are distinguished by cause; rivers and railroads are among the roads', () => {
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
