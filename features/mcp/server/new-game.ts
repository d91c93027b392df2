import {
  type ElicitRequestFormParams,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { GameConfigInput } from '#shared/protocol/game-config.js';
import type { ClientAbilities } from './client-capabilities.js';
import type { McpSeat } from './mcp-seat.js';

/** The key of the question among the requests for input. */
const QUESTION = 'new_game';

/** How long a user has for the form, in milliseconds; after that the game is made by the defaults. Clients give a call 60 s. */
const FORM_MS = 45_000;

/** Map sizes of the form, in thousands of tiles. */
const MAP_SIZES = { small: 1, medium: 4, large: 10 } as const;

const answerSchema = z.object({
  players: z.int().min(2).max(16).optional(),
  ai_skill: z.enum(['novice', 'easy', 'normal', 'hard', 'cheating']).optional(),
  map_size: z.enum(['small', 'medium', 'large']).optional(),
  ruleset: z.enum(['classic', 'civ2civ3', 'civ2', 'multiplayer', 'sandbox']).optional(),
});

/** The form: flat, of few fields, each with its default. */
const FORM: ElicitRequestFormParams = {
  mode: 'form',
  message:
    'There is no game of this name yet. How should it be made? Without an answer it is made by the defaults.',
  requestedSchema: {
    type: 'object',
    properties: {
      players: {
        ...{ type: 'integer', title: 'Players', description: 'All players, the agent and AIs together' },
        ...{ minimum: 2, maximum: 16, default: 4 },
      },
      ai_skill: {
        ...{ type: 'string', title: 'Skill of the AI players', default: 'easy' },
        enum: answerSchema.shape.ai_skill.unwrap().options,
      },
      map_size: {
        ...{ type: 'string', title: 'Size of the map', default: 'medium' },
        description: 'small: 1,000 tiles; medium: 4,000; large: 10,000',
        enum: answerSchema.shape.map_size.unwrap().options,
      },
      ruleset: {
        ...{ type: 'string', title: 'Ruleset', default: 'classic' },
        enum: answerSchema.shape.ruleset.unwrap().options,
      },
    },
  },
};

/** How the game of a seat is to be made, or the question for it that is still to be answered. */
export type WantedGame =
  | { readonly kind: 'config'; readonly config: GameConfigInput | undefined }
  | { readonly kind: 'question'; readonly result: InputRequiredResult };

/**
 * How the user wants the game that the next request would make. A game that exists, a client without forms, a form that is
 * declined, cancelled, wrong or left unanswered: the defaults.
 */
export async function wantedGame(
  seat: McpSeat,
  { mcpReq }: ServerContext,
  { asksForms, isModern }: ClientAbilities,
): Promise<WantedGame> {
  if (!asksForms || !(await seat.isGameMissing())) return { kind: 'config', config: undefined };
  if (!isModern) return { kind: 'config', config: await askedInSession(mcpReq) };
  const answer = inputResponse(mcpReq.inputResponses, QUESTION);
  if (answer.kind === 'missing')
    return {
      kind: 'question',
      result: inputRequired({ inputRequests: { [QUESTION]: inputRequired.elicit(FORM) } }),
    };
  const isAccepted = answer.kind === 'elicit' && answer.action === 'accept';
  return { kind: 'config', config: isAccepted ? configOf(answer.content) : undefined };
}

/** Asks a client of an earlier revision by a request of its own. Rejects when the call is cancelled meanwhile. */
async function askedInSession(mcpReq: ServerContext['mcpReq']): Promise<GameConfigInput | undefined> {
  try {
    const { action, content } = await mcpReq.elicitInput(FORM, { timeout: FORM_MS, signal: mcpReq.signal });
    return action === 'accept' ? configOf(content) : undefined;
  } catch {
    mcpReq.signal.throwIfAborted();
    // A client that fails here must still be able to play.
    return undefined;
  }
}

/** The game of an accepted form; undefined for content that does not fit it. */
function configOf(content: unknown): GameConfigInput | undefined {
  const read = answerSchema.safeParse(content);
  if (!read.success) return undefined;
  const { map_size: size, ...others } = read.data;
  return { ...others, ...(size !== undefined && { map: { size: MAP_SIZES[size] } }) };
}
