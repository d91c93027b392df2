import { randomBytes, randomInt } from 'node:crypto';
import { z } from 'zod';
import { missingPartSchema } from '#shared/protocol/agent-answers.js';
import {
  type GameConfig,
  gameConfigSchema,
  turnPolicySchema,
  withoutPassword,
} from '#shared/protocol/game-config.js';
import { gameEndSchema, gamePlayerSchema } from '#shared/protocol/game-summary.js';
import { type ScenarioPlan, scenarioPlanSchema } from './scenario-plan.js';

/**
 * Why a game is paused: by request, because no agent is there to play (it continues when one comes), or because the time
 * of a seat with such a turn policy was up.
 */
const pauseReasonSchema = z.enum(['operator', 'absence', 'time_up']);

/** See pauseReasonSchema. */
export type PauseReason = z.infer<typeof pauseReasonSchema>;

/** As many random numbers a server draws when it loads a save, in every game seen with 3.0.6. */
const DEFAULT_LOADING_DRAWS = 2;

const seatRecordSchema = z.strictObject({
  agentId: z.string(),
  username: z.string(),
  /** The turn in which it took the seat from an AI; 0 for one that was there from the beginning. */
  since: z.int().default(0),
  /** Player number. */
  player: z.int(),
  nation: z.string().optional(),
  leaderName: z.string().optional(),
  /** Of the leader, where a person has chosen. */
  isMale: z.boolean().optional(),
  /** City style, where a person has chosen. */
  style: z.int().optional(),
  /** What becomes of its turn when time is up, if the agent said so. */
  turnPolicy: turnPolicySchema.optional(),
});

/** How often game servers died in one turn of a game; in the next turn counting begins anew. */
const deathRowSchema = z.object({
  /** The last turn that has begun for an agent; 0 before the first. */
  turn: z.int(),
  deaths: z.int(),
});

/** The content of `game.json`. */
export const gameRecordSchema = z.object({
  version: z.literal(1),
  id: z.string(),
  /** As asked for, with seeds, so that the same game can be made once more. */
  config: gameConfigSchema,
  /** Whether the seed of the map was drawn here, not asked for: where no map can be made with it, another is drawn. */
  hasOwnMapSeed: z.boolean().optional(),
  /** What the game server of others asks for (`config.join`, which never has it); gone when the game is over. */
  joinPassword: z.string().optional(),
  /** Keeps the seed of its generated ruleset from being guessed by what is told of it; only where that seed was drawn here. */
  rulesetSalt: z.string().optional(),
  /** SHA-256 over the files of its generated ruleset, once they are made. */
  rulesetHash: z.string().optional(),
  /** The scenario that the game is made for, and whether its world has been staged. */
  scenario: scenarioPlanSchema.optional(),
  /** Seconds; 0 waits for everyone. */
  turnTimeLimit: z.number(),
  phase: z.enum(['lobby', 'running', 'ended']),
  /** Why it is paused, while it is. */
  paused: pauseReasonSchema.optional(),
  /** Milliseconds left of a turn that was interrupted on purpose. */
  timeLeft: z.object({ turn: z.int(), ms: z.number() }).optional(),
  seats: z.array(seatRecordSchema),
  /** Players that a fork took from their agents, by name: AIs play them until an agent takes one. */
  givenToAi: z.array(z.string()).default([]),
  /** When it was made, in milliseconds since 1970. */
  created: z.number().default(0),
  /** The token that has made it: the first digits of its hash. Absent for games that no token with a session has made. */
  creator: z.string().optional(),
  /** The game has a server, or lost it by a crash: the proxy restores it at its next start. */
  isLive: z.boolean().default(false),
  /** Random numbers a server draws when it loads a save of this game, see loadable-save.ts. */
  loadingDraws: z.int().default(DEFAULT_LOADING_DRAWS),
  /** Of the proxy that owns the game: grows with each change of owner. */
  fence: z.int().nonnegative().default(0),
  /** The version of the last game server, such as 3.0.6: no older one can load its saves. */
  serverVersion: z.string().optional(),
  deaths: deathRowSchema.optional(),
  forkOf: z.object({ gameId: z.string(), turn: z.int() }).optional(),
  /** The turn and players that lists show while no server runs, as of the last turn that began. */
  shown: z.object({ turn: z.int(), players: z.array(gamePlayerSchema) }).optional(),
  ended: gameEndSchema.optional(),
  /** Acknowledged requests that the game has lost with the disk; see journal/journal-history.ts. */
  missing: z.array(missingPartSchema).default([]),
});

/** One seat of a game, as `game.json` holds it. */
export type SeatRecord = z.infer<typeof seatRecordSchema>;
/** How often game servers died in one turn. */
export type DeathRow = z.infer<typeof deathRowSchema>;
/** What a restore needs beside saves and journal. */
export type GameRecord = z.infer<typeof gameRecordSchema>;

/** The largest seed that a game is given. */
export const MAX_SEED = 0x7fff_ffff;
const SALT_BYTES = 16;

/** What every new record has of its game. */
interface NewGame {
  readonly id: string;
  readonly scenario: ScenarioPlan | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** The record of a new game. `turnTimeLimit` in seconds applies when `config` has none; `now` in epoch milliseconds. */
export function newGameRecord(
  id: string,
  { config, scenario }: { readonly config: GameConfig; readonly scenario?: ScenarioPlan | undefined },
  turnTimeLimit: number,
  now: number,
): GameRecord {
  const game = { id, scenario, now };
  if (config.join === undefined) return ownRecord(config, config.turn_time_limit ?? turnTimeLimit, game);
  // A server of others draws its seeds and times its turns itself.
  const { password: joinPassword } = config.join;
  return { ...emptyRecord(withoutPassword(config), 0, game), joinPassword };
}

function ownRecord(config: GameConfig, turnTimeLimit: number, game: NewGame): GameRecord {
  const drawsRuleset = config.ruleset === 'generated' && config.seeds.ruleset === undefined;
  const drawn = { game: randomInt(1, MAX_SEED), map: randomInt(1, MAX_SEED) };
  const seeds = { ...drawn, ...(drawsRuleset && { ruleset: randomInt(1, MAX_SEED) }), ...config.seeds };
  return {
    ...emptyRecord({ ...config, seeds }, turnTimeLimit, game),
    hasOwnMapSeed: config.seeds.map === undefined,
    rulesetSalt: drawsRuleset ? randomBytes(SALT_BYTES).toString('hex') : undefined,
  };
}

function emptyRecord(config: GameConfig, turnTimeLimit: number, { id, scenario, now }: NewGame): GameRecord {
  return {
    version: 1,
    id,
    config,
    scenario,
    turnTimeLimit,
    phase: 'lobby',
    seats: [],
    givenToAi: [],
    loadingDraws: DEFAULT_LOADING_DRAWS,
    isLive: false,
    fence: 0,
    missing: [],
    created: now,
  };
}

/** Whether the game is on a server of others: without a console, saves and a clock of ours. */
export function isOnOtherServer({ config }: Pick<GameRecord, 'config'>): boolean {
  return config.join !== undefined;
}
