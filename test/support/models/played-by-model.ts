import { type AgentSeat, connect } from '../../../agent/client.js';
import { createPlayer } from '../../../agent/player/game-player.js';
import type { ModelEvent, ProviderName } from '../../../agent/player/models/model-provider.js';
import { loadProvider } from '../../../agent/player/models/providers.js';
import { readOptions } from '../../../agent/player/options.js';
import type { GameReport } from '../../../agent/player/play-report.js';
import type { Stack } from '../stack.js';
import { MODEL_KEY, type ModelServer } from './model-server.js';

/** A small game, the same each time, that begins at once. */
const SMALL_GAME = {
  players: 2,
  map: { xsize: 32, ysize: 20 },
  seeds: { game: 3, map: 3 },
} as const;

/** What a game with a model is played with. */
export interface ModelGame {
  readonly stack: Stack;
  readonly gameId: string;
  readonly provider: ProviderName;
  readonly server: ModelServer;
  /** Words of the command line, besides model and game. */
  readonly args?: readonly string[];
  /** Fields of game_config besides those of the small game. */
  readonly config?: object;
}

/** What came of it. */
export interface PlayedGame {
  readonly report: GameReport;
  /** What people were told, line by line. */
  readonly notices: readonly string[];
  readonly events: readonly ModelEvent[];
  /** Milliseconds of each wait before another attempt. */
  readonly waits: readonly number[];
}

/** Paths of a server below which an SDK finds the interface. */
const basePaths: Readonly<Record<ProviderName, string>> = {
  'openai-chat': '/v1',
  'openai-responses': '/v1',
  anthropic: '',
  gemini: '',
};

/** Plays a game with a model on a seat of its own, as `npm run play` does; waits between attempts last no time. */
export async function playedByModel(game: ModelGame): Promise<PlayedGame> {
  const { stack, gameId, args = [], config = {} } = game;
  const { gatewayUrl: gateway, token } = stack;
  const options = readOptions(['--model', 'a-model', '--game', gameId, ...args]);
  if (!options.ok) throw new Error(options.failure);
  const game_config = { ...SMALL_GAME, ...config };
  const seat = await connect(gateway, {
    agentId: 'a-model',
    token,
    game: gameId,
    login: { game_config, model: 'a-model', capabilities: ['chat'] },
  });
  try {
    return await played(game, seat, options.value);
  } finally {
    await seat.close();
  }
}

type Options = Extract<ReturnType<typeof readOptions>, { readonly ok: true }>['value'];

async function played(game: ModelGame, seat: AgentSeat, options: Options): Promise<PlayedGame> {
  const { stack, gameId, provider: name, server } = game;
  const settings = { model: 'a-model', apiKey: MODEL_KEY, effort: options.effort, cacheKey: gameId };
  const provider = await loadProvider(name, { ...settings, baseUrl: `${server.url}${basePaths[name]}` });
  if (!provider.ok) throw new Error(provider.failure);
  const [notices, events, waits]: [string[], ModelEvent[], number[]] = [[], [], []];
  const listener = {
    onModelEvent: (event: ModelEvent) => void events.push(event),
    onNotice: (line: string) => void notices.push(line),
    onTurnEnded: () => Promise.resolve(),
  };
  const player = await createPlayer({
    ...{ seat, options, listener, provider: provider.value, price: undefined },
    source: { gateway: stack.gatewayUrl, token: stack.token },
    pause: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
  });
  if (!player.ok) throw new Error(player.failure);
  const report = await player.value.run(new AbortController().signal);
  return { report, notices, events, waits };
}
