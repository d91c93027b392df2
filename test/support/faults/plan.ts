import { type Damage, damages, type GameFile, gameFiles } from './damage.js';

/** A fault as it is planned: all that is random about it. */
export type PlannedFault = Readonly<{
  /** Which of the games under way, by its place. */
  game: number;
  holdMs: number;
}> &
  (
    | {
        readonly kind: 'kill';
        readonly process: 'gateway' | 'proxy' | 'server';
        readonly moment: Moment;
      }
    | {
        readonly kind: 'hang';
        readonly process: 'launcher' | 'gateway' | 'proxy' | 'server';
        readonly moment: Moment;
      }
    | { readonly kind: 'kill_together'; readonly processes: 'gateway and proxy' | 'server and gateway' }
    | { readonly kind: 'cut_sockets'; readonly bytes: readonly number[] }
    | { readonly kind: 'full_disk' | 'read_only'; readonly loses: 'nothing' | 'server' | 'proxy' }
    | { readonly kind: 'damage'; readonly file: GameFile; readonly damage: Damage; readonly when: When }
    | {
        readonly kind: 'damage_gateway';
        readonly file: 'audit' | 'gateway-sessions';
        readonly damage: Damage;
      }
    | { readonly kind: 'clock_jump'; readonly seconds: number }
    | { readonly kind: 'second_installation' }
    | { readonly kind: 'no_descriptors'; readonly process: 'gateway' | 'proxy' }
  );

/** When a process is killed or stopped: at any time, or while an end of the turn is on its way. */
type Moment = 'any time' | 'end_turn under way';
/** A game that waits on the disk and is asked for, one that is there when the proxy starts, one that is played. */
type When = 'on the disk' | 'at start' | 'in play';

type Choose = <T>(from: readonly T[]) => T;

const fileKinds = Object.keys(gameFiles) as GameFile[];
/** Bytes towards the agent: within a frame's header, a short message, the login, a full state. */
const cutAfter = [0, 1, 130, 300, 700, 1_500, 4_000, 20_000, 100_000];
const holds = [2_000, 5_000, 10_000, 20_000];

/** How often of each, and what is random about it. */
const makers: readonly (readonly [weight: number, make: (choose: Choose) => Omitted])[] = [
  [
    5,
    (choose) => ({
      kind: 'kill',
      process: choose(['server', 'server', 'proxy', 'gateway']),
      moment: choose(['any time', 'end_turn under way']),
    }),
  ],
  [
    4,
    (choose) => ({
      kind: 'hang',
      process: choose(['server', 'proxy', 'gateway', 'launcher']),
      moment: choose(['any time', 'end_turn under way']),
    }),
  ],
  [
    1,
    (choose) => ({ kind: 'kill_together', processes: choose(['gateway and proxy', 'server and gateway']) }),
  ],
  [2, (choose) => ({ kind: 'cut_sockets', bytes: Array.from({ length: 8 }, () => choose(cutAfter)) })],
  [2, (choose) => ({ kind: 'full_disk', loses: choose(['nothing', 'server', 'server', 'proxy']) })],
  [1, (choose) => ({ kind: 'read_only', loses: choose(['nothing', 'server', 'proxy']) })],
  [
    8,
    (choose) => ({
      kind: 'damage',
      file: choose(fileKinds),
      damage: choose(damages),
      when: choose(['on the disk', 'at start', 'in play']),
    }),
  ],
  [
    1,
    (choose) => ({
      kind: 'damage_gateway',
      file: choose(['audit', 'gateway-sessions']),
      damage: choose(damages),
    }),
  ],
  [1, (choose) => ({ kind: 'clock_jump', seconds: choose([-7200, -60, 60, 7200]) })],
  [1, () => ({ kind: 'second_installation' })],
  [1, (choose) => ({ kind: 'no_descriptors', process: choose(['gateway', 'proxy']) })],
];

type Omitted = PlannedFault extends infer Each
  ? Each extends unknown
    ? Omit<Each, 'game' | 'holdMs'>
    : never
  : never;

/** The next fault; the same random numbers give the same faults. */
export function planFault(random: () => number, games: number): PlannedFault {
  const choose: Choose = (from) => {
    const chosen = from[Math.floor(random() * from.length)];
    if (chosen === undefined) throw new Error('nothing to choose from');
    return chosen;
  };
  const make = choose(makers.flatMap(([weight, each]) => Array.from({ length: weight }, () => each)));
  return { ...make(choose), game: Math.floor(random() * games), holdMs: choose(holds) };
}

/** A line for people. */
export function describeFault({ kind, game, holdMs, ...more }: PlannedFault): string {
  return `${kind.replaceAll('_', ' ')} ${Object.values(more).join(', ')} (game ${game + 1}, ${holdMs / 1000} s)`.replace(
    '  ',
    ' ',
  );
}
