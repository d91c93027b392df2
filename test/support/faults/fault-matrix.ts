/** What must hold while something fails, and after it. */
export type Holding =
  /** The game comes to its next turn. */
  | 'goes on'
  /** What was acknowledged is in the game, and once. */
  | 'acknowledged'
  /** Each request has one answer; what became of it is told, or told to be unknown. */
  | 'answered'
  /** The same for the actions of a batch, in both clients. */
  | 'batches'
  /** The same session and seat, and each push once and in order. */
  | 'session'
  /** Those who wait are told for what. */
  | 'told'
  /** No other game and no other process ends or loses anything. */
  | 'others';

/** The strongest test of a cell: its file below test, and how its title begins. */
type Proof = readonly [file: string, title: string];

/**
 * Every fault that something is killed, stopped, cut off, filled or damaged by, and where it is shown what then holds. Each
 * cell has one test. A test of faults without a cell of its own shows what another shows already.
 */
export const FAULT_MATRIX: Readonly<Record<string, Readonly<Partial<Record<Holding, Proof>>>>> = {
  'socket cut': {
    acknowledged: ['integration/promises/02-at-most-once', 'promise 2: actions sent up to three times'],
    answered: ['integration/promises/01-one-answer', 'promises 1, 2 and 4: whatever is cut'],
    session: ['integration/promises/04-sessions-survive', 'promise 4: cut at any byte'],
  },
  'network silent': {
    batches: ['thorough/agent/survival', 'a batch during which the network is cut'],
    others: ['integration/promises/06-dead-peers', 'promise 6: clients that stopped'],
  },
  'gateway killed': {
    acknowledged: ['nightly/operations/cycles', 'promise 4: whatever is killed'],
    answered: ['thorough/gateway/kept-sessions', 'what was in flight when a gateway was killed'],
    batches: ['thorough/agent/survival', 'a batch in which the gateway is killed'],
    session: ['thorough/gateway/kept-sessions', 'a session outlives a killed gateway'],
  },
  'one of several gateways killed': {
    acknowledged: ['nightly/cluster/faults', 'promise 1: whatever part of a cluster fails'],
  },
  'gateway hung': { told: ['thorough/gateway/hung-peers', 'a proxy notices a gateway that hangs'] },
  'gateway ended by SIGTERM': {
    answered: ['thorough/promises/18-rolling-restart', 'promise 18: rolling restarts by SIGTERM'],
    session: ['thorough/gateway/kept-sessions', 'a session outlives a restart of the gateway'],
  },
  'proxy killed': {
    'goes on': ['thorough/games/recovery', 'a proxy that starts again restores by itself'],
    acknowledged: ['thorough/games/recovery', 'a game outlives its proxy'],
    batches: ['thorough/agent/survival', 'a batch in which the proxy is killed'],
    session: ['nightly/operations/cycles', 'promise 4: whatever is killed'],
    told: ['thorough/promises/17-proxy-restarts', 'promise 17: a proxy that restarts is survived'],
  },
  'proxy killed between two writes': {
    'goes on': ['thorough/games/kill-points', 'a proxy killed between two writes'],
  },
  'one of several proxies killed': {
    'goes on': ['thorough/cluster/takeover', 'who had ended the turn when its proxy was killed'],
    acknowledged: ['thorough/cluster/takeover', 'the games of a proxy that is killed go on at another'],
    others: ['thorough/cluster/takeover', 'several games of a proxy that is killed are shared'],
  },
  'proxy killed, and its disk gone': {
    acknowledged: ['thorough/cluster/bucket-takeover', 'a game goes on at another machine'],
  },
  'proxy hung': {
    answered: ['thorough/gateway/hung-peers', 'a proxy without a sign of life is given up'],
    told: ['thorough/gateway/hung-peers', 'agents of a proxy that hangs are told'],
  },
  'proxy hung longer than its leases': {
    acknowledged: ['thorough/cluster/takeover', 'a proxy that was stopped for longer than its leases'],
    others: ['thorough/cluster/takeover', 'a proxy that was stopped while it brought a game back'],
  },
  'proxy ended by SIGTERM': {
    answered: ['thorough/cluster/takeover', 'SIGTERM moves the games of a proxy under load'],
  },
  'game server killed': {
    'goes on': ['thorough/promises/23-no-game-stands-still', 'promise 23: a turn ends in time'],
    acknowledged: ['thorough/games/recovery', 'a game whose server is killed in mid-turn'],
    answered: ['integration/play/waiting-turns', 'an end_turn whose server is lost before its verdict'],
    batches: ['thorough/agent/survival', 'a batch whose game server is killed'],
    session: ['nightly/operations/cycles', 'promise 4: whatever is killed'],
    told: ['thorough/promises/17-proxy-restarts', 'promise 17: agents of a real game are told'],
    others: ['thorough/operations/faults', 'promises 23 and 24: under npm start'],
  },
  'game server killed as the turn changes': {
    'goes on': ['thorough/games/recovery', 'the next turn comes after a server is killed'],
  },
  'game server killed in a save': {
    'goes on': ['nightly/operations/cycles', 'promise 4: whatever is killed'],
  },
  'game server killed before its first save': {
    'goes on': ['thorough/games/recovery', 'a game killed before its first save'],
  },
  'game server that dies of the game': {
    'goes on': ['thorough/games/server-deaths', 'a game whose server dies of what an agent does'],
    told: ['thorough/games/server-deaths', 'a game whose server dies at each try'],
  },
  'game server hung': {
    'goes on': ['thorough/promises/23-no-game-stands-still', 'promise 23: a turn ends in time'],
    acknowledged: ['thorough/games/hung-server', 'a game server that hangs is noticed'],
  },
  'launcher hung': { 'goes on': ['thorough/operations/faults', 'promises 23 and 24: under npm start'] },
  'second installation': {
    told: ['thorough/operations/two-installations', 'a second installation on one DATA_DIR'],
    others: ['thorough/operations/faults', 'promises 23 and 24: under npm start'],
  },
  'Redis killed': {
    'goes on': ['thorough/cluster/redis-takeover', 'with Redis, play goes on while it is away'],
    answered: ['thorough/promises/16-redis-away', 'promise 16: Redis is killed'],
  },
  'Redis hung': { told: ['thorough/cluster/redis-takeover', 'a Redis that hangs stops a game'] },
  'bucket away': {
    acknowledged: ['thorough/cluster/bucket-takeover', 'while the bucket is away nothing is acknowledged'],
  },
  'disk full': {
    'goes on': ['thorough/games/disk-full', 'on a full disk play goes on'],
    acknowledged: ['thorough/games/held-up-by-disk', 'requests that the journal lost are named'],
  },
  'disk full, and the game server killed': {
    told: ['thorough/games/held-up-by-disk', 'a game whose server is lost on a full disk'],
  },
  'no file descriptors': { told: ['thorough/games/held-up-by-disk', 'a game without file descriptors'] },
  'file damaged': {
    'goes on': ['thorough/games/recovery', 'where the newest save is damaged'],
    told: ['thorough/games/hung-server', 'a game whose record is damaged says so'],
    others: ['thorough/promises/24-damaged-files', 'promise 24: no damaged file ends the proxy'],
  },
};
