import { join } from 'node:path';
import { type SavedOrders, savedOrdersSchema } from '../../orders/tracked-order.js';
import type { DiskNotes } from '../disk/disk-alarm.js';
import { readKeptJsonSync, WholeFile } from '../disk/stored-files.js';

const none: SavedOrders = { orders: [], calls: [] };

/** Where the standing orders of one seat outlive the proxy: what wakes them is known to nobody else. */
export class OrderFile {
  readonly #path: string;
  readonly #file: WholeFile;
  readonly #disk: DiskNotes;

  /** Ids of agents may hold characters that file systems do not take. */
  constructor(folder: string, agentId: string, disk: DiskNotes) {
    this.#path = join(folder, `${encodeURIComponent(agentId)}.json`);
    this.#file = new WholeFile(this.#path, 'orders', disk);
    this.#disk = disk;
  }

  /** What was kept; nothing when there is no such file or it is damaged. Read once, when the seat is made. */
  read(): SavedOrders {
    const kept = { file: this.#path, what: 'orders', schema: savedOrdersSchema, disk: this.#disk } as const;
    return readKeptJsonSync(kept) ?? none;
  }

  /** Settles when it is on disk. A disk that does not take it is reported: the game itself goes on. */
  keep(orders: SavedOrders): Promise<void> {
    return this.#file.keep(JSON.stringify(orders));
  }
}
