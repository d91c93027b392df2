import { type Failure, failure } from '#shared/failure.js';
import type { Life } from './life.js';

/** Where a game stands. Only those with a life have a server process. */
export type GameState =
  /** Nothing runs yet. */
  | { readonly kind: 'created' }
  /** Agents take their seats. */
  | { readonly kind: 'lobby'; readonly life: Life }
  | { readonly kind: 'running'; readonly life: Life }
  /** It goes on when told to; until then agents can look, not act. */
  | { readonly kind: 'paused'; readonly life: Life }
  /** The server process is gone; another takes up the game. */
  | { readonly kind: 'recovering' }
  /** On disk only, because nobody asked for it in a while or because we are ending. It comes back when asked for. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'over' }
  /** It could not be brought back; the next who asks for it tries again. */
  | { readonly kind: 'lost'; readonly failure: Failure };

/** How long agents do well to wait for a game that is on its way back, in seconds. */
const RECOVERY_S = 2;

/** What stands against playing now; undefined when nothing does. */
export function obstacle(state: GameState): Failure | undefined {
  switch (state.kind) {
    case 'running':
    case 'over':
      return undefined;
    case 'created':
    case 'lobby':
      return failure('E122', 'The game has not begun yet', { details: { retry_after: 1 } });
    case 'paused':
      return failure('E144', 'The game is paused');
    case 'recovering':
    case 'idle':
      return failure('E123', 'The game server was lost; the game is being brought back', {
        details: { retry_after: RECOVERY_S },
      });
    case 'lost':
      return state.failure;
  }
}

/** The life of a state that has one. */
export function lifeOf(state: GameState): Life | undefined {
  return 'life' in state ? state.life : undefined;
}

/** True when what the seats know is the game as it is. */
export function isShown({ kind }: GameState): boolean {
  return kind === 'running' || kind === 'paused' || kind === 'over';
}
