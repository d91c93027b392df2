import { ServerHost } from '../../proxy/games/server/isolation.js';

/** For game servers that a test starts without a proxy. */
export const serverHost = new ServerHost({ uids: undefined, sandbox: 'auto', hidden: [] });
