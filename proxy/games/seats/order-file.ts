import { join } from 'node:path';
import { type SavedOrders, savedOrdersSchema } from '../../orders/tracked-order.js';
import type { DiskReporter } from '../disk/disk-monitor.js';
import { LinesFile, textOfLines } from '../disk/lines-file.js';
import { replaceFile, retryAfterClearing } from '../disk/stored-files.js';

const NONE: SavedOrders = { orders: [], calls: [] };
/** A longer file is replaced by its last line. */
const MAX_CHARS = 64 << 10;

/**
 * The file with the standing orders of one seat. Wake conditions are known to the proxy only, so they must outlive it. Each line has
 * all orders and the last one counts: a line is appended in a fraction of the time in which a file is replaced.
 */
export class OrderFile {
  readonly #lines: LinesFile<SavedOrders>;
  readonly #file: string;
  readonly #disk: DiskReporter;
  /** Characters in the file; the first save of a process replaces it. */
  #length = MAX_CHARS;
  #latest = NONE;
  #last: Promise<void> = Promise.resolve();

  /** The id is encoded: it may hold characters that file systems do not allow. */
  constructor(folder: string, agentId: string, disk: DiskReporter) {
    // Its name does not end in .jsonl: a copy in a bucket takes such files for ones that only grow.
    const file = join(folder, `${encodeURIComponent(agentId)}.json`);
    this.#file = file;
    this.#disk = disk;
    const lost = 'standing orders of an agent';
    this.#lines = new LinesFile({ file, what: 'orders', schema: savedOrdersSchema, disk, lost });
  }

  /** The saved orders; empty when there is no such file or it is damaged. Read once, when the seat is created. */
  read(): SavedOrders {
    return this.#lines.readNow().at(-1) ?? NONE;
  }

  /** Settles when these orders, or later ones, are on disk. A write failure is reported, and the game continues. */
  save(orders: SavedOrders): Promise<void> {
    this.#latest = orders;
    this.#last = this.#last.then(() => this.#write(orders));
    return this.#last;
  }

  async #write(orders: SavedOrders): Promise<void> {
    if (orders !== this.#latest) return;
    const text = textOfLines([orders]);
    this.#length += text.length;
    if (this.#length > MAX_CHARS) await this.#replace(text);
    else if (!this.#lines.append([orders])) this.#length = MAX_CHARS;
  }

  async #replace(text: string): Promise<void> {
    const disk = this.#disk;
    try {
      await retryAfterClearing(disk, 'orders', this.#file, () => replaceFile(this.#file, text, disk));
      this.#length = text.length;
      disk.writeSucceeded('orders');
    } catch (error) {
      disk.writeFailed('orders', error);
    }
  }
}
