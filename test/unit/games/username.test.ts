import { expect, test } from 'vitest';
import { usernameFor } from '../../../proxy/games/seats/usernames.js';

test('no agent gets a name that the server keeps for guests, spectators or nobody', () => {
  for (const agentId of ['guest', 'Guest7', 'guest_star', 'spectators', 'Unassigned', '7up'])
    expect(usernameFor(agentId, new Set())).toBe(`agent_${agentId}`);
  expect(usernameFor('august', new Set())).toBe('august');
  expect(usernameFor('guest', new Set(['agent_guest']))).toBe('agent_guest_2');
});
