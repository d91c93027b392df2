/**
 * Tokens that a language model reads and writes in a game: `npm run bench -- tokens`. A scripted player repeats the course of
 * an earlier game of 101 turns three times with the same decisions: by `llm_optimized` states, digests and full verdicts, as
 * it was played then; by briefs, standing plans and compact verdicts; and with the latter by the tools of an MCP client. Of
 * the agent's socket every frame is counted, those that it sends and those that it receives, whole with their envelopes; of
 * MCP the definitions of tools once, each call, and each result as a model gets it. The vocabulary is o200k. `-- 4712` plays
 * another seed. Code 1 when the second way takes more than half of the tokens of the first.
 *
 * Then a scripted model plays 60 turns by the player of `npm run play`: what a provider counts of its prompts and answers, new,
 * cached and written, by part. `-- model` plays only that. Code 1 when a turn in which it plays takes more than 1,200 new tokens.
 */
import type { GameScore } from '#shared/protocol/score.js';
import { type CountTokens, tokenCounter } from '../../proxy/views/packing/pack-state.js';
import { type Stack, startStack } from '../../test/support/stack.js';
import { figure } from './support/figures.js';
import { amount, asked } from './support/form.js';
import { BriefSocket } from './support/tokens/brief-channel.js';
import { BriefMcpClient } from './support/tokens/brief-mcp-client.js';
import { BriefPlayer } from './support/tokens/brief-player.js';
import { Course } from './support/tokens/course.js';
import { MeteredAgent } from './support/tokens/metered-agent.js';
import { MAX_BUSY_TOKENS, modelTable, newTokensOf, playedModelGame } from './support/tokens/model-game.js';
import { StatePlayer } from './support/tokens/state-player.js';
import { TokenLedger } from './support/tokens/token-ledger.js';

const LAST_TURN = amount(101, 5);
const MODEL_TURNS = amount(60, 6);
const seed = asked(4711, 4711);

/** The two ways of playing on a socket, and what each asks for when it logs in. */
const WAYS = {
  before: { login: {} },
  after: { login: { verbosity: 'compact', pushes: ['game_ended', 'chat_message'] } },
} as const;
type Way = keyof typeof WAYS;

const GAME_CONFIG = {
  ruleset: 'classic',
  players: 5,
  ai_skill: 'easy',
  map: { xsize: 78, ysize: 52 },
  seeds: { game: seed, map: seed },
  turn_time_limit: 0,
  end_turn: 200,
} as const;

/** Turns of which the scores are shown. */
const SCORED_TURNS = [20, 40, 60, 80, 100];
/** An earlier game of the same settings, as its player counted it: a token for four bytes, so about a fifth too few. */
const EARLIER_GAME = {
  'tokens a turn, T1-20': 1100,
  'tokens a turn, T60-100': 2200,
  'requests a turn': 3.5,
  'states a turn': '0.6-1.2',
  'score T60, T100': '43, 126',
  'cities T40, T60, T80, T100': '7, 14, 23, 25',
};

await using stack = await startStack({}, { checksMessages: false });
const countTokens = await tokenCounter();
if (!process.argv.includes('model')) await compareWays();
await measureModel();

/** Plays the game three times, and prints what each way takes. */
async function compareWays(): Promise<void> {
  const before = await played('before', stack, countTokens);
  const after = await played('after', stack, countTokens);
  const mcp = await playedByMcp(stack, countTokens);
  console.log('after in relation to before');
  console.table({ 'tokens a turn': after.relationTo(before, LAST_TURN - 1) });
  console.log('MCP in relation to after');
  console.table({ 'tokens a turn': mcp.relationTo(after, LAST_TURN - 1) });
  console.log('an earlier game, as its player told');
  console.table(EARLIER_GAME);
  const totals = {
    before: before.total(LAST_TURN),
    after: after.total(LAST_TURN),
    mcp: mcp.total(LAST_TURN),
  };
  console.log(`tokens of ${LAST_TURN - 1} turns with the login: ${JSON.stringify(totals)}`);
  const byStates = { name: 'by states', value: totals.before };
  figure('tokens of a game by briefs', totals.after, 'tokens', byStates);
  figure('tokens of a game by MCP', totals.mcp, 'tokens', byStates);
  if (totals.after > totals.before / 2) process.exitCode = 1;
}

/** Plays a game by a scripted model, and prints what its provider counts. */
async function measureModel(): Promise<void> {
  const game = await playedModelGame(stack, GAME_CONFIG, MODEL_TURNS, countTokens);
  const { busy, quiet, fixed } = game;
  console.log(`a model plays: tokens of a turn in which it is asked, seed ${seed}`);
  console.table(modelTable(game));
  console.log(`turns: ${busy.length} in which it is asked, ${quiet.length} that pass with 0 tokens`);
  console.log(`system prompt and tools: ${fixed} tokens, new once`);
  const worst = Math.max(...busy.map(newTokensOf));
  console.log(`most new tokens of a turn: ${worst}, allowed ${MAX_BUSY_TOKENS}`);
  figure('most new tokens of a turn', worst, 'tokens', { name: 'allowed', value: MAX_BUSY_TOKENS });
  if (worst > MAX_BUSY_TOKENS) process.exitCode = 1;
}

async function played(way: Way, { gatewayUrl, httpUrl, token }: Stack, count: CountTokens) {
  const ledger = new TokenLedger(count);
  const game_id = `tokens-${way}`;
  await using agent = await MeteredAgent.loggedIn(gatewayUrl, `player-${way}`, ledger, {
    ...WAYS[way].login,
    api_token: token,
    game_id,
    game_config: GAME_CONFIG,
  });
  const course = new Course();
  const player =
    way === 'before' ? new StatePlayer(agent, course) : new BriefPlayer(new BriefSocket(agent), course);
  await player.playTo(LAST_TURN);
  print(way, ledger);
  await printScores(httpUrl, token, game_id, agent.playerId);
  return ledger;
}

/** The same decisions as by briefs on the socket, by the tools of an MCP client. */
async function playedByMcp({ httpUrl, games, token }: Stack, count: CountTokens): Promise<TokenLedger> {
  const [ledger, structured] = [new TokenLedger(count), new TokenLedger(count)];
  const game_id = 'tokens-mcp';
  await fetch(`${httpUrl}/api/games`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ game_id, ...GAME_CONFIG }),
  });
  const url = new URL(`${httpUrl}/mcp?agent_id=player-mcp&game_id=${game_id}`);
  await using client = await BriefMcpClient.connected(url, token, ledger, structured);
  await new BriefPlayer(client, new Course()).playTo(LAST_TURN);
  print('MCP, results as text', ledger);
  console.log('MCP, results as structured content');
  console.table({ all: structured.table(LAST_TURN - 1).all });
  console.log(`definitions of the MCP tools, with the instructions: ${ledger.once} tokens`);
  await printScores(httpUrl, token, game_id, games.get(game_id)?.seat('player-mcp')?.world.seat.player ?? -1);
  return ledger;
}

function print(way: string, ledger: TokenLedger): void {
  console.log(`${way}: tokens a turn, seed ${seed}`);
  console.table(ledger.table(LAST_TURN - 1));
  console.log(`requests: ${JSON.stringify(ledger.requests)}`);
}

async function printScores(httpUrl: string, token: string, gameId: string, player: number): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${httpUrl}/api/games/${gameId}/score`, { headers });
  const scores: GameScore = JSON.parse(await answer.text());
  console.table(scoreRows(scores, player));
}

/** What the player had at some turns, beside the best score of the others. */
function scoreRows({ turns }: GameScore, me: number): readonly object[] {
  return turns
    .filter(({ turn }) => SCORED_TURNS.includes(turn) || turn === LAST_TURN)
    .flatMap(({ turn, players }) => {
      const own = players.find(({ player }) => player === me);
      if (own === undefined) return [];
      const { score, cities, citizens, techs, trade, government } = own;
      const best = Math.max(...players.filter(({ player }) => player !== me).map((one) => one.score));
      return [{ turn, score, best, cities, citizens, techs, trade, government }];
    });
}
