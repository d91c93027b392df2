import type { Isolation } from '../../proxy/games/server/isolation.js';

/** Of game servers that a test starts without a proxy. */
export const isolation: Isolation = { uids: undefined, sandbox: 'auto', hidden: [] };
