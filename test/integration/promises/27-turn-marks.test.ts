import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gameScoreSchema } from '#shared/protocol/score.js';
import { readDecisions } from '../../../features/watching/trajectories/decisions-file.js';
import { decisionsIn } from '../../../features/watching/trajectories/trajectory.js';
import { ManualClock } from '../../support/manual-clock.js';
import { promised } from '../../support/promised.js';
import { startStack } from '../../support/stack.js';
import { TwoAgents } from '../../support/two-agents.js';

const LIMIT_S = 300;
/** By turn: how it ends for ann and for ben. */
const marks = [
  ['played', 'played'],
  ['auto_ended', 'failed'],
  ['played', 'timed_out'],
  ['played', 'auto_ended'],
] as const;

test('promise 27: each turn is marked played, auto-ended, timed out or failed wherever it is told', async () => {
  const clock = new ManualClock();
  await using stack = await startStack({}, { clock });
  const game = await TwoAgents.begin(stack, 'marked', { turn_time_limit: LIMIT_S });
  const [ann, ben] = game.agents;
  if (ann === undefined || ben === undefined) throw new Error('two agents play');
  const there = stack.games.get('marked');

  await Promise.all([ann.act('end_turn'), ben.act('end_turn')]);
  game.turn = 2;
  await game.begun();
  await ann.act('end_turn', { parameters: { auto: true } });
  await ben.act('end_turn', { parameters: { failed: 'the model did not answer' } });
  game.turn = 3;
  await game.begun();
  const pushed = await ann.push('turn_end', ({ turn }) => turn === 2);
  expect(pushed).toMatchObject({ players: [{ mark: 'auto_ended' }, { mark: 'failed' }] });
  await ben.act('unit_sentry', { unit_id: 0 }).catch(() => undefined);
  await ann.act('end_turn');
  clock.pass(LIMIT_S * 1000);
  game.turn = 4;
  await game.begun();
  await ben.close();
  await expect.poll(() => there?.presenceOf('ben')).toBe('away');
  await ann.act('end_turn');
  clock.pass(30_000);
  await ann.push('turn_start', ({ turn }) => turn === 5);

  const expected = marks.map(([of0, of1], index) => ({ turn: index + 1, marks: [of0, of1] }));
  const headers = { authorization: `Bearer ${stack.token}` };
  const score = async (form: string) => fetch(`${stack.httpUrl}/api/games/marked/score${form}`, { headers });
  const inScore = async () => {
    const { turns } = gameScoreSchema.parse(await (await score('')).json());
    return turns
      .filter(({ turn }) => turn < 5)
      .map(({ turn, players }) => ({ turn, marks: [0, 1].map((player) => players[player]?.turn_mark) }));
  };
  await expect.poll(inScore).toEqual(expected);
  const csv = (await (await score('?format=csv')).text()).split('\r\n').map((line) => line.split(','));
  const column = csv[0]?.indexOf('turn_mark') ?? -1;
  const inCsv = csv
    .filter(([turn, player]) => Number(turn) < 5 && player === '1')
    .map((cells) => cells[column]);
  expect(inCsv).toEqual(marks.map(([, ofBen]) => ofBen));

  const folder = join(stack.dataDir, 'games/marked');
  const ledger = (await readFile(join(folder, 'ledger.jsonl'), 'utf8'))
    .split('\n')
    .filter((line) => line !== '');
  const booked = ledger.map((line) => JSON.parse(line)).filter(({ kind }) => kind === 'marks');
  expect(booked).toMatchObject(
    marks.map((both, turn) => ({ turn: turn + 1, marks: both.map((mark, player) => ({ player, mark })) })),
  );

  const watched = await stack.broadcasts.find('marked', undefined);
  if (!watched.ok) throw new Error('the game can be watched');
  const { recording } = watched.value;
  const recorded = async () => {
    await recording.refresh();
    const view = await recording.lastState();
    return [...(view?.agents.values() ?? [])]
      .toSorted((a, b) => a.player - b.player)
      .map(({ turns, last_turn }) => ({ turns, last_turn }));
  };
  await expect.poll(recorded).toEqual([
    { turns: { played: 3, auto_ended: 1, timed_out: 0, failed: 0 }, last_turn: { turn: 4, mark: 'played' } },
    {
      turns: { played: 1, auto_ended: 1, timed_out: 1, failed: 1 },
      last_turn: { turn: 4, mark: 'auto_ended' },
    },
  ]);

  const { header, lines } = await readDecisions(join(folder, 'recordings/player-1.fcd'));
  const decided = [...decisionsIn(header, lines())].map(({ turn, turn_mark }) => `${turn} ${turn_mark}`);
  expect([...new Set(decided)]).toEqual(['1 played', '2 failed', '3 timed_out']);
  const unmarked = (await inScore()).flatMap((turn) => turn.marks).filter((mark) => mark === null);
  promised(
    27,
    { what: 'turns of agents without a mark', value: unmarked.length },
    { exactly: 0 },
    { turns: 8 },
  );
});

test('turns that are played as fast as the server takes them have their marks before the next decision', async () => {
  await using stack = await startStack();
  const game = await TwoAgents.begin(stack, 'quick');
  const [ann, ben] = game.agents;
  if (ann === undefined || ben === undefined) throw new Error('two agents play');
  for (; game.turn <= 8; await game.begun()) {
    await Promise.all([ann.act('end_turn'), ben.act('end_turn')]);
    game.turn += 1;
  }
  const file = join(stack.dataDir, 'games/quick/recordings/player-1.fcd');
  const turns = async () => {
    const { header, lines } = await readDecisions(file);
    return [...decisionsIn(header, lines())].map(({ turn, turn_mark }) => `${turn} ${turn_mark}`);
  };
  await expect.poll(turns).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((turn) => `${turn} played`));
});
