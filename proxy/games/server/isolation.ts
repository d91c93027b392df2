import type { Config } from '#shared/core/config.js';
import type { IdRange } from '#shared/core/id-range.js';

/** How game servers are kept from one another and from the rest of the system. */
export interface Isolation {
  /** Where their accounts are taken from when we are root; ranges that systems give nobody without it. */
  readonly uids: IdRange | undefined;
  /** Whether they run in a sandbox when we are not root. `auto`: where the system can. */
  readonly sandbox: Config['FREECIV_SANDBOX'];
  /** Folders that no game server sees, beside those that are anybody's own. */
  readonly hidden: readonly string[];
}

/** As the operator wants it. */
export function isolationOf({ FREECIV_UIDS, FREECIV_SANDBOX, DATA_DIR }: Config): Isolation {
  return { uids: FREECIV_UIDS, sandbox: FREECIV_SANDBOX, hidden: [DATA_DIR] };
}
