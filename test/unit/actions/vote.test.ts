import { expect, test } from 'vitest';
import type { ActionData } from '#shared/protocol/actions.js';
import type { ActionPort } from '../../../proxy/actions/action-port.js';
import { stateBefore } from '../../../proxy/actions/changes.js';
import { vote } from '../../../proxy/actions/nation/vote.js';
import { OfferContext } from '../../../proxy/actions/offer-context.js';
import type { Reply, ServerPacket } from '../../../proxy/freeciv/brackets.js';
import { VersionedTable } from '../../../proxy/world/versioned-table.js';
import type { World } from '../../../proxy/world/world.js';
import { must, worldWith } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const recorded = worldAtTurn(2);
const { username } = must(recorded.players.get(0));
const proposal = { voteNo: 3, user: 'bob', desc: 'set timeout 60', percentRequired: 50, flags: 0 };

function voting(...votes: readonly (typeof proposal)[]): World {
  const table = new VersionedTable<typeof proposal>();
  for (const one of votes) table.set(one.voteNo, one, 1);
  return worldWith(recorded, { votes: table });
}

async function offersIn(world: World) {
  const offers = await vote.offers(new OfferContext(portOf(world)));
  return offers.map(({ vote: answer, vote_no: number, label }) => `${answer} ${number} ${label}`);
}

function portOf(world: World, packets: readonly ServerPacket[] = [], sent: unknown[] = []): ActionPort {
  return {
    world,
    request: async (name, fields): Promise<Reply> => {
      sent.push({ name, ...fields });
      return { packets: [...packets], messages: [] };
    },
  };
}

async function voted(world: World, fields: ActionData, packets: readonly ServerPacket[] = [], after = world) {
  const sent: unknown[] = [];
  const plan = await vote.plan(portOf(world, packets, sent), fields);
  if (!plan.ok) return plan.failure;
  const replies = [await plan.value.send()].flat();
  return { sent, effect: plan.value.effect(stateBefore(world), after, replies) };
}

const counted: ServerPacket = {
  name: 'vote_update',
  fields: { voteNo: 3, yes: 2, no: 1, abstain: 0, numVoters: 4 },
};

test.each([
  ['yes', 1],
  ['no', -1],
  ['abstain', 0],
])('%s is sent as %i, and the count is told', async (answer, value) => {
  expect(await voted(voting(proposal), { vote: answer }, [counted])).toEqual({
    sent: [{ name: 'vote_submit', voteNo: 3, value }],
    effect: { vote_no: 3, voted: answer, yes: 2, no: 1, abstain: 0 },
  });
});

test('a vote that decides is told with its result', async () => {
  const resolved: ServerPacket = { name: 'vote_resolve', fields: { voteNo: 3, passed: true } };
  const world = voting(proposal);
  expect(await voted(world, { vote: 'yes' }, [resolved], voting())).toMatchObject({
    effect: { vote_no: 3, voted: 'yes', passed: true },
  });
  expect(await voted(voting(proposal), { vote: 'yes' }, [], voting())).toMatchObject({
    effect: { vote_no: 3, voted: 'yes' },
  });
});

test('a vote that the server does not count has no effect', async () => {
  expect(await voted(voting(proposal), { vote: 'yes' })).toMatchObject({ effect: undefined });
});

test('one of several proposals must be named', async () => {
  const world = voting(proposal, { ...proposal, voteNo: 4, desc: 'remove carol' });
  const refusal = {
    ...{ message: 'There is no such proposal to vote on', path: 'data.vote_no' },
    details: {
      votes: [
        { vote_no: 3, proposal: 'set timeout 60', by: 'bob' },
        { vote_no: 4, proposal: 'remove carol', by: 'bob' },
      ],
    },
  };
  expect(await voted(world, { vote: 'yes' })).toMatchObject(refusal);
  expect(await voted(world, { vote: 'yes', vote_no: 5 })).toMatchObject(refusal);
  expect(await voted(world, { vote: 'yes', vote_no: 4 }, [counted])).toMatchObject({ sent: [{ voteNo: 4 }] });
  expect(await voted(voting(), { vote: 'yes' })).toMatchObject({ ...refusal, details: { votes: [] } });
});

test('no player votes the same twice; the proposer votes for its proposal', async () => {
  const world = voting(proposal);
  expect(await offersIn(world)).toEqual([
    'yes 3 yes to the proposal of bob: "set timeout 60"',
    'no 3 no to the proposal of bob: "set timeout 60"',
    'abstain 3 abstain to the proposal of bob: "set timeout 60"',
  ]);
  await voted(world, { vote: 'no' }, [counted]);
  expect(await voted(world, { vote: 'no' })).toMatchObject({
    ...{ message: 'You have voted no already', path: 'data.vote', details: { vote_no: 3 } },
  });
  expect((await offersIn(world)).map((line) => line.split(' ')[0])).toEqual(['yes', 'abstain']);
  const own = voting({ ...proposal, user: username });
  expect(await voted(own, { vote: 'yes' })).toMatchObject({ message: 'You have voted yes already' });
  expect((await offersIn(own)).map((line) => line.split(' ')[0])).toEqual(['no', 'abstain']);
});
