import { type Failure, failure } from '#shared/core/failure.js';
import type { PauseReason } from '../disk/game-record.js';
import type { ServerRun } from '../server/server-run.js';

/** The state of a game. States with a `serverRun` have a server process. */
export type GameState =
  /** Nothing runs yet. */
  | { readonly kind: 'created' }
  /** Agents take their seats. */
  | { readonly kind: 'lobby'; readonly serverRun: ServerRun }
  /** The server makes the map; the first turn has not begun for everyone. */
  | { readonly kind: 'starting'; readonly serverRun: ServerRun }
  | { readonly kind: 'running'; readonly serverRun: ServerRun }
  /** Until it is resumed agents can query, but not act. */
  | { readonly kind: 'paused'; readonly serverRun: ServerRun; readonly why: PauseReason }
  /** The server process ended; the game is being restored in another one. */
  | { readonly kind: 'recovering' }
  /** No server: unused for a while, or the proxy is ending. Its seats stay in memory, so that agents that wait hear of it when the next request restores it. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'ended' }
  /** Ended, and its folder is an archive. */
  | { readonly kind: 'archived' }
  /** Deleted; the last state. */
  | { readonly kind: 'deleted' }
  /** Another proxy owns it, or is about to; the last state here. */
  | { readonly kind: 'moved' }
  /** It could not be restored; the next request tries again. */
  | { readonly kind: 'lost'; readonly failure: Failure };

/** The name of a state, as clients and metrics see it. */
export type GameStateKind = GameState['kind'];

/** The last states, which any other may become. */
const LAST: readonly GameStateKind[] = ['deleted', 'moved'];

/** The other allowed transitions. A server can end at any time, and so can the proxy. */
const TRANSITIONS: Readonly<Record<GameStateKind, readonly GameStateKind[]>> = {
  created: ['lobby', 'recovering', 'idle', 'lost', 'ended'],
  // A server of others begins its games itself.
  lobby: ['starting', 'running', 'recovering', 'idle', 'ended'],
  starting: ['running', 'recovering', 'idle', 'ended'],
  running: ['paused', 'recovering', 'idle', 'ended'],
  paused: ['running', 'paused', 'recovering', 'idle', 'ended'],
  recovering: ['lobby', 'running', 'paused', 'idle', 'ended', 'lost'],
  idle: ['recovering', 'idle', 'ended'],
  ended: ['archived'],
  archived: [],
  deleted: [],
  moved: [],
  lost: ['recovering', 'idle', 'lost'],
};

/** Whether a game may go from one state to the other. */
export function canTransition(before: GameStateKind, next: GameStateKind): boolean {
  return TRANSITIONS[before].includes(next) || (LAST.includes(next) && !LAST.includes(before));
}

/** How long agents do well to wait for a game that is on its way back, in seconds. */
const RECOVERY_S = 2;

/** Why agents cannot act now (E122, E123, E140, E144); undefined when agents can. */
export function unplayableReason(state: GameState): Failure | undefined {
  switch (state.kind) {
    case 'running':
    case 'ended':
    case 'archived':
      return undefined;
    case 'created':
    case 'lobby':
    case 'starting':
      return failure('E122', 'The game has not begun yet', { details: { retry_after: 1 } });
    case 'paused':
      return failure('E144', 'The game is paused', { details: { reason: state.why } });
    case 'recovering':
    case 'idle':
      return failure('E123', 'The game server was lost; the game is being restored', {
        details: { retry_after: RECOVERY_S },
      });
    case 'lost':
      return state.failure;
    case 'deleted':
      return failure('E140', 'The game was deleted');
    case 'moved':
      return failure('E123', 'Another proxy has the game', { details: { retry_after: 1 } });
  }
}

/** Whether the server cannot begin the game with the settings that were asked for, see Remedies. */
export function cannotBegin(state: GameState): state is Extract<GameState, { kind: 'lost' }> {
  return state.kind === 'lost' && state.failure.details?.cannot_begin === true;
}

/** The server run of a state that has one. */
export function serverRunOf(state: GameState): ServerRun | undefined {
  return 'serverRun' in state ? state.serverRun : undefined;
}

/** True once the game is over. */
export function isOver({ kind }: GameState): boolean {
  return kind === 'ended' || kind === 'archived';
}

/** True when the worlds of the seats are those of the game now. */
export function isWorldCurrent(state: GameState): boolean {
  return state.kind === 'running' || state.kind === 'paused' || isOver(state);
}
