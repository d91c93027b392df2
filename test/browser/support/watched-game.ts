import { letAiPlay } from '../../support/ai-seats.js';
import { type Stack, startStack } from '../../support/stack.js';

/** A real game that people may watch. */
export interface WatchedGame extends AsyncDisposable {
  readonly stack: Stack;
  readonly url: string;
  /** The number of our seat's player. */
  readonly player: number;
  /** The one it is in. */
  readonly turn: number;
  /** Lets the server play our seat as well. */
  play(turns: number): Promise<number>;
  /** Those that can be looked at again. */
  recordedTurns(): Promise<readonly number[]>;
}

export async function watchedGame(
  config: Record<string, unknown> = {},
  environment: Record<string, string> = {},
): Promise<WatchedGame> {
  const stack = await startStack(environment);
  const agent = await stack.agent('player');
  const game = { players: 5, map: { xsize: 48, ysize: 34 }, seeds: { game: 11, map: 11 }, ...config };
  const login = await agent.connect({
    api_token: stack.token,
    model: 'test',
    game_id: 'first-game',
    game_config: game,
  });
  await agent.push('game_ready');
  const running = stack.games.get('first-game');
  let turn = 1;
  return {
    stack,
    url: stack.httpUrl,
    player: login.player_id,
    get turn() {
      return turn;
    },
    async play(turns) {
      for (let i = 0; i < turns; i += 1) {
        const next = turn + 1;
        await letAiPlay(running);
        const begun = agent.push('turn_start', (data) => data.turn === next);
        await Promise.race([agent.act('end_turn').catch(() => begun), begun]);
        await begun;
        turn = next;
      }
      return turn;
    },
    async recordedTurns() {
      const whole = await stack.broadcasts.find('first-game', undefined);
      if (!whole.ok) return [];
      await whole.value.recording.refresh();
      return whole.value.recording.index.turns;
    },
    [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose](),
  };
}
