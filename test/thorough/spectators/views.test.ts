import { expect, test } from 'vitest';
import { applyUpdate, snapshotFrom, viewOf } from '#shared/protocol/spectator/view.js';
import { bearing, recordingAt, scoredTurns } from '../../integration/spectators/support/fetched.js';
import { seatFaults } from '../../integration/spectators/support/seat-faults.js';
import { SpectatorClient } from '../../integration/spectators/support/spectator-client.js';
import { letAiPlay } from '../../support/ai-seats.js';
import { type Stack, startStack } from '../../support/stack.js';

const admin = 'an-admin-token-for-tests';
const tokens = 'a-token-for-tests,token-of-alice=alice,token-of-bob=bob';

/** A real game of the agents alice and bob, played by the server's AI, and two AIs; `play` ends so many turns. */
async function gameOfTwo(environment: Record<string, string> = {}) {
  const open = { LLM_API_TOKENS: tokens, ADMIN_TOKEN: admin, SPECTATORS: 'open' };
  const stack = await startStack({ ...open, ...environment });
  const config = { players: 4, min_agents: 2, map: { xsize: 40, ysize: 30 }, seeds: { game: 5, map: 5 } };
  const agents = [await stack.agent('alice'), await stack.agent('bob')];
  for (const agent of agents)
    await agent.connect({ api_token: stack.token, model: 'test', game_id: 'g', game_config: config });
  await Promise.all(agents.map((agent) => agent.push('game_ready')));
  await expect.poll(() => recordedTurns(stack)).toContain(1);
  let turn = 1;
  const play = async (turns: number) => {
    for (const last = turn + turns; turn < last; ) {
      turn += 1;
      await letAiPlay(stack.games.get('g'));
      const begun = agents.map((agent) => agent.push('turn_start', (data) => data.turn === turn));
      await Promise.all(agents.map((agent) => agent.act('end_turn').catch(() => undefined)));
      await Promise.all(begun);
    }
    await expect.poll(() => recordedTurns(stack)).toContain(turn);
  };
  return { stack, play, [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose]() };
}

async function recordedTurns({ broadcasts }: Stack): Promise<readonly number[]> {
  const whole = await broadcasts.find('g', undefined);
  if (!whole.ok) return [];
  await whole.value.recording.refresh();
  return whole.value.recording.index.turns;
}

function playerOf({ games }: Stack, agentId: string): number {
  return games.get('g')?.seat(agentId)?.world.seat.player ?? -1;
}

async function snapshotNow({ broadcasts }: Stack, player?: number) {
  const view = player === undefined ? {} : { view: { player } };
  const source = await broadcasts.findSource('g', { ...view, delay: { turns: 0, seconds: 0 } });
  const snapshot = source.ok ? await source.value.subscribe(() => {}) : source;
  if (!snapshot.ok) throw new Error(snapshot.failure.message);
  return snapshot.value;
}

test('spectators of one seat see what it sees, field by field, and nothing that the fog hides from it', async () => {
  await using game = await gameOfTwo();
  const { stack } = game;
  const me = playerOf(stack, 'alice');
  await using viewer = await SpectatorClient.open(stack.gatewayUrl, 'g', `?view=player:${me}`);
  let followed = viewOf(await viewer.snapshot());
  const hidden = { units: 0, cities: 0, tiles: 0, fogged: 0 };
  for (const turns of [20, 15, 15]) {
    await game.play(turns);
    const running = stack.games.get('g');
    const truth = running && (await stack.broadcasts.currentWorld(running));
    if (truth === undefined) throw new Error('nobody watches');
    // The server tells one connection after the other: what is so stays so.
    await expect
      .poll(async () =>
        seatFaults({ shown: await snapshotNow(stack, me), whole: await snapshotNow(stack), truth, me }),
      )
      .toEqual([]);
    const [shown, whole] = [await snapshotNow(stack, me), await snapshotNow(stack)];
    expect(seatFaults({ shown: whole, whole, truth, me }).length).toBeGreaterThan(20);
    hidden.units += whole.units.length - shown.units.length;
    hidden.cities += whole.cities.length - shown.cities.length;
    hidden.tiles += whole.tiles.length - shown.tiles.length;
    hidden.fogged += shown.tiles.filter(([, , , seen]) => seen === 0).length;
    // A viewer that is slow on a busy machine is sent a snapshot in place of updates.
    while (followed.version < shown.version) followed = await viewer.follow(followed);
    expect(new Map(snapshotFrom(followed).units.map((row) => [row[0], row]))).toEqual(
      new Map(shown.units.map((row) => [row[0], row])),
    );
    expect([...followed.tiles.values()].toSorted(byId)).toEqual([...shown.tiles].toSorted(byId));
  }
  for (const [what, count] of Object.entries(hidden)) expect(count, what).toBeGreaterThan(0);
  await using past = await SpectatorClient.open(stack.gatewayUrl, 'g', '?view=alice&turn=20');
  const then = await past.snapshot();
  expect(then.turn).toBe(20);
  expect(then.tiles.length).toBeLessThanOrEqual(followed.tiles.size);
});

function byId(a: readonly number[], b: readonly number[]): number {
  return (a[0] ?? 0) - (b[0] ?? 0);
}

test('a token of an agent opens its own seat and no other, nor the whole game; the admin token opens all', async () => {
  await using game = await gameOfTwo({ SPECTATORS: 'token' });
  const { gatewayUrl } = game.stack;
  const refused = async (query: string, api_token: string) => {
    await using viewer = await SpectatorClient.open(gatewayUrl, 'g', query);
    viewer.send({ type: 'spectator_connect', data: { api_token } });
    const code = await viewer.closed;
    expect(viewer.received.map(({ type }) => type)).toEqual(['error', 'error']);
    return code;
  };
  const other = `?view=player:${playerOf(game.stack, 'alice')}`;
  for (const query of ['', '?turn=1', '?view=bob', other, '?view=bob&turn=1'])
    expect([query, await refused(query, 'token-of-alice')]).toEqual([query, 4501]);
  for (const [query, api_token] of [
    ['?view=alice', 'token-of-alice'],
    ['?view=alice&turn=1', 'token-of-alice'],
    ['?view=bob', admin],
    ['', admin],
  ] as const) {
    await using viewer = await SpectatorClient.open(gatewayUrl, 'g', query);
    viewer.send({ type: 'spectator_connect', data: { api_token } });
    expect((await viewer.snapshot()).turn).toBe(1);
  }
  const file = `${game.stack.httpUrl}/api/games/g/recording.fcr`;
  for (const [query, token, status] of [
    ['', undefined, 401],
    ['', 'a wrong one', 401],
    ['', 'token-of-alice', 403],
    ['?view=bob', 'token-of-alice', 403],
    [other, 'token-of-alice', 403],
    ['?view=alice', 'token-of-alice', 200],
  ] as const)
    expect([query, (await fetch(`${file}${query}`, bearing(token))).status]).toEqual([query, status]);
  const own = await recordingAt(`${file}?view=alice`, 'token-of-alice');
  expect(own).toMatchObject({ turns: [1], faults: [], view: { agent: 'alice' } });
});

test('under a delay nothing is shown sooner, live or of the past, but to the admin and the agent itself', async () => {
  await using game = await gameOfTwo({ SPECTATOR_DELAY_TURNS: '3', SPECTATORS: 'open' });
  const { gatewayUrl } = game.stack;
  await using late = await SpectatorClient.open(gatewayUrl, 'g', '?delay=1');
  await using own = await SpectatorClient.open(gatewayUrl, 'g', '?view=alice');
  own.send({ type: 'spectator_connect', data: { api_token: 'token-of-alice' } });
  expect((await own.snapshot()).turn).toBe(1);
  const { data: waiting } = await late.next('status');
  expect(waiting).toEqual({
    status: 'waiting',
    message: 'Nothing can be shown yet: this view is 3 turns behind the game',
  });
  await game.play(9);
  const view = viewOf(await late.snapshot());
  while (view.header.turn < 7) {
    const next = await late.frame();
    if ('since' in next) applyUpdate(view, next);
    else Object.assign(view, viewOf(next));
  }
  late.send({ type: 'spectator_recording' });
  const { data } = await late.next('recording');
  expect(data.turns).toEqual([1, 2, 3, 4, 5, 6, 7]);
  late.send({ type: 'spectator_seek', data: { turn: 8 } });
  expect(await late.next('error')).toMatchObject({ data: { code: 'E105' } });
  late.send({ type: 'spectator_turn', data: { turn: 7 } });
  expect((await late.turn()).frames).toEqual([]);
  late.send({ type: 'spectator_turn', data: { turn: 6 } });
  expect((await late.turn()).next).toBe(7);
  const turns = late.received.flatMap(({ data }) => (typeof data.turn === 'number' ? data.turn : []));
  expect(Math.max(...turns)).toBe(7);
  const api = `${game.stack.httpUrl}/api/games/g`;
  expect(await (await fetch(`${api}/map.svg`)).text()).toContain('<title>Turn 7</title>');
  const downloaded = await recordingAt(`${api}/recording.fcr`);
  expect(downloaded).toMatchObject({ turns: [1, 2, 3, 4, 5, 6, 7], faults: [] });
  // What the server has saved is counted a moment after the turn has begun.
  await expect.poll(() => scoredTurns(`${api}/score`)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  for (const token of [admin, 'token-of-alice']) {
    const view = token === admin ? '' : '?view=alice';
    expect((await recordingAt(`${api}/recording.fcr${view}`, token)).turns).toContain(10);
  }
  expect(await (await fetch(`${api}/map.svg`, bearing(admin))).text()).toContain('<title>Turn 10</title>');
  expect(await scoredTurns(`${api}/score`, admin)).toContain(9);
  await using boss = await SpectatorClient.open(gatewayUrl, 'g');
  boss.send({ type: 'spectator_connect', data: { api_token: admin } });
  while (!boss.received.some(({ type, data }) => type === 'snapshot' && data.turn === 10))
    await boss.snapshot();
});

test('messages to spectators come deflated to who asks for that, and say the same', async () => {
  await using game = await gameOfTwo();
  const { gatewayUrl } = game.stack;
  await using plain = await SpectatorClient.open(gatewayUrl, 'g');
  await using deflated = await SpectatorClient.open(gatewayUrl, 'g', '?encoding=deflate-raw');
  const [said, unpacked] = [viewOf(await plain.snapshot()), viewOf(await deflated.snapshot())];
  // The game may have told of something between the two.
  while (said.version < unpacked.version) applyUpdate(said, await plain.update());
  while (unpacked.version < said.version) applyUpdate(unpacked, await deflated.update());
  expect(unpacked).toEqual(said);
  expect(deflated.bytes * 4).toBeLessThan(plain.bytes);
});
