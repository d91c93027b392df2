import { expect, test } from 'vitest';
import { threatTable } from '../../integration/promises/support/threat-table.js';
import { readText } from './source-files.js';

test('every row about who is trusted names tests that are there', () => {
  const parties = threatTable('Who is trusted with what');
  expect(Object.keys(parties).length).toBeGreaterThan(8);
  for (const [party, { 'Tested by': held = '' }] of Object.entries(parties)) {
    const named = [...held.matchAll(/`([^`]+)`: ([^;]+)/g)];
    expect(named.length, party).toBeGreaterThan(0);
    for (const [, path = '', title = ''] of named)
      expect(readText(`test/${path}`), `${party}: ${path}`).toContain(title.trim());
  }
});
