import { sendRoute } from '../../actions/unit/unit-orders.js';
import type { Reply } from '../../freeciv/brackets.js';
import { ConnectionLost } from '../../freeciv/errors.js';
import type { ClientPacketName, PacketOf } from '../../freeciv/generated/packets.js';
import { OrderTracker } from '../../orders/order-tracker.js';
import type { WakeOn } from '../../orders/wake.js';
import type { World } from '../../world/world.js';
import { detach } from '../faults/game-bug.js';
import type { OrderFile } from './order-file.js';

/** The seat whose units have standing orders. */
interface OrderSeat {
  readonly world: World;
  readonly isConnected: boolean;
  request<K extends ClientPacketName>(name: K, fields: PacketOf<K>['fields']): Promise<Reply>;
  runInOrder<T>(work: () => Promise<T>): Promise<T>;
}

/** Changes that nobody waits for are collected for this long and written once: while others move, there are several in a turn. */
const COLLECT_MS = 100;

/** The standing orders of a seat's units, kept on disk: those of woken units are stopped at the server. */
export class SeatOrders {
  readonly tracker: OrderTracker;
  readonly #seat: OrderSeat;
  readonly #file: OrderFile | undefined;
  readonly #gameId: string;
  readonly #stopping = new Set<number>();
  #kept = { revision: 0, onDisk: Promise.resolve() };
  #timer: NodeJS.Timeout | undefined;

  constructor(seat: OrderSeat, file: OrderFile | undefined, gameId: string) {
    this.#seat = seat;
    this.#file = file;
    this.#gameId = gameId;
    this.tracker = new OrderTracker(file?.read());
  }

  /** Tracks the order that a unit was just given, with its wake conditions; settles when it is on disk. */
  async track(unitId: number, wish: WakeOn | undefined): Promise<void> {
    this.tracker.track(this.#seat.world, unitId, wish);
    await this.save();
  }

  get isStopping(): boolean {
    return this.#stopping.size > 0;
  }

  /** Stops units that were woken; settles when the server has answered. */
  async stop(unitIds: readonly number[]): Promise<void> {
    await Promise.all(unitIds.map((unitId) => this.#stop(unitId)));
  }

  /** Settles when the orders as they are now are on disk. */
  save(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { revision } = this.tracker;
    if (this.#file !== undefined && revision !== this.#kept.revision)
      this.#kept = { revision, onDisk: this.#file.save(this.tracker.saved) };
    return this.#kept.onDisk;
  }

  /** Writes the orders soon where they have changed, and waits for nothing. After a crash the restored world shows the same changes again. */
  keep(): void {
    if (!this.#seat.isConnected) this.#saveUnawaited();
    else if (this.#file !== undefined && this.tracker.revision !== this.#kept.revision)
      this.#timer ??= setTimeout(() => this.#saveUnawaited(), COLLECT_MS);
  }

  /** Writes what is collected when the connection is closed: the game may then be given away, or the process end. */
  saveAfter(closed: Promise<unknown>): void {
    detach(
      this.#gameId,
      closed.then(() => this.save()),
    );
  }

  #saveUnawaited(): void {
    detach(this.#gameId, this.save());
  }

  /** Stops a unit that was woken. When the server is lost before it answers, the next check requests it again. */
  async #stop(unitId: number): Promise<void> {
    if (this.#stopping.has(unitId)) return;
    this.#stopping.add(unitId);
    try {
      await this.#seat.runInOrder(async () => {
        const unit = this.#seat.world.units.get(unitId);
        if (unit !== undefined) await sendRoute(this.#seat, unitId, unit.tile, []);
      });
    } catch (cause) {
      if (!(cause instanceof ConnectionLost)) throw cause;
    } finally {
      this.#stopping.delete(unitId);
    }
  }
}
