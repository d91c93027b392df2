import { z } from 'zod';
import { placeName } from '../orders/descriptions.js';
import { obstacleTo } from '../orders/obstacle.js';
import { findPath } from '../rules/movement/path.js';
import type { Unit } from '../world/unit.js';
import { turnOf, type World } from '../world/world.js';

/** What a plan keeps of a unit that it sends somewhere: the server may end its orders on the way. */
export const sendingShape = {
  /** How often the unit was sent from the tile where it stands. */
  tries: z.int(),
  /** Tile index of its last start, and the turn. */
  sentFrom: z.int(),
  sentTurn: z.int(),
};

const sendingSchema = z.strictObject(sendingShape);
/** When and from where a unit was sent last, and how often from there. */
export type Sending = z.infer<typeof sendingSchema>;

/** A unit that is kept from going on is sent again this often from one tile, once a turn. */
const MAX_TRIES = 3;

/** Why a plan could not act in a turn in which all plans together did as much as they may; it can in the next. */
export const TOO_MUCH_IN_A_TURN = 'the plans of the turn do too much';

/** A unit that was not sent yet. */
export const NOT_SENT: Sending = { tries: 0, sentFrom: -1, sentTurn: 0 };

/** The next attempt to send a unit on; `wait`: sent from this tile this turn; `stuck`: no progress for three turns. */
export function nextSending(world: World, before: Sending, { tile }: Unit): Sending | 'wait' | 'stuck' {
  const turn = turnOf(world);
  if (tile !== before.sentFrom) return { tries: 1, sentFrom: tile, sentTurn: turn };
  if (before.sentTurn === turn) return 'wait';
  if (before.tries >= MAX_TRIES) return 'stuck';
  return { tries: before.tries + 1, sentFrom: tile, sentTurn: turn };
}

/** What keeps a unit that is stuck from its next step to a tile, as a clause. */
export function describeStuck(world: World, unit: Unit, goal: number): string {
  const here = `it was sent ${MAX_TRIES} times from ${placeName(world, unit.tile)} and did not go on`;
  const path = unit.tile === goal ? undefined : findPath(world, unit, goal);
  const [next] = path?.steps ?? [];
  const obstacle = next && obstacleTo(world, unit, next.tile);
  return obstacle === undefined ? here : `${here}: ${obstacle.words}`;
}

/** Whether the orders of a unit lead it to a tile. */
export function isOnItsWay({ detail }: Unit, goal: number): boolean {
  return detail?.hasOrders === true && detail.gotoTile === goal;
}

/** Whether a unit waits for an order: no activity, no route, not working by itself. */
export function isWaiting({ activity, detail }: Unit): boolean {
  return activity === 'ACTIVITY_IDLE' && detail?.hasOrders === false && !detail.ai;
}
