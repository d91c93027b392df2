import { z } from 'zod';
import { ok } from '#shared/core/result.js';
import { plainText } from '../../world/messages.js';
import { nameText, quotedWords } from '../../world/name-text.js';
import type { World } from '../../world/world.js';
import { defineAction, invalidAction } from '../action.js';

const values = { yes: 1, no: -1, abstain: 0 } as const;

const answers = { yes: 'yes', no: 'no', abstain: 'abstain' } as const satisfies {
  [K in keyof typeof values]: K;
};

type Answer = keyof typeof answers;

const MAX_PROPOSAL_CHARS = 200;

/** The proposal, in the words of the player who makes it. */
function proposalText(desc: string): string {
  return quotedWords(plainText(desc), MAX_PROPOSAL_CHARS);
}

/** Action `vote` (handle_vote_submit). */
export const vote = defineAction({
  name: 'vote',
  doc: 'Vote on a proposal; only seats with a vote are told of proposals.',
  actor: 'nation',
  schema: z.looseObject({
    vote: z.enum(answers),
    vote_no: z.int().describe('number of the proposal; not needed when there is just one').optional(),
  }),
  sends: ['vote_submit'],
  offers: ({ world, named }) =>
    named(
      [...world.votes.values()].flatMap(({ voteNo, desc, user }) =>
        Object.values(answers)
          .filter((answer) => answer !== castVote(world, voteNo))
          .map((answer) => ({
            vote: answer,
            vote_no: voteNo,
            priority: 'medium',
            certain: true,
            label: `${answer} to the proposal of ${nameText(user)}: ${proposalText(desc)}`,
          })),
      ),
    ),
  plan(port, fields) {
    const { world } = port;
    const votes = [...world.votes.values()];
    const [only, ...others] = votes;
    const wanted = fields.vote_no ?? (others.length === 0 ? only?.voteNo : undefined);
    const proposal = votes.find(({ voteNo }) => voteNo === wanted);
    if (proposal === undefined) {
      return invalidAction('There is no such proposal to vote on', 'data.vote_no', {
        votes: votes.map(({ voteNo, desc, user }) => ({
          vote_no: voteNo,
          proposal: plainText(desc),
          by: user,
        })),
      });
    }
    const { voteNo } = proposal;
    if (castVote(world, voteNo) === fields.vote) {
      return invalidAction(`You have voted ${fields.vote} already`, 'data.vote', { vote_no: voteNo });
    }
    return ok({
      send: () => port.request('vote_submit', { voteNo, value: values[fields.vote] }),
      // The server counts anew for all, or closes the vote when it is decided by this one.
      effect: (_before, after, replies) => {
        const packets = replies.flatMap((reply) => reply.packets);
        const count = packets.findLast((packet) => packet.name === 'vote_update')?.fields;
        const resolved = packets.findLast((packet) => packet.name === 'vote_resolve')?.fields;
        if (count === undefined && resolved === undefined && after.votes.has(voteNo)) return undefined;
        remember(after, voteNo, fields.vote);
        return {
          vote_no: voteNo,
          voted: fields.vote,
          yes: count?.yes,
          no: count?.no,
          abstain: count?.abstain,
          passed: resolved?.passed,
        };
      },
    });
  },
});

/** What seats have voted: the server tells only how many votes there are. */
const memories = new WeakMap<World, Map<number, Answer>>();

function remember(world: World, voteNo: number, answer: Answer): void {
  const memory = memories.get(world) ?? new Map<number, Answer>();
  memories.set(world, memory.set(voteNo, answer));
}

/** What the seat has voted on a proposal; who makes one votes for it. */
function castVote(world: World, voteNo: number): Answer | undefined {
  const cast = memories.get(world)?.get(voteNo);
  if (cast !== undefined) return cast;
  const own = world.players.get(world.seat.player ?? -1);
  return own !== undefined && world.votes.get(voteNo)?.user === own.username ? 'yes' : undefined;
}
