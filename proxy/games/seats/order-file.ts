import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '#shared/log.js';
import { type SavedOrders, savedOrdersSchema } from '../../orders/tracked-order.js';
import { WholeFile } from '../whole-file.js';

const none: SavedOrders = { orders: [], calls: [] };

/** Where the standing orders of one seat outlive the proxy: what wakes them is known to nobody else. */
export class OrderFile {
  readonly #path: string;
  readonly #file: WholeFile;
  readonly #logger: Logger;

  /** Ids of agents may hold characters that file systems do not take. */
  constructor(folder: string, agentId: string, logger: Logger) {
    this.#path = join(folder, `${encodeURIComponent(agentId)}.json`);
    this.#file = new WholeFile(this.#path);
    this.#logger = logger;
  }

  /** What was kept; nothing when there is no such file or it holds something else. Read once, when the seat is made. */
  read(): SavedOrders {
    try {
      const parsed = savedOrdersSchema.safeParse(JSON.parse(readFileSync(this.#path, 'utf8')));
      return parsed.success ? parsed.data : none;
    } catch {
      return none;
    }
  }

  /** Settles when it is on disk. A disk that does not take it is logged: the game itself goes on. */
  keep(orders: SavedOrders): Promise<void> {
    return this.#file
      .write(JSON.stringify(orders))
      .catch((error: Error) => this.#logger.error({ err: error }, 'standing orders cannot be kept'));
  }
}
