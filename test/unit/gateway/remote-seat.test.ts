import { expect, test } from 'vitest';
import { fail, ok } from '#shared/core/result.js';
import type { JournalPlace } from '#shared/protocol/link-places.js';
import { DEFAULT_TIMEOUTS } from '../../../gateway/core/timeouts.js';
import type { GameLink } from '../../../gateway/link/game-link.js';
import type { LinkQuestion } from '../../../gateway/link/link-messages.js';
import { RemoteSeat } from '../../../gateway/link/remote-seat.js';
import { ManualClock } from '../../support/manual-clock.js';

const joined = { player_id: 1, status: 'ready' };
const shuttingDown = { error_code: 'E142', error_message: 'The proxy is shutting down' };
const noSuchGame = { error_code: 'E140', error_message: 'There is no game one' };

/** A seat of a game whose epoch changes from 1 to 2 while the proxy gives its first answer, and the requests by epoch. */
function seatThatMoves(firstAnswer: Readonly<Record<string, unknown>>) {
  const asked: [number, LinkQuestion['type']][] = [];
  const told: [LinkQuestion['type'], unknown][] = [];
  let epoch = 1;
  const link: GameLink = {
    get epoch() {
      return epoch;
    },
    ...{ isUp: true, retryAfter: 1, lostWaitMs: 1000, whenUp: async () => true },
    async request({ type, agent_id, game_id, data: { presence } }) {
      asked.push([epoch, type]);
      told.push([type, presence]);
      const answer = asked.length === 1 ? firstAnswer : joined;
      const outbox = { outbox: `at-${epoch}`, seq: 0, gap: false };
      epoch = 2;
      return ok({
        ...{ type: 'error_code' in answer ? 'error' : 'llm_connect', agent_id, game_id },
        ...{ correlation_id: 'c', timestamp: 1, data: { game_id, outbox, ...answer } },
      });
    },
  };
  return { seat: seatOver(link), asked, told };
}

const place = { created: 5, fence: 1, entry: 1, turn: 1 };

/** A link whose answers name `journal`, and what was asked over it. */
function answering() {
  const asked: LinkQuestion[] = [];
  const link = {
    ...{ asked, journal: undefined as JournalPlace | undefined },
    ...{ epoch: 1, isUp: true, retryAfter: 1, lostWaitMs: 1000, whenUp: async () => true },
    async request(question: LinkQuestion) {
      asked.push(question);
      const { agent_id, game_id, type } = question;
      const { journal } = link;
      return ok({
        ...({ type: type === 'action' ? 'action_result' : 'llm_connect', agent_id, game_id } as const),
        ...{ correlation_id: 'c', timestamp: 1, data: { game_id, ...joined } },
        ...(journal && { journal }),
      });
    },
  };
  return link;
}

function seatOver(link: GameLink): RemoteSeat {
  return new RemoteSeat({
    ...{ agentId: 'ann', gameId: 'one', link, clock: new ManualClock(), timeouts: DEFAULT_TIMEOUTS },
    onRejoined: () => undefined,
  });
}

test.each([
  ['has answered', joined],
  ['has refused it because it ends', shuttingDown],
])('a seat whose game comes to another proxy while the first one %s joins there', async (_how, answer) => {
  const { seat, asked } = seatThatMoves(answer);
  expect(await seat.join({})).toMatchObject({ ok: true, value: { player_id: 1 } });
  expect(asked).toEqual([
    [1, 'llm_connect'],
    [2, 'llm_connect'],
  ]);
  expect(seat.progress.heard?.outbox).toBe('at-2');
  await seat.rejoin();
  expect(asked).toHaveLength(2);
});

test('a seat of a game that does not exist is refused at once', async () => {
  const { seat, asked } = seatThatMoves(noSuchGame);
  expect(await seat.join({})).toMatchObject({ ok: false, failure: { code: 'E140' } });
  expect(asked).toEqual([[1, 'llm_connect']]);
});

test('a seat of an earlier gateway is taken again for an agent that is away, until it comes', async () => {
  const { seat, told } = seatThatMoves(joined);
  seat.restore({ agentId: 'ann', gameId: 'one', connectData: {}, seated: { ...joined, game_id: 'one' } });
  await seat.rejoin();
  seat.setPresence('connected');
  expect(told.slice(-2)).toEqual([
    ['presence', 'away'],
    ['presence', 'connected'],
  ]);
  expect(told.filter(([type]) => type === 'llm_connect')).toContainEqual(['llm_connect', 'away']);
  expect(told).not.toContainEqual(['llm_connect', undefined]);
});

test('a seat whose proxy has forgotten the game joins again over the same link before it asks again', async () => {
  const answers = answering();
  let isForgotten = false;
  const link: GameLink = {
    ...answers,
    async request(question) {
      const answer = await answers.request(question);
      if (answers.asked.length > 9) throw new Error('it asks again and again');
      if (question.type === 'llm_connect') isForgotten = false;
      return isForgotten ? fail('moved') : answer;
    },
  };
  const seat = seatOver(link);
  await seat.join({});
  isForgotten = true;
  const requests = [1, 2].map(() => seat.request({ type: 'action', data: {} }));
  for (const answer of await Promise.all(requests)) expect(answer).toMatchObject({ ok: true });
  const types = answers.asked.map(({ type }) => type);
  expect(types).toEqual(['llm_connect', 'action', 'action', 'llm_connect', 'action', 'action']);
});

test('a seat tells the next proxy the latest place in the journal that answers named, after a restart too', async () => {
  const link = answering();
  const seat = seatOver(link);
  await seat.join({});
  for (const entry of [8, 9, 7]) {
    link.journal = { ...place, entry };
    await seat.request({ type: 'action', data: {} });
  }
  const snapshot = seat.snapshot();
  expect(snapshot?.journal).toEqual({ ...place, entry: 9 });
  const next = seatOver(link);
  if (snapshot !== undefined) next.restore(snapshot);
  link.journal = { ...place, fence: 2, entry: 3 };
  await next.rejoin();
  const told = link.asked.filter(({ type }) => type === 'llm_connect').map(({ data }) => data.journal);
  expect(told).toEqual([null, { ...place, entry: 9 }]);
  expect(next.progress.journal).toEqual({ ...place, fence: 2, entry: 3 });
});

test('what is kept of a login has no password of a game server of others', async () => {
  const link = answering();
  const seat = seatOver(link);
  const join = { host: 'games.example', port: 5556, username: 'Ann', password: 'secret' };
  await seat.join({ create: true, game_config: { join } });
  expect(JSON.stringify(link.asked)).toContain('secret');
  expect(seat.snapshot()?.connectData).toMatchObject({ game_config: { join: { username: 'Ann' } } });
  expect(JSON.stringify(seat.snapshot())).not.toContain('secret');
});
