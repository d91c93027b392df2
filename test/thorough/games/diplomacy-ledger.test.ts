import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GameDiplomacy, gameDiplomacySchema, treatySchema } from '#shared/protocol/diplomacy.js';
import { readManifest } from '../../../features/archive/manifest.js';
import { gameFolder } from '../../../proxy/games/disk/game-folder.js';
import { type Actor, Stage } from '../../support/stage.js';

const run = promisify(execFile);

describe('ledger of diplomacy', () => {
  let stage: Stage;
  let alice: Actor;
  let bob: Actor;

  beforeAll(async () => {
    stage = await Stage.of(['alice', 'bob'], { end_turn: 22 }, { SPECTATORS: 'open' });
    [alice, bob] = stage.pair();
    await stage.meet();
  });

  afterAll(() => stage[Symbol.asyncDispose]());

  async function ledger(): Promise<GameDiplomacy> {
    const response = await fetch(`${stage.stack.httpUrl}/api/games/stage/diplomacy`);
    expect(response.status).toBe(200);
    return gameDiplomacySchema.parse(await response.json());
  }

  /** Alice proposes, both accept. */
  async function agree(...clauses: readonly Record<string, unknown>[]): Promise<void> {
    const [toBob, toAlice] = [{ target: { id: bob.player } }, { target: { id: alice.player } }];
    await bob.sees((world) => !world.treaties.has(alice.player));
    await alice.does('treaty_open', toBob);
    for (const clause of clauses) await alice.does('treaty_add_clause', { ...toBob, ...clause });
    await bob.sees((world) => world.treaties.get(alice.player)?.clauses.length === clauses.length);
    await alice.does('treaty_accept', toBob);
    await bob.sees((world) => world.treaties.get(alice.player)?.otherAccepted === true);
    const { changed } = await bob.does('treaty_accept', toAlice);
    expect(changed).toMatchObject({ concluded: true });
    await alice.sees((world) => !world.treaties.has(bob.player));
  }

  test('the ledger has a technology and gold that are given, with what was said before', async () => {
    await alice.tech('Alphabet');
    await alice.gold(100);
    await alice.does('diplomacy_message', { target: bob.player, text: 'My letters for your friendship.' });
    await bob.does('diplomacy_message', { text: 'All shall know that Alice is wise.' });
    await agree({ clause: 'advance', value: 'Alphabet' }, { clause: 'gold', value: 30 });
    const { treaties, players } = await ledger();
    expect(treaties).toMatchObject([
      {
        ...{
          id: 1,
          turn: 1,
          proposed_by: alice.player,
          source: 'seen',
          pact: null,
          fate: 'given',
          ended: null,
        },
        clauses: [
          { giver: alice.player, clause: 'advance', value: 'alphabet' },
          { giver: alice.player, clause: 'gold', value: 30 },
        ],
        said_before: [
          { from: alice.player, to: bob.player, text: 'My letters for your friendship.' },
          { from: bob.player, to: null, text: 'All shall know that Alice is wise.' },
        ],
      },
    ]);
    expect(players).toMatchObject([{ pacts: 0 }, { pacts: 0 }]);
  });

  test('the ledger has an alliance that is cancelled, and the war that breaks the armistice after it', async () => {
    await agree({ clause: 'alliance' });
    await bob.does('cancel_pact', { target: { id: alice.player } });
    const { treaties } = await ledger();
    expect(treaties.slice(1)).toMatchObject([
      {
        pact: 'alliance',
        source: 'seen',
        fate: 'cancelled',
        ended: { by: bob.player, relation: 'armistice' },
      },
      { pact: 'peace', source: 'state', fate: 'in_force' },
    ]);
    await alice.does('cancel_pact', { target: { id: bob.player } });
    const after = await ledger();
    expect(after.treaties.at(-1)).toMatchObject({
      fate: 'broken',
      ended: { by: alice.player, relation: 'war' },
    });
    const [ofAlice, ofBob] = [alice, bob].map(({ player }) =>
      after.players.find((one) => one.player === player),
    );
    expect(ofAlice).toMatchObject({ pacts: 2, broken: 1, cancelled: 0, suffered: 0 });
    expect(ofBob).toMatchObject({ pacts: 2, broken: 0, cancelled: 1, suffered: 1 });
  });

  test('the ledger has a cease-fire with its words after the game server was killed, until it expires', async () => {
    await alice.does('diplomacy_message', { target: bob.player, text: 'Sixteen turns of quiet.' });
    await agree({ clause: 'ceasefire' });
    process.kill(stage.game.serverPid, 'SIGKILL');
    await expect.poll(() => stage.game.state.kind, { timeout: 30_000 }).toBe('recovering');
    await expect.poll(() => stage.game.state.kind, { timeout: 30_000 }).toBe('running');
    await alice.sees((world) => world.turn.phase === 'movement');
    const again = (await ledger()).treaties.at(-1);
    expect(again).toMatchObject({ pact: 'ceasefire', source: 'seen', fate: 'in_force' });
    expect(again?.said_before.at(-1)?.text).toBe('Sixteen turns of quiet.');
    for (let turn = 0; turn < 17; turn += 1) await stage.nextTurn();
    const { treaties } = await ledger();
    expect(treaties.at(-1)).toMatchObject({ fate: 'expired', ended: { by: null, relation: 'war' } });
  });

  test('the ledger has a peace that is kept until the game ends, also in the archive and the export', async () => {
    await agree({ clause: 'peace' });
    const ended = alice.agent.push('game_ended');
    for (let turn = alice.world.game?.turn ?? 0; turn < 22; turn += 1) await stage.nextTurn();
    for (const { agent } of stage.actors) await agent.act('end_turn');
    await ended;
    await expect.poll(() => stage.game.state.kind, { timeout: 20_000 }).toBe('archived');
    const { treaties, is_final: isFinal } = await ledger();
    expect(isFinal).toBe(true);
    expect(treaties.at(-1)).toMatchObject({ pact: 'peace', fate: 'kept', ended: { by: null } });
    const folder = gameFolder(stage.stack.dataDir, 'stage');
    const manifest = await readManifest(folder.manifest);
    expect(manifest.ok && manifest.value.treaties).toEqual(treaties);
    const out = join(folder.path, 'treaties.jsonl');
    const args = ['--conditions=source', '--import', 'tsx', 'features/export/main.ts'];
    await run(process.execPath, [...args, join(folder.recordings, 'whole.fcr'), '--diplomacy', '--out', out]);
    const lines = (await readFile(out, 'utf8')).trim().split('\n');
    expect(lines.map((line) => treatySchema.parse(JSON.parse(line)))).toEqual(treaties);
  });
});

test('an agent that may not watch is refused the ledger', async () => {
  await using stage = await Stage.of(['alice'], {}, { SPECTATORS: 'token' });
  const url = `${stage.stack.httpUrl}/api/games/stage/diplomacy`;
  expect((await fetch(url)).status).toBe(401);
});
