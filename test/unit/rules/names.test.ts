import fc from 'fast-check';
import { expect, test } from 'vitest';
import { displayName, resolveName } from '../../../proxy/rules/lookup/names.js';

const things = [
  { name: 'Settlers', ruleName: 'Settlers' },
  { name: 'Workers', ruleName: 'Workers' },
  { name: 'Bronze Working', ruleName: 'Bronze Working' },
  { name: '?tech:Alphabet', ruleName: 'Alphabet' },
  { name: 'Horsemen', ruleName: 'Horsemen' },
  { name: "King Richard's Crusade", ruleName: "King Richard's Crusade" },
  { name: 'Great Library', ruleName: 'Great Library' },
  { name: 'Library', ruleName: 'Library' },
  { name: 'AEGIS Cruiser', ruleName: 'AEGIS Cruiser' },
  { name: 'City Walls', ruleName: 'Stadtmauer' },
];

const meaning = (text: string) => {
  const found = resolveName(things, text);
  return found.ok ? found.value.ruleName : found.failure.didYouMean;
};

test.each([
  ['Settlers', 'Settlers'],
  ['settler', 'Settlers'],
  ['bronze_working', 'Bronze Working'],
  ['BRONZE-WORKING', 'Bronze Working'],
  ['BronzeWorking', 'Bronze Working'],
  ['alphabet', 'Alphabet'],
  ['horseman', 'Horsemen'],
  ['king richards crusade', "King Richard's Crusade"],
  ['the great library', 'Great Library'],
  ['libraries', 'Library'],
  ['aegis cruisers', 'AEGIS Cruiser'],
  ['stadtmauer', 'Stadtmauer'],
])('the name %s means %s', (text, ruleName) => expect(meaning(text)).toBe(ruleName));

test('a name is found whatever its case and separators are', () => {
  fc.assert(
    fc.property(fc.constantFrom(...things), fc.constantFrom(' ', '_', '-', ''), (thing, separator) => {
      const text = displayName(thing.name).toUpperCase().replaceAll(' ', separator);
      expect(meaning(text)).toBe(thing.ruleName);
    }),
  );
});

test('a name that fits nothing suggests the nearest names', () => {
  expect(meaning('Setlers')).toEqual(['Settlers']);
  expect(meaning('bronce workin')).toEqual(['Bronze Working']);
  expect(meaning('walls')).toEqual(['City Walls']);
});

test('a name that fits nothing suggests nothing when no name is near', () => {
  expect(meaning('Quantum Teleporter')).toEqual([]);
  expect(meaning('')).toEqual([]);
});

test('a name that fits several things suggests those', () => {
  const twins = [{ name: 'Archer' }, { name: 'Archers' }];
  const found = resolveName(twins, 'ARCHERES');
  expect(found.ok).toBe(false);
  const exact = resolveName(twins, 'archers');
  expect(exact.ok && exact.value.name).toBe('Archers');
});

test('a search for a name never throws, whatever the text is', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      resolveName(things, text);
    }),
  );
});

test('a context prefix is not shown', () => {
  expect(displayName('?nation:Roman')).toBe('Roman');
  expect(displayName('What?')).toBe('What?');
});
