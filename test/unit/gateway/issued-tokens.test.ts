import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { JsonWebTokens } from '../../../features/issued-tokens/issued-tokens.js';
import { TokenIssuer } from '../../integration/gateway/support/token-issuer.js';
import { ManualClock } from '../../support/manual-clock.js';
import { makeDataFolder } from '../../support/services/data-folder.js';

test('a subject that shows very many tokens pushes out its own oldest ones, not those of others', async () => {
  await using data = await makeDataFolder();
  await using issuer = await TokenIssuer.start();
  const path = join(data.path, 'keys.json');
  await writeFile(path, JSON.stringify(await issuer.keys()));
  const settings = {
    ...{ issuer: issuer.issuer, audience: ['freeciv'], keys: { path }, algorithms: ['ES256'], clockSkewS: 0 },
    ...{ agentsClaim: 'agents', gamesClaim: 'games' },
  };
  const issued = new JsonWebTokens(settings, new ManualClock(), pino({ level: 'silent' }));
  const [bob, oldest] = [await issuer.sign({ sub: 'bob' }), await issuer.sign({ jti: 'first' })];
  for (const token of [bob, oldest]) expect(await issued.admit(token)).toBe(true);
  for (let count = 0; count < 500; count += 1)
    expect(await issued.admit(await issuer.sign({ jti: String(count) }))).toBe(true);
  expect(issued.rules.map(({ agents }) => agents).filter((agent) => agent === 'ann')).toHaveLength(500);
  expect(issued.admit(bob)).toBeUndefined();
  expect(await issued.admit(oldest)).toBe(true);
});
