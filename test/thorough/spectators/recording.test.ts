import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { applyUpdate, type SpectatorView, viewOf } from '#shared/protocol/spectator/view.js';
import { stateHash } from '../../../features/watching/recording/recording-format.js';
import { RecordingReader } from '../../../features/watching/recording/recording-reader.js';
import { SpectatorClient } from '../../integration/spectators/support/spectator-client.js';
import { type Stack, startStack } from '../../support/stack.js';

const config = { players: 4, map: { xsize: 40, ysize: 30 }, seeds: { game: 5, map: 5 } };

/** A real game of one agent and AIs; `play` ends so many turns. */
async function runningGame(environment: Record<string, string> = {}, wishes: Record<string, unknown> = {}) {
  const stack = await startStack(environment);
  const agent = await stack.agent('player');
  await agent.connect({
    api_token: stack.token,
    model: 'test',
    game_id: 'g',
    game_config: { ...config, ...wishes },
  });
  await agent.push('game_ready');
  // Scripts play faster than anybody could look.
  await expect.poll(() => recordedTurns(wholeRecording(stack))).toEqual([1]);
  let turn = 1;
  const play = async (turns: number) => {
    for (const last = turn + turns; turn < last; ) {
      await agent.act('end_turn');
      turn += 1;
      await agent.push('turn_start', (data) => data.turn === turn);
    }
  };
  return { stack, agent, play, [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose]() };
}

function wholeRecording({ dataDir }: Stack): RecordingReader {
  return new RecordingReader(join(dataDir, 'games', 'g', 'recordings', 'whole.fcr'));
}

async function recordedTurns(recording: RecordingReader): Promise<readonly number[]> {
  await recording.refresh();
  return recording.index.turns;
}

/** Follows a live game until a turn has begun; the hash of what is seen as each turn begins. */
async function follow(viewer: SpectatorClient, until: number): Promise<Map<number, string>> {
  const view: SpectatorView = viewOf(await viewer.snapshot());
  const hashes = new Map<number, string>();
  while (!hashes.has(until)) {
    expect(applyUpdate(view, await viewer.update())).toBe(true);
    const { turn, phase } = view.header;
    if (phase === 'movement' && turn > 1 && !hashes.has(turn)) hashes.set(turn, stateHash(view));
  }
  return hashes;
}

test('a game is recorded as it goes, and its turns can be seen again as viewers saw them', async () => {
  await using game = await runningGame();
  await using live = await SpectatorClient.open(game.stack.gatewayUrl, 'g');
  const [hashes] = await Promise.all([follow(live, 13), game.play(12)]);
  const recording = wholeRecording(game.stack);
  await expect.poll(() => recordedTurns(recording)).toContain(13);
  expect(hashes.size).toBe(12);
  await using past = await SpectatorClient.open(game.stack.gatewayUrl, 'g', '?turn=2');
  const view = viewOf(await past.snapshot());
  for (let turn = 2; turn < 13; turn += 1) {
    expect([turn, stateHash(view)]).toEqual([turn, hashes.get(turn)]);
    past.send({ type: 'spectator_turn', data: { turn } });
    const played = await past.turn();
    expect(played).toMatchObject({ turn, next: turn + 1 });
    for (const frame of played.frames) if ('update' in frame) applyUpdate(view, frame.update);
  }
  past.send({ type: 'spectator_seek', data: { turn: 5 } });
  expect(stateHash(viewOf(await past.snapshot()))).toBe(hashes.get(5));
  past.send({ type: 'spectator_recording' });
  const { data } = await past.next('recording');
  expect(data).toEqual({
    turns: [...Array(13).keys()].map((turn) => turn + 1),
    views: [expect.any(Number)],
    is_live: true,
  });
  past.send({ type: 'spectator_seek', data: { turn: 99 } });
  expect(await past.next('error')).toMatchObject({ data: { code: 'E105' } });
  past.send({ type: 'spectator_live' });
  const now = viewOf(await past.snapshot());
  while (now.header.turn < 13) applyUpdate(now, await past.update());
});

test('a game that comes back after its server and its proxy were lost is recorded on, each turn once', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'freeciv-recorded-'));
  {
    await using game = await runningGame({ DATA_DIR: dataDir });
    await game.play(2);
    const recording = wholeRecording(game.stack);
    await expect.poll(() => recordedTurns(recording)).toEqual([1, 2, 3]);
    process.kill(game.stack.games.get('g')?.serverPid ?? 0, 'SIGKILL');
    const segments = recording.index.segments.length;
    const grown = async () => (await recordedTurns(recording)).length && recording.index.segments.length;
    await expect.poll(grown).toBeGreaterThan(segments);
    await game.play(2);
    await expect.poll(() => recordedTurns(recording)).toEqual([1, 2, 3, 4, 5]);
    let view = await recording.stateAt(1);
    for (const turn of recording.index.turns) {
      const begun = await recording.stateAt(turn);
      const { body } = (await recording.framesIn(recording.index.segmentOf(turn) ?? -1))[0] ?? {};
      expect(begun && stateHash(begun)).toBe(body && 'hash' in body ? body.hash : undefined);
      view = begun;
    }
    expect(new Set(view?.history.map(([turn]) => turn))).toEqual(new Set([1, 2, 3, 4, 5]));
  }
  await using again = await startStack({ DATA_DIR: dataDir });
  await using viewer = await SpectatorClient.open(again.gatewayUrl, 'g');
  expect((await viewer.snapshot()).turn).toBe(5);
});

test('a game that is over shows how it ended, with its borders, and all its turns', async () => {
  await using game = await runningGame({}, { end_turn: 12 });
  await game.play(11);
  const ended = game.agent.push('game_ended');
  await game.agent.act('end_turn').catch(() => undefined);
  await ended;
  const recording = wholeRecording(game.stack);
  await expect.poll(async () => (await recording.refresh()) && recording.isOver()).toBe(true);
  await using viewer = await SpectatorClient.open(game.stack.gatewayUrl, 'g');
  const view = viewOf(await viewer.snapshot());
  while (view.header.phase !== 'game_over') applyUpdate(view, await viewer.update());
  expect([...view.tiles.values()].filter(([, , owner]) => owner >= 0).length).toBeGreaterThan(20);
  expect(view.events.map(({ kind }) => kind)).toContain('game_end');
  viewer.send({ type: 'spectator_recording' });
  const { data } = await viewer.next('recording');
  expect(data).toMatchObject({ is_live: false, turns: expect.arrayContaining([1, 12]) });
});
