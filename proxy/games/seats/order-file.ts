import { join } from 'node:path';
import { type SavedOrders, savedOrdersSchema } from '../../orders/tracked-order.js';
import type { DiskReporter } from '../disk/disk-monitor.js';
import { AtomicFile, readStoredJsonSync } from '../disk/stored-files.js';

const none: SavedOrders = { orders: [], calls: [] };

/** Where the standing orders of one seat outlive the proxy: what wakes them is known to nobody else. */
export class OrderFile {
  readonly #path: string;
  readonly #file: AtomicFile;
  readonly #disk: DiskReporter;

  /** Ids of agents may hold characters that file systems do not take. */
  constructor(folder: string, agentId: string, disk: DiskReporter) {
    this.#path = join(folder, `${encodeURIComponent(agentId)}.json`);
    this.#file = new AtomicFile(this.#path, 'orders', disk);
    this.#disk = disk;
  }

  /** What was kept; nothing when there is no such file or it is damaged. Read once, when the seat is made. */
  read(): SavedOrders {
    const kept = { file: this.#path, what: 'orders', schema: savedOrdersSchema, disk: this.#disk } as const;
    return readStoredJsonSync(kept) ?? none;
  }

  /** Settles when it is on disk. A disk that does not take it is reported: the game itself goes on. */
  save(orders: SavedOrders): Promise<void> {
    return this.#file.writeOrReport(JSON.stringify(orders));
  }
}
