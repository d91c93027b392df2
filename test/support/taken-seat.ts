import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createLogger } from '#shared/core/log.js';
import { loggingReporter } from '../../proxy/games/disk/disk-monitor.js';
import { gameFolder } from '../../proxy/games/disk/game-folder.js';
import { readRecord, writeRecord } from '../../proxy/games/disk/record-file.js';
import { Journal } from '../../proxy/games/journal/journal.js';
import { formatEntry } from '../../proxy/games/journal/journal-file.js';
import { readHistory } from '../../proxy/games/journal/journal-history.js';
import { type Stack, startStack } from './stack.js';
import { TwoAgents } from './two-agents.js';

const NEWCOMER = 'eve';
const disk = loggingReporter(createLogger('test', 'error'));

/** Writes a game as if its proxy had noted in another turn that the newcomer took its seat: it heard of a turn change late. */
async function noteTake(stack: Stack, gameId: string, noted: number, turns: number): Promise<void> {
  const folder = gameFolder(stack.dataDir, gameId);
  const past = await readHistory(new Journal(folder.journal, disk), 1, turns, { disk });
  const record = await readRecord(folder.record);
  if (!past.ok || !record.ok || record.value === undefined) throw new Error('the game cannot be read');
  const take = past.value.turns.flatMap(({ entries }) => entries.filter(({ kind }) => kind === 'take'));
  expect(take).toHaveLength(1);
  let number = 0;
  for (const { turn, entries } of past.value.turns) {
    // A proxy has its agents play again where it finds that an AI plays for them.
    const others = entries.filter(({ kind }) => kind !== 'take' && kind !== 'console');
    const lines = [...(turn === noted ? take : []), ...others].map((entry) => {
      number += 1;
      return formatEntry(entry, number);
    });
    writeFileSync(join(folder.journal, `T${String(turn).padStart(5, '0')}.jsonl`), lines.join(''));
  }
  const seats = record.value.seats.map((seat) =>
    seat.agentId === NEWCOMER ? { ...seat, since: noted } : seat,
  );
  await writeRecord(folder.record, { ...record.value, seats }, disk);
}

/** A game in which a newcomer takes a seat from an AI in turn 2. */
export interface TakenSeat {
  readonly name: string;
  /** The turn in which its proxy has noted that. */
  readonly noted: number;
  /** Turns that are played. */
  readonly turns: number;
  /** Whether an AI plays for the newcomer again when the game is saved. */
  readonly isAi: boolean;
}

/** Plays such a game, and expects that the newcomer has its seat and its units when the game has been restored. */
export async function expectSeatBack({ name, noted, turns, isAi }: TakenSeat): Promise<void> {
  await using stack = await startStack();
  const first = await TwoAgents.begin(stack, name);
  await first.nextTurn();
  const eve = await stack.agent(NEWCOMER);
  const { player_id: player } = await eve.connect({ api_token: stack.token, game_id: name, create: false });
  const { units, players } = await eve.state({ format: 'full' });
  const own = units.filter(({ owner }) => owner === player).map(({ id }) => id);
  for (const id of own) await eve.act('unit_sentry', { unit_id: id });
  const game = stack.games.get(name);
  if (isAi) await game?.command(`aitoggle "${players[player]?.name}"`);
  if (turns === 3) {
    await eve.act('end_turn');
    await first.nextTurn();
  }
  await stack.games.unload(name);
  await noteTake(stack, name, noted, turns);

  const back = await stack.agent(NEWCOMER);
  const again = await back.connect({ api_token: stack.token, game_id: name, create: false });
  expect(again.player_id).toBe(player);
  const state = await back.state({ format: 'full' });
  expect(state.players[player]).toMatchObject({ is_ai: false });
  const activities = state.units.filter(({ id }) => own.includes(id)).map(({ activity }) => activity);
  // An AI gives its units other orders.
  if (!isAi) expect(activities).toEqual(own.map(() => 'sentry'));
}
