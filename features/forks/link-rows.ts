import { randomBytes } from 'node:crypto';
import { failure } from '#shared/core/failure.js';
import { parseWith } from '#shared/core/parse.js';
import { fail, ok } from '#shared/core/result.js';
import { gameOperations } from '#shared/protocol/game-operations.js';
import { linkCreatorSchema } from '#shared/protocol/link.js';
import type { Answer, LinkStep, LinkTable } from '../../proxy/api/requests/asked-request.js';
import { isSealed, journaled, owned, stored } from '../../proxy/api/requests/link-steps.js';
import { infoOf, type ModelReports } from '../operations/game-info.js';
import { type ForkPlace, forkGame } from './fork.js';

/** The gateway adds the token that asks for it. */
const forkSchema = gameOperations.game_fork.data.extend({ creator: linkCreatorSchema.optional() });

/** Answers requests to fork a game. */
export function forkRows(place: ForkPlace, models: ModelReports): Pick<LinkTable, 'game_fork'> {
  const fork = async (gameId: string, data: unknown): Promise<Answer> => {
    const wish = parseWith(forkSchema, data);
    if (!wish.ok) return wish;
    const { turn, game_id: wished, to_ai: toAi, creator } = wish.value;
    const forkId = wished ?? `fork-${randomBytes(5).toString('hex')}`;
    const forked = await forkGame(place, { gameId, turn, forkId, toAi, creator });
    return forked.ok ? ok({ ...(await infoOf(forked.value, models)) }) : forked;
  };
  return {
    game_fork: {
      steps: [owned, forkable, stored, journaled],
      handle: ({ request }) => fork(request.game_id, request.data),
    },
  };
}

/** Refuses to fork a sealed game before it ends: who looks ahead in a fork knows more than the others. */
const forkable: LinkStep = {
  before({ request: { game_id: gameId }, found }) {
    if (!found.ok || !isSealed(found.value)) return undefined;
    return fail(failure('E131', `The game ${gameId} is sealed: it can be forked when it has ended`));
  },
};
