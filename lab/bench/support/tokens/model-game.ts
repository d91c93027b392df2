import type { GameConfigInput } from '#shared/protocol/game-config.js';
import { connect } from '../../../../agent/client.js';
import { createPlayer } from '../../../../agent/player/game-player.js';
import { loadProvider } from '../../../../agent/player/models/providers.js';
import { readOptions } from '../../../../agent/player/options.js';
import type { TurnReport } from '../../../../agent/player/play-report.js';
import type { CountTokens } from '../../../../proxy/views/packing/pack-state.js';
import { MODEL_KEY, ModelServer } from '../../../../test/support/models/model-server.js';
import { openAiChatFormat } from '../../../../test/support/models/openai-chat-format.js';
import { type Answer, advisedCalls, type Script } from '../../../../test/support/models/scripted-model.js';
import type { Stack } from '../../../../test/support/stack.js';
import { PROMPT_PARTS, type PromptPart, type RequestTokens, tokensOfRequests } from './prompt-parts.js';

/** New input tokens that a turn may take in which the model plays. */
export const MAX_BUSY_TOKENS = 1_200;

/** Turns between two looks at all cities. */
const CITIES_TURNS = 10;

/** Tokens of the turns of a game that a scripted model plays. */
export interface ModelGame {
  /** Turns in which the model was asked. */
  readonly busy: readonly BusyTurn[];
  /** Turns that passed without it. */
  readonly quiet: readonly TurnReport[];
  /** Tokens of the first prompt's system prompt and tools. */
  readonly fixed: number;
}

/** A turn in which the model was asked. */
interface BusyTurn {
  readonly turn: number;
  readonly requests: readonly RequestTokens[];
}

/** Plays a game by the player of `npm run play`, against a server of chat completions, and counts what it reads and writes. */
export async function playedModelGame(
  { gatewayUrl, token }: Stack,
  game_config: GameConfigInput,
  turns: number,
  count: CountTokens,
): Promise<ModelGame> {
  const answers: string[] = [];
  await using server = await ModelServer.start(openAiChatFormat, (prompt, at) => {
    const answer = script(prompt, at);
    answers.push(JSON.stringify(answer));
    return answer;
  });
  const args = ['--model', 'a-model', '--game', 'tokens-model', '--turns', String(turns)];
  const options = readOptions([...args, '--context-tokens', '12000']);
  const settings = { model: 'a-model', effort: undefined, cacheKey: 'tokens', apiKey: MODEL_KEY };
  const provider = await loadProvider('openai-chat', { ...settings, baseUrl: `${server.url}/v1` });
  if (!options.ok || !provider.ok) throw new Error('there is no model');
  const login = { game_config };
  const seat = await connect(gatewayUrl, { agentId: 'model', token, game: 'tokens-model', login });
  const player = await createPlayer({
    ...{ seat, options: options.value, provider: provider.value, price: undefined },
    source: { gateway: gatewayUrl, token },
    listener: { onModelEvent() {}, onNotice() {}, onTurnEnded: () => Promise.resolve() },
  });
  if (!player.ok) throw new Error(player.failure);
  const report = await player.value.run(new AbortController().signal);
  await seat.close();
  if (server.refused.length > 0) throw new Error(server.refused.join('\n'));
  return split(report.turns, tokensOfRequests(server.bodies, count, answers));
}

/**
 * A scripted model: it does what the brief advises, looks at one unit or city that needs a decision or at all cities, and
 * passes turns until something needs it. It says why, in a sentence or two.
 */
const script: Script = ({ turns }): Answer => {
  const last = turns.at(-1);
  if (last?.text.startsWith('The conversation is getting long') === true) return { text: SUMMARY };
  const turn = Number(/^turn: (\d+)$/m.exec(last?.text ?? '')?.[1] ?? 0);
  if (last?.role !== 'user' || turn === 0)
    return { text: 'All is ordered for this turn.', calls: [{ name: 'end_turn', args: {} }] };
  const calls = [...lookAt(turn, last.text), ...advisedCalls(last.text)];
  if (calls.length === 0) return { text: 'Nothing needs me.', calls: [{ name: 'end_turn', args: {} }] };
  const text = `Turn ${turn}: growth comes first, so the advice is good. Settlers go to the best sites, idle units work or explore.`;
  return { text, calls };
};

/** At all cities every ten turns, otherwise at what the first unit or city can do that needs a decision. */
function lookAt(turn: number, brief: string): NonNullable<Answer['calls']> {
  if (turn % CITIES_TURNS === 1) return [{ name: 'cities', args: {} }];
  const actor = /^- \w+: (?:[a-z_ ]+ )?(\d+)/m.exec(brief)?.[1];
  return actor === undefined ? [] : [{ name: 'options', args: { actor_id: Number(actor) } }];
}

const SUMMARY =
  'We expand peacefully. Each city keeps one defender, builds warriors, settlers, then a library and a temple. Workers improve ' +
  'the land by themselves. Research goes to currency, writing and philosophy, for trade and temples. The neighbours have not ' +
  'been hostile so far; peace is welcome when it costs nothing. Explorers are out in the north and the east. What is learned: ' +
  'the advice of the brief is usually good, sites near rivers are best, and unrest must be answered by luxury at once.';

/** The requests of each turn, in their order: a report has the number of its calls. */
function split(turns: readonly TurnReport[], requests: readonly RequestTokens[]): ModelGame {
  const busy: BusyTurn[] = [];
  let at = 0;
  for (const { turn, consumption } of turns) {
    if (consumption.calls === 0) continue;
    busy.push({ turn, requests: requests.slice(at, at + consumption.calls) });
    at += consumption.calls;
  }
  if (at !== requests.length) throw new Error(`${requests.length - at} requests belong to no turn`);
  return {
    busy,
    quiet: turns.filter(({ consumption }) => consumption.calls === 0),
    fixed: requests[0]?.fresh.fixed ?? 0,
  };
}

/** New input tokens of a turn. System prompt and tools are new once, in the first. */
export function newTokensOf({ requests }: BusyTurn): number {
  return requests.reduce((sum, { fresh }) => sum + sumOf(fresh) - fresh.fixed, 0);
}

/** Rows of a table: for each part, and for all, the mean of a busy turn and the most of one. */
export function modelTable({ busy }: ModelGame): Readonly<Record<string, object>> {
  const row = (of: (turn: BusyTurn) => number) => {
    const values = busy.map(of);
    const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
    return { mean: Math.round(mean), most: Math.max(0, ...values) };
  };
  const ofPart = (part: PromptPart) => row(({ requests }) => total(requests, ({ fresh }) => fresh[part]));
  const parts = PROMPT_PARTS.filter((part) => part !== 'fixed');
  return {
    ...Object.fromEntries(parts.map((part) => [`new: ${part}`, ofPart(part)])),
    'new: all': row(newTokensOf),
    cached: row(({ requests }) => total(requests, ({ cached }) => cached)),
    output: row(({ requests }) => total(requests, ({ output }) => output)),
    calls: row(({ requests }) => requests.length),
  };
}

function total(requests: readonly RequestTokens[], of: (request: RequestTokens) => number): number {
  return requests.reduce((sum, request) => sum + of(request), 0);
}

function sumOf(fresh: RequestTokens['fresh']): number {
  return PROMPT_PARTS.reduce((sum, part) => sum + fresh[part], 0);
}
