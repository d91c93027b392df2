import { join } from 'node:path';
import { type SavedOrders, savedOrdersSchema } from '../../orders/tracked-order.js';
import type { DiskReporter } from '../disk/disk-monitor.js';
import { AtomicFile, readStoredJsonSync } from '../disk/stored-files.js';

const none: SavedOrders = { orders: [], calls: [] };

/** The file with the standing orders of one seat. Wake conditions are known to the proxy only, so they must outlive it. */
export class OrderFile {
  readonly #path: string;
  readonly #file: AtomicFile;
  readonly #disk: DiskReporter;

  /** The id is encoded: it may hold characters that file systems do not allow. */
  constructor(folder: string, agentId: string, disk: DiskReporter) {
    this.#path = join(folder, `${encodeURIComponent(agentId)}.json`);
    this.#file = new AtomicFile(this.#path, 'orders', disk);
    this.#disk = disk;
  }

  /** The saved orders; empty when there is no such file or it is damaged. Read once, when the seat is created. */
  read(): SavedOrders {
    const kept = { file: this.#path, what: 'orders', schema: savedOrdersSchema, disk: this.#disk } as const;
    return readStoredJsonSync(kept) ?? none;
  }

  /** Settles when the orders are on disk. A write failure is reported, and the game continues. */
  save(orders: SavedOrders): Promise<void> {
    return this.#file.writeOrReport(JSON.stringify(orders));
  }
}
