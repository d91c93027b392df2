import { z } from 'zod';
import { nearName } from '../core/unknown-fields.js';
import { agentIdSchema } from './envelope.js';
import { difficultySchema, scenarioNameSchema } from './scenario.js';
import type { Immutable } from './state/common.js';

/** The place of an agent in a lineup. */
export const AGENT_PLACE = 'agent';

/** Skill levels of the game server's AI, from the weakest on. */
export const aiSkillLevels = [
  'away',
  'handicapped',
  'novice',
  'easy',
  'normal',
  'hard',
  'cheating',
  'experimental',
] as const;

/** What becomes of a seat whose turn is not ended when its time is up. */
export const turnPolicySchema = z.enum([
  /** Its turn is ended for it. */
  'end_turn',
  /** An AI looks after its cities as the turn ends and moves its units as the next one begins. */
  'ai',
  /** The game waits until somebody resumes it. */
  'pause',
]);

/** What becomes of a seat's turn when its time is up. */
export type TurnPolicy = z.infer<typeof turnPolicySchema>;

const mapSchema = z.looseObject({
  xsize: z.int().min(16).max(512).optional().describe('Tiles in a row'),
  ysize: z.int().min(16).max(512).optional().describe('Rows of tiles'),
  size: z
    .int()
    .min(1)
    .max(128)
    .optional()
    .describe('Thousands of tiles, where xsize and ysize are not given'),
  generator: z
    .enum(['RANDOM', 'FRACTAL', 'ISLAND', 'FAIR', 'FRACTURE'])
    .optional()
    .describe('How the land is made (freeciv setting `generator`)'),
  topology: z
    .string()
    .regex(
      /^((WRAPX|WRAPY|ISO|HEX)(\|(WRAPX|WRAPY|ISO|HEX))*)?$/,
      'expected WRAPX, WRAPY, ISO, HEX joined by |',
    )
    .optional()
    .describe('How tiles lie and where the edges are joined (freeciv setting `topology`)'),
});

const seedsSchema = z.looseObject({
  game: z
    .int()
    .min(0)
    .max(0xffff_ffff)
    .optional()
    .describe('Seed of what happens in the game (freeciv setting `gameseed`)'),
  map: z.int().min(0).max(0xffff_ffff).optional().describe('Seed of the map (freeciv setting `mapseed`)'),
  ruleset: z
    .int()
    .min(0)
    .max(0xffff_ffff)
    .optional()
    .describe(
      'Seed of a generated ruleset; without it a secret one is drawn, and told when the game is over',
    ),
});

/** A seat that the gateway drives for an agent that somebody else runs, as it is asked for. */
export const remoteSeatSchema = z.strictObject({
  agent_url: z.string().min(1).max(500).describe('ws:// or wss://, at a host of REMOTE_AGENT_HOSTS'),
  agent_id: agentIdSchema.optional().describe('Id in the game; remote-1 and so on without it'),
  model: z.string().max(128).optional().describe('Name of the model'),
  chat: z.boolean().default(false).describe('Its model answers operator_message'),
  nation: z.string().min(1).max(47).optional().describe('Nation that it should have'),
  leader_name: z.string().min(1).max(47).optional().describe('Name that the leader should have'),
  turn_policy: turnPolicySchema.optional().describe('What becomes of a turn that it does not end'),
  deadline_s: z
    .number()
    .positive()
    .max(86_400)
    .default(300)
    .describe('Seconds for a turn; then it counts as away'),
});

/** What a user name of a game server is: `is_valid_username` of freeciv, and no white space at its ends. */
const USERNAME = /^(?!\d)[A-Za-z0-9_@.-]{1,47}$/;

/** A game server of others that a game is joined on. */
export const joinSchema = z.strictObject({
  host: z
    .string()
    .regex(/^(?:[A-Za-z0-9_-]+\.)*[A-Za-z0-9_-]+$|^[0-9A-Fa-f:.]+$/, 'expected the name or address of a host')
    .max(253)
    .describe('Name or address of the server, which FOREIGN_SERVERS must allow'),
  port: z.int().min(1).max(65_535).default(5556).describe('Its TCP port'),
  username: z
    .string()
    .regex(USERNAME, 'expected 1-47 of A-Z a-z 0-9 _ @ . -, the first no digit')
    .describe('User name of the agent on that server'),
  password: z
    .string()
    .min(1)
    .max(500)
    .refine((text) => !/\p{Cc}/u.test(text), 'expected no control characters')
    .optional()
    .describe('Shown when the server asks for it. It is kept with the game and told to nobody'),
  player: z
    .string()
    .min(1)
    .max(47)
    .refine((text) => !/["\p{Cc}]/u.test(text), 'expected no double quotes and no control characters')
    .optional()
    .describe(
      'Name of the player to take (`/take`) where the server gives the user name none; without it one that an AI plays',
    ),
});

/** An unknown field that was sent. */
export const ignoredFieldSchema = z.strictObject({
  path: z.string().describe('The field, such as game_config.end_trun'),
  did_you_mean: z.string().optional().describe('The field that was probably meant'),
});

/** An unknown field that was sent. */
export type IgnoredField = z.infer<typeof ignoredFieldSchema>;

/** How a game is made. */
export const gameConfigSchema = z.looseObject({
  ruleset: z
    .enum([
      'classic',
      'civ2civ3',
      'civ1',
      'civ2',
      'multiplayer',
      'experimental',
      'sandbox',
      'alien',
      'generated',
    ])
    .default('classic')
    .describe(
      'The ruleset of the game; `generated` is one whose names, costs, strengths and technologies are made from a seed (docs/games.md)',
    ),
  ruleset_base: z
    .enum(['classic', 'civ2civ3'])
    .optional()
    .describe('The ruleset that a generated one is made from; classic without it'),
  server: z
    .string()
    .min(1)
    .max(400)
    .optional()
    .describe(
      'The game server, where several are installed: a version such as 3.2, or the path of one; without it the first of those that `/health` of the proxy names',
    ),
  players: z.int().min(1).max(30).default(4).describe('All players, agents and AIs together'),
  min_agents: z
    .int()
    .min(1)
    .max(30)
    .default(1)
    .describe('How many agents must have a seat before the game starts'),
  ai_skill: z.enum(aiSkillLevels).default('easy').describe('Skill level of the AI players'),
  ai_level: z.enum(aiSkillLevels).optional().describe('Another name of ai_skill, which it goes before'),
  lineup: z
    .array(z.enum([...aiSkillLevels, AGENT_PLACE]))
    .min(1)
    .max(30)
    .optional()
    .describe(
      'Who plays which player, by its number: `agent`, or the skill level of its AI; agents have their places in the order in which they log in. Players after the list are AIs of ai_skill',
    ),
  map: mapSchema.default({}).describe('Size and shape of the map'),
  seeds: seedsSchema.default({}).describe('Seeds of chance, to play the same game again'),
  start_units: z
    .string()
    .regex(/^[cwxksfdDaA]{1,64}$/, 'expected letters of cwxksfdDaA, as in freeciv’s startunits')
    .optional()
    .describe(
      'What every player begins with, a letter a unit (freeciv setting `startunits`): ccwwx are two founders, two workers, an explorer',
    ),
  end_turn: z.int().min(1).max(32_767).optional().describe('The last turn'),
  turn_time_limit: z.int().min(0).max(8_639_999).optional().describe('Seconds; 0 waits for everyone'),
  absent_wait: z
    .number()
    .min(0)
    .max(86_400)
    .optional()
    .describe('Seconds a turn waits for an agent without a connection, once; ABSENT_WAIT_S without it'),
  turn_policy: turnPolicySchema.default('end_turn').describe('For seats that ask for nothing else'),
  victory: z
    .array(z.enum(['SPACERACE', 'ALLIED', 'CULTURE']))
    .optional()
    .describe('Ways to win besides outliving all others (freeciv setting `victories`)'),
  scenario: scenarioNameSchema
    .optional()
    .describe(
      'A short task that the game is made for (`GET /api/scenarios`, docs/scenarios.md); it decides ruleset, players, map, victory and end_turn',
    ),
  difficulty: difficultySchema.optional().describe('How hard the scenario is; normal without it'),
  spectators: z.boolean().default(true).describe('Whether people may watch'),
  sealed: z
    .boolean()
    .optional()
    .describe(
      'Until the game ends it cannot be forked, who has no right watch or manage sees nothing of it, and a token for several agents has one seat in it; false without it',
    ),
  humans: z
    .int()
    .min(0)
    .max(29)
    .optional()
    .describe(
      'People on ordinary clients may join the lobby, and it waits for this many of them; without it none can join',
    ),
  join: joinSchema
    .optional()
    .describe(
      'The game is played on a freeciv-server of others, which is joined (docs/other-servers.md); that server decides all other fields but `spectators` and `seats`. Needs FOREIGN_SERVERS',
    ),
  seats: z
    .array(remoteSeatSchema)
    .max(30)
    .optional()
    .describe(
      'Seats for agents that listen elsewhere: the gateway connects to them (docs/remote-agents.md). Needs the right manage',
    ),
});

/** A remote seat as it is asked for, with its defaults filled in. */
export type RemoteSeatWish = z.infer<typeof remoteSeatSchema>;
/** How a game is made, with the defaults filled in. */
export type GameConfig = z.infer<typeof gameConfigSchema>;
/** How a game is made, as it is asked for: what is left out has its default. */
export type GameConfigInput = Immutable<z.input<typeof gameConfigSchema>>;

/** What the fields of a `game_config` are that is empty. */
const defaults: Readonly<Record<string, unknown>> = gameConfigSchema.parse({});

/** What may be chosen for a game on a server of others. */
const CHOSEN_HERE: readonly string[] = ['join', 'spectators', 'seats'];

/** The fields of a configuration that only a game server of our own can have: those that are not as an empty `game_config` has them. */
export function fieldsOfOwnServers(config: GameConfig): readonly string[] {
  return Object.keys(gameConfigSchema.shape).filter(
    (field) =>
      !CHOSEN_HERE.includes(field) &&
      JSON.stringify(Reflect.get(config, field)) !== JSON.stringify(defaults[field]),
  );
}

/** The configuration without the password of a server of others, to be kept or shown. */
export function withoutPassword<C extends Pick<GameConfig, 'join'>>(config: C): C {
  if (config.join?.password === undefined) return config;
  const { password: _, ...join } = config.join;
  return { ...config, join };
}

/** The unknown fields of a `game_config`. */
export function ignoredFields(config: object): readonly IgnoredField[] {
  const { map, seeds } = gameConfigSchema.shape;
  return [
    ...ignoredIn(config, Object.keys(gameConfigSchema.shape), 'game_config'),
    ...ignoredIn(Reflect.get(config, 'map'), Object.keys(map.unwrap().shape), 'game_config.map'),
    ...ignoredIn(Reflect.get(config, 'seeds'), Object.keys(seeds.unwrap().shape), 'game_config.seeds'),
  ];
}

function ignoredIn(fields: unknown, known: readonly string[], at: string): readonly IgnoredField[] {
  if (typeof fields !== 'object' || fields === null) return [];
  return Object.keys(fields)
    .filter((field) => !known.includes(field))
    .map((field) => {
      const near = nearName(field, known);
      return { path: `${at}.${field}`, did_you_mean: near };
    });
}
