import { expect, test } from 'vitest';
import { requiresWords } from '../../../features/rules-lookup/requirement-words.js';
import { actionNumber, requiredName } from '../../../proxy/rules/requirements/requirement-names.js';
import type { Requirement } from '../../../proxy/rules/requirements/requirements.js';
import { must } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const world = worldAtTurn(2);
const { ruleset } = world;
const rest = { range: 'REQ_RANGE_LOCAL', survives: false, present: true, quiet: false } as const;

function idOf(things: Iterable<{ readonly id: number; readonly ruleName: string }>, name: string): number {
  return must([...things].find(({ ruleName }) => ruleName === name)).id;
}

/** The number that stands for a name in requirements of a type. */
function numberOf(type: Requirement['type'], name: string): number {
  const numbers = Array.from({ length: 100 }, (_, value) => value);
  return must(numbers.find((value) => requiredName({ ...rest, type, value }) === name));
}

const flag = (type: Requirement['type'], name: string) => [type, numberOf(type, name)] as const;

test.each<readonly [readonly [Requirement['type'], number], string]>([
  [['VUT_ADVANCE', idOf(ruleset.techs.values(), 'Bronze Working')], 'Bronze Working'],
  [['VUT_GOVERNMENT', idOf(ruleset.governments.values(), 'Monarchy')], 'Monarchy'],
  [['VUT_IMPROVEMENT', idOf(ruleset.improvements.values(), 'Temple')], 'Temple'],
  [['VUT_TERRAIN', idOf(ruleset.terrains.values(), 'Hills')], 'Hills'],
  [['VUT_EXTRA', idOf(ruleset.extras.values(), 'River')], 'River'],
  [['VUT_UTYPE', idOf(ruleset.unitTypes.values(), 'Warriors')], 'Warriors'],
  [['VUT_UCLASS', idOf(ruleset.unitClasses.values(), 'Sea')], 'Sea'],
  [['VUT_STYLE', 0], 'European'],
  [['VUT_MINSIZE', 8], 'city size 8'],
  [['VUT_MINYEAR', 1900], 'year 1900 or later'],
  [['VUT_MINTECHS', 20], '20 techs known'],
  [['VUT_MINCULTURE', 300], 'culture 300'],
  [flag('VUT_UTFLAG', 'UTYF_SETTLERS'), 'Settlers or Workers or Engineers'],
  [flag('VUT_TERRAINCLASS', 'TC_OCEAN'), 'water'],
  [flag('VUT_TERRAINCLASS', 'TC_LAND'), 'land'],
  [flag('VUT_CITYTILE', 'CITYT_CENTER'), 'a city centre'],
  [flag('VUT_CITYTILE', 'CITYT_CLAIMED'), 'claimed land'],
  [flag('VUT_TERRFLAG', 'TER_NO_CITIES'), 'Inaccessible or Lake or Ocean or Deep Ocean or Glacier'],
  [flag('VUT_DIPLREL', 'DS_WAR'), 'ds war'],
  [['VUT_NATION', 7], 'nation 7'],
  [['VUT_ADVANCE', 9999], 'advance 9999'],
  [['VUT_UTFLAG', 9999], 'nothing'],
])('a requirement %j is told in words', ([type, value], words) => {
  expect(requiresWords(world, [{ ...rest, type, value }])).toBe(`Requires ${words}.`);
});

test('six of many things with a flag are named', () => {
  const pillagers = requiresWords(world, [
    { ...rest, type: 'VUT_UCFLAG', value: numberOf('VUT_UCFLAG', 'UCF_CAN_PILLAGE') },
  ]);
  expect(pillagers).toMatch(/^Requires (?:[A-Z][A-Za-z. ]+ or ){6}\d+ others\.$/u);
});

test.each([
  ['REQ_RANGE_LOCAL', ''],
  ['REQ_RANGE_CADJACENT', ' beside it'],
  ['REQ_RANGE_ADJACENT', ' beside it or at a corner'],
  ['REQ_RANGE_CITY', ' in the city'],
  ['REQ_RANGE_TRADEROUTE', ' in the city or its trade partners'],
  ['REQ_RANGE_CONTINENT', ' on the continent'],
  ['REQ_RANGE_PLAYER', ''],
  ['REQ_RANGE_TEAM', ' in the team'],
  ['REQ_RANGE_ALLIANCE', ' among the allies'],
  ['REQ_RANGE_WORLD', ' anywhere in the world'],
] as const)('a requirement in %s says where', (range, words) => {
  const temple = {
    ...rest,
    range,
    type: 'VUT_IMPROVEMENT' as const,
    value: idOf(ruleset.improvements.values(), 'Temple'),
  };
  expect(requiresWords(world, [temple])).toBe(`Requires Temple${words}.`);
  expect(requiresWords(world, [{ ...temple, present: false }], 'Needs')).toBe(`Needs not Temple${words}.`);
});

test('requirements are joined in one sentence; none need none', () => {
  const tech = (name: string): Requirement => ({
    ...{ ...rest, type: 'VUT_ADVANCE' },
    value: idOf(ruleset.techs.values(), name),
  });
  expect(requiresWords(world, [])).toBeUndefined();
  expect(requiresWords(world, [tech('Alphabet'), tech('Masonry')])).toBe('Requires Alphabet and Masonry.');
});

test('actions have the numbers of the protocol', () => {
  expect(actionNumber('ACTION_ESTABLISH_EMBASSY')).toBe(0);
  expect(actionNumber('ACTION_OF_NOBODY')).toBe(-1);
});
