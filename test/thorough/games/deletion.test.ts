import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AgentConnection } from '../../../agent/agent-connection.js';
import { type Stack, startStack } from '../../support/stack.js';
import { TwoAgents } from '../../support/two-agents.js';

const TIMES = 4;

/** Asks without a pause until told to stop; answers the codes that came after the first refusal. */
async function askOn(agent: AgentConnection, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const codes = new Set<string>();
  for (let asked = 0; !signal.aborted; asked += 1) {
    const answer = asked % 3 === 0 ? agent.act('end_turn') : agent.state({ format: 'llm_optimized' });
    await answer.catch((error: unknown) => codes.add(codeOf(error)));
  }
  return codes;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

async function rest(stack: Stack, method: string, path = ''): Promise<unknown> {
  const headers = { authorization: `Bearer ${stack.token}` };
  const response = await fetch(`${stack.httpUrl}/api/games${path}`, { method, headers });
  return response.json();
}

test('a deleted game stays deleted, whatever its agents go on to ask, until somebody logs in to it anew', async () => {
  await using stack = await startStack({ MAX_GAMES: '1' });
  for (let time = 1; time <= TIMES; time += 1) {
    // Each takes the only place there is.
    const game = await TwoAgents.begin(stack, `cup-${time % 2}`, {}, [`ann-${time}`, `ben-${time}`]);
    const stop = new AbortController();
    const asking = game.agents.map((agent) => askOn(agent, stop.signal));
    const joining = stack.agent(`late-${time}`).then((agent) =>
      agent.connect({ api_token: stack.token, game_id: game.gameId, create: false }).then(
        () => 'joined',
        (error: unknown) => codeOf(error),
      ),
    );
    expect(await rest(stack, 'DELETE', `/${game.gameId}`)).toEqual({ deleted: game.gameId });
    expect(['joined', 'E140']).toContain(await joining);
    const refused = await Promise.all(
      game.agents.map((agent) => agent.state().then(() => 'answered', codeOf)),
    );
    expect(refused).toEqual(['E140', 'E140']);
    stop.abort();
    for (const codes of await Promise.all(asking)) expect([...codes]).toContain('E140');
    expect(await rest(stack, 'GET')).toEqual({ games: [] });
    expect(stack.games.live).toEqual([]);
    expect(existsSync(join(stack.dataDir, 'games', game.gameId, 'game.json'))).toBe(false);
    for (const agent of game.agents) await agent.close();
  }
});

test('a proxy that ends while a game is being deleted gives its games back and closes', async () => {
  const stack = await startStack();
  await TwoAgents.begin(stack, 'slow');
  const pid = stack.games.get('slow')?.serverPid ?? 0;
  // It cannot end by itself: the deletion takes as long as a server that does not end is waited for.
  process.kill(pid, 'SIGSTOP');
  const removed = stack.games.remove('slow');
  await expect.poll(() => stack.games.get('slow')?.state.kind).toBe('deleted');
  await stack[Symbol.asyncDispose]();
  await removed;
  expect(stack.games.loaded).toEqual([]);
});
