import { ProtocolError } from './errors.js';
import type { ValueCodec } from './field.js';
import type { PacketTable } from './packet-table.js';
import { nameCodec } from './value-codecs.js';

/** One order of a unit: what to do, and to what; fields that the order has no use for hold any value. */
export interface UnitOrder<
  Order extends string = string,
  Activity extends string = string,
  Action extends string = string,
  Direction extends string = string,
> {
  readonly order: Order;
  readonly activity: Activity;
  readonly target: number;
  readonly subTarget: number;
  readonly action: Action;
  readonly dir: Direction;
}

const byte: ValueCodec<number> = { empty: 0, read: (r) => r.u8(), write: (w, v) => w.u8(v) };
const signedByte: ValueCodec<number> = { empty: 0, read: (r) => r.i8(), write: (w, v) => w.i8(v) };

/** Codec of `unit_order`, which 3.0 sends as parallel arrays: order, activity, target, sub target, action, direction. */
export function unitOrderCodec(table: PacketTable): ValueCodec<UnitOrder> {
  const orders = nameCodec(table, 'unit_orders', byte);
  const activities = nameCodec(table, 'unit_activity', byte);
  const actions = nameCodec(table, 'gen_action', byte);
  const directions = nameCodec(table, 'direction8', signedByte);
  return {
    empty: {
      order: orders.empty,
      activity: activities.empty,
      target: 0,
      subTarget: 0,
      action: actions.empty,
      dir: directions.empty,
    },
    read: (r) => ({
      order: orders.read(r),
      activity: activities.read(r),
      target: r.i32(),
      subTarget: r.i16(),
      action: actions.read(r),
      dir: directions.read(r),
    }),
    write: (w, v) => {
      orders.write(w, v.order);
      activities.write(w, v.activity);
      w.i32(v.target);
      w.i16(v.subTarget);
      actions.write(w, v.action);
      directions.write(w, v.dir);
    },
  };
}

/** For a wire type that only servers for the web client send: to read or write it is a ProtocolError. */
export function unspokenCodec(type: string): ValueCodec<unknown> {
  const refuse = (): never => {
    throw new ProtocolError('bad_value', `${type} is for the web client only`);
  };
  return { empty: undefined, read: refuse, write: refuse };
}
