import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, expect, vi } from 'vitest';
import { legalActions } from '../../proxy/actions/legal-actions.js';
import { PacketStream } from '../../proxy/freeciv/packet-stream.js';
import { OrderTracker } from '../../proxy/orders/order-tracker.js';
import { type SeatTape, setsAsArrays, type TapeEntry } from './seat-tape.js';
import { PARTS_FOLDER } from './tape-parts.js';

interface OpenTape {
  username: string;
  readonly entries: TapeEntry[];
  isOfSeat: boolean;
  /** The game server is told to quit: what it says from then on is not of the game. */
  isOver: boolean;
  actions: number;
}

interface RecordedPort {
  readonly username: string;
  readonly orders: OrderTracker;
}

/** Before each so many actions of a seat its offers are recorded as well. */
const ACTIONS_PER_OFFERS = 6;

const tapes: OpenTape[] = [];
const ofStream = new WeakMap<object, OpenTape>();
const ofOrders = new WeakMap<OrderTracker, OpenTape>();
/** Whose frame was decoded last: what a seat looks at then is what this one told. */
let lastReceiver: OpenTape | undefined;

recordPackets();
recordOrders();

vi.mock('../../proxy/actions/perform-action.js', async (original) => {
  const real = await original<typeof import('../../proxy/actions/perform-action.js')>();
  const performAction: typeof real.performAction = async (port, data, id) => {
    const tape = tapeOf(port);
    if (tape !== undefined && tape.actions++ % ACTIONS_PER_OFFERS === 0) await legalActions(port);
    tape?.entries.push({ kind: 'action', data: structuredClone(data), id });
    const result = await real.performAction(port, data, id);
    tape?.entries.push({ kind: 'verdict', result: structuredClone(result) });
    return result;
  };
  return { ...real, performAction };
});

vi.mock('../../proxy/actions/legal-actions.js', async (original) => {
  const real = await original<typeof import('../../proxy/actions/legal-actions.js')>();
  const legalActions: typeof real.legalActions = async (port) => {
    const tape = tapeOf(port);
    tape?.entries.push({ kind: 'offers_wanted' });
    const offers = await real.legalActions(port);
    tape?.entries.push({ kind: 'offers', offers: structuredClone(offers) });
    return offers;
  };
  return { ...real, legalActions };
});

afterAll(() => {
  const test = basename(expect.getState().testPath ?? 'unknown').replace('.test.ts', '');
  const ofSeats: SeatTape[] = tapes
    .filter((tape) => tape.isOfSeat && isWhole(tape))
    .map(({ username, entries }) => ({ test, username, entries }));
  writeFileSync(join(PARTS_FOLDER, `${test}.json`), JSON.stringify(ofSeats, setsAsArrays));
});

/** Plans go on by themselves between what the agent does: a tape does not hold them. */
const PLANS: ReadonlySet<unknown> = new Set(['delegate', 'go_and']);

/** Not of a seat that went on over another connection, where its actions were sent, and not of one with such a plan. */
function isWhole({ entries }: OpenTape): boolean {
  if (entries.some((entry) => entry.kind === 'action' && PLANS.has(entry.data.action_type))) return false;
  let sent = 0;
  for (const entry of entries) {
    if (entry.kind === 'action') sent = 0;
    if (entry.kind === 'sent') sent += 1;
    const changed = entry.kind === 'verdict' && entry.result.ok ? entry.result.value.changes.length : 0;
    if (changed > 0 && sent === 0) return false;
  }
  return true;
}

/** Every frame that a connection decodes and every packet that it encodes, in the order in which it does so. */
function recordPackets(): void {
  const { decodeWire, encode } = PacketStream.prototype;
  PacketStream.prototype.decodeWire = function (frame) {
    const packet = decodeWire.call(this, frame);
    const tape = tapeOfStream(this);
    tape.isOver ||=
      packet.name === 'chat_msg' && String(packet.fields.message).includes("(server prompt): 'quit");
    received(tape, frame);
    return packet;
  };
  PacketStream.prototype.encode = function (name, fields) {
    const tape = tapeOfStream(this);
    tape.entries.push(sentPacket(name, fields));
    if (name === 'server_join_req' && 'username' in fields) tape.username = String(fields.username);
    return encode.call(this, name, fields);
  };
}

function recordOrders(): void {
  const { check } = OrderTracker.prototype;
  OrderTracker.prototype.check = function (world, asked) {
    const found = check.call(this, world, asked);
    if (lastReceiver?.isOver === false)
      lastReceiver.entries.push({ kind: 'settled', ...structuredClone(found) });
    return found;
  };
}

function received(tape: OpenTape, frame: Buffer): void {
  const { entries } = tape;
  lastReceiver = tape;
  if (tape.isOver) return;
  const last = entries.at(-1);
  if (last?.kind === 'received') last.frames.push(frame.toString('hex'));
  else entries.push({ kind: 'received', frames: [frame.toString('hex')] });
}

function tapeOfStream(stream: object): OpenTape {
  let tape = ofStream.get(stream);
  if (tape === undefined) {
    tape = { username: '', entries: [], isOfSeat: false, isOver: false, actions: 0 };
    ofStream.set(stream, tape);
    tapes.push(tape);
  }
  return tape;
}

/** The tape of a seat: of the connections that logged in by its name, the latest one that is of no other seat. */
function tapeOf(port: object): OpenTape | undefined {
  const { orders, username } = port as RecordedPort;
  const known = ofOrders.get(orders);
  if (known !== undefined) return known;
  const tape = tapes.findLast((one) => one.username === username && !one.isOfSeat);
  if (tape === undefined) return undefined;
  tape.isOfSeat = true;
  ofOrders.set(orders, tape);
  return tape;
}

/** Passwords of game servers are no part of a recording. */
function sentPacket(name: string, fields: object): TapeEntry {
  return { kind: 'sent', name, fields: 'password' in fields ? { ...fields, password: 'secret' } : fields };
}
