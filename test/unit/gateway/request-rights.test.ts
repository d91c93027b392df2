import { expect, test } from 'vitest';
import {
  type CallerRights,
  isAllowed,
  isRequestName,
  needs,
  requestRights,
  routeRights,
} from '../../../features/access/request-rights.js';
import { threatTable } from '../../integration/promises/support/threat-table.js';

const nobody: CallerRights = {
  isAdmin: false,
  isKnown: false,
  covers: false,
  isPublic: false,
  watches: false,
  plays: false,
  isAgent: false,
  manages: false,
};
const known = { ...nobody, isKnown: true, covers: true };

/** The callers of the tables of the threat model, where the game is `arena` and the agent is `red`. */
const callers: Readonly<Record<string, CallerRights>> = {
  nobody,
  'wrong token': nobody,
  player: { ...known, plays: true, isAgent: true },
  'other player': { ...known, plays: true },
  watcher: { ...known, watches: true },
  manager: { ...known, manages: true },
  admin: { ...nobody, isAdmin: true, watches: true },
  'the token': { ...known, plays: true, isAgent: true, watches: true, manages: true },
};

/** The row of the table of rights that a row of the threat model is about. */
function requestOf(row: string) {
  const name = row
    .replace(/ (as|of|to) red$/, row.includes('conversations of') ? '?agent_id=' : '')
    .replace(/^\/ws\/agent\/red: llm_connect$/, '/ws/agent/{agent_id}')
    .replace(/=(player:)?.*$/, '=$1')
    .replace(/ and its files$|: an action$|\?turn=$/, '');
  return isRequestName(name) ? name : undefined;
}

test.each([
  ['Where tokens are told apart', false],
  ['One token for everything, on loopback', true],
])('the threat model follows from the table of rights: %s', (heading, isPublic) => {
  const rows = Object.entries(threatTable(heading)).filter(([row]) => requestOf(row) !== undefined);
  expect(rows.length).toBeGreaterThan(25);
  for (const [row, cells] of rows) {
    const request = requestOf(row);
    if (request === undefined) continue;
    for (const [caller, cell] of Object.entries(cells)) {
      const who = callers[caller];
      if (who === undefined) throw new Error(`there is no caller ${caller}`);
      const isOpen = isAllowed(requestRights[request], { ...who, isPublic });
      // 404 and 503 depend on the settings, E103 on what is sent.
      expect([row, caller, /^(yes|404|E103)$/.test(cell)]).toEqual([row, caller, isOpen]);
    }
  }
});

test('each need names the tokens that can meet it', () => {
  for (const [name, { tokens, allows }] of Object.entries(needs)) {
    const isOpen = allows({ ...nobody, isPublic: true });
    expect([name, tokens.some((token) => token === 'open')]).toEqual([name, isOpen]);
    const all = { ...known, plays: true, isAgent: true, watches: true, manages: true };
    expect([name, tokens.some((token) => token !== 'admin')]).toEqual([name, allows(all)]);
  }
});

test('a route whose parameters change what it needs tells all of that', () => {
  const { says, tokens } = routeRights('GET', '/api/games/:game_id/map.png') ?? {};
  expect(says).toBe('For spectators. Needs a token of that agent, or the admin token.');
  expect(tokens).toEqual(['open', 'agent', 'admin']);
  expect(routeRights('GET', '/api/nothing')).toBeUndefined();
});
