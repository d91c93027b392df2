import { legalActions } from '../../proxy/actions/legal-actions.js';
import { performAction } from '../../proxy/actions/perform-action.js';
import { Brackets, type Reply, type ServerPacket } from '../../proxy/freeciv/brackets.js';
import type { ClientPacketName, PacketOf } from '../../proxy/freeciv/generated/packets.js';
import { PacketStream } from '../../proxy/freeciv/packet-stream.js';
import { Protocol } from '../../proxy/freeciv/protocol.js';
import { InFlightTargets } from '../../proxy/orders/in-flight-targets.js';
import { OrderTracker } from '../../proxy/orders/order-tracker.js';
import type { WakeOn } from '../../proxy/orders/wake.js';
import { applyPacket } from '../../proxy/world/fold.js';
import { commit, createWorld, type World } from '../../proxy/world/world.js';
import { readTapes, type SeatTape, type SentPacket, setsAsArrays, type TapeEntry } from './seat-tape.js';

/** Something that the seat found or did, when it was recorded and now. */
export interface Comparison {
  readonly recorded: unknown;
  readonly now: unknown;
}

/** A packet that the seat wants to send, and who waits for the answer. */
interface Wanted {
  readonly name: ClientPacketName;
  readonly fields: object;
  resolve(reply: Promise<Reply>): void;
}

const protocol = Protocol.load('3.0');

/**
 * Plays a recorded seat again. The server's part is read from the tape; the seat's part is done anew by the same code as
 * in a game: the world is folded from the packets, actions are planned, sent and judged, standing orders are looked at.
 */
export class TapePlayer {
  readonly world: World = createWorld();
  /** The standing orders of the seat. */
  readonly orders = new OrderTracker();
  readonly #stream = new PacketStream(protocol, 'server');
  readonly #brackets = new Brackets();
  readonly #inFlight = new InFlightTargets();
  /** Packets that the seat wants to send now. */
  readonly #wanted: Wanted[] = [];
  /** The end of a bracket that has not been told to whom waits for it. */
  #closing: ServerPacket | undefined;
  #underWay: Promise<object> = Promise.resolve({});

  /** Plays all of it, with a comparison wherever the seat found or did something. */
  async *play({ entries }: SeatTape): AsyncGenerator<Comparison> {
    for (const entry of entries) {
      const comparison = await this.#next(entry);
      if (comparison !== undefined) yield comparison;
    }
  }

  readonly request = <K extends ClientPacketName>(name: K, fields: PacketOf<K>['fields']): Promise<Reply> =>
    new Promise((resolve) => this.#wanted.push({ name, fields, resolve }));

  async trackOrder(unitId: number, wakeOn: WakeOn | undefined): Promise<void> {
    this.orders.track(this.world, unitId, wakeOn);
  }

  /** The recorded agents have no standing plans. */
  async changePlan(): Promise<undefined> {
    return undefined;
  }

  async endPlansBy(): Promise<readonly string[]> {
    return [];
  }

  async #next(entry: TapeEntry): Promise<Comparison | undefined> {
    if (entry.kind !== 'settled') this.#closeBracket();
    switch (entry.kind) {
      case 'received':
        for (const frame of entry.frames) this.#receive(Buffer.from(frame, 'hex'));
        return undefined;
      case 'settled': {
        commit(this.world);
        const { news, stop } = entry;
        return { recorded: { news, stop }, now: this.orders.check(this.world, this.#inFlight) };
      }
      case 'action':
        this.#underWay = performAction(this, entry.data, entry.id);
        return undefined;
      case 'offers_wanted':
        this.#underWay = legalActions(this).then((offers) => ({ offers }));
        return undefined;
      case 'sent':
        await allDone();
        return this.#send(entry);
      case 'verdict':
        return { recorded: withoutVersion(entry.result), now: withoutVersion(await this.#settled()) };
      case 'offers':
        return { recorded: { offers: entry.offers }, now: await this.#settled() };
    }
  }

  /** What the seat did; it must have come to its end here, for it did when it was recorded. */
  async #settled(): Promise<object> {
    let result: object | undefined;
    void this.#underWay.then((settled) => {
      result = settled;
    });
    await allDone();
    return result ?? { waits_for: this.#wanted.splice(0) };
  }

  #receive(frame: Buffer): void {
    this.#closeBracket();
    const packet: ServerPacket = this.#stream.decode(frame);
    applyPacket(this.world, packet);
    if (packet.name === 'processing_finished') this.#closing = packet;
    else this.#brackets.accept(packet, frame.length);
  }

  /** A request is under way until all have looked at the world as it is after its bracket. */
  #closeBracket(): void {
    const closing = this.#closing;
    this.#closing = undefined;
    if (closing !== undefined) this.#brackets.accept(closing);
  }

  /** A packet that was sent when this was recorded: by the action under way, or by the connection itself. */
  #send(sent: SentPacket): Comparison | undefined {
    const index = this.#wanted.findIndex(({ name }) => name === sent.name);
    const [wanted] = index < 0 ? [] : this.#wanted.splice(index, 1);
    const { fields } = wanted ?? sent;
    const reply = this.#brackets.expect(this.#inFlight.begin(fields));
    wanted?.resolve(reply);
    return wanted && { recorded: sent.fields, now: JSON.parse(JSON.stringify(fields, setsAsArrays)) };
  }
}

/** Lets everything go on that does not wait for the server. */
function allDone(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Versions hang on how many packets came at once. */
function withoutVersion(result: object): object {
  return JSON.parse(JSON.stringify(result, (key, value) => (key === 'version' ? undefined : value)));
}

/** The world of a folded tape: the first of its name in that test and ruleset. */
export function worldOfTape(name: string, username: string, ruleset?: string): World {
  for (const tape of readTapes()) {
    if (tape.test !== name || tape.username !== username) continue;
    const world = foldTape(tape);
    if (ruleset === undefined || world.ruleset.control?.name === ruleset) return world;
  }
  throw new Error(`there is no tape of ${username} in ${name}`);
}

/** What a recorded seat was told, without doing again what it did. `visit` sees the world after each entry of the tape. */
export function foldTape(
  { entries }: SeatTape,
  visit: (world: World, index: number) => void = () => {},
): World {
  const world = createWorld();
  const stream = new PacketStream(protocol, 'server');
  for (const [index, entry] of entries.entries()) {
    if (entry.kind === 'settled') commit(world);
    if (entry.kind === 'received')
      for (const frame of entry.frames) applyPacket(world, stream.decode(Buffer.from(frame, 'hex')));
    visit(world, index);
  }
  commit(world);
  return world;
}
