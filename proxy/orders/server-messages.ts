import type { EventType } from '../freeciv/generated/packets.js';
import { type Message, plainText } from '../world/messages.js';
import type { Unit } from '../world/unit.js';

/** What the server says of orders, losses and units it moves itself. */
const ofOrders: ReadonlySet<EventType> = new Set<EventType>([
  'E_UNIT_ORDERS',
  'E_UNIT_RELOCATED',
  'E_UNIT_WAS_EXPELLED',
  'E_UNIT_UPGRADED',
  'E_UNIT_LOST_ATT',
  'E_UNIT_LOST_DEF',
  'E_UNIT_LOST_MISC',
  'E_ENEMY_DIPLOMAT_BRIBE',
  'E_BAD_COMMAND',
]);

const ofDefence: ReadonlySet<EventType> = new Set<EventType>([
  'E_UNIT_WIN_DEF',
  'E_UNIT_LOST_DEF',
  'E_ENEMY_DIPLOMAT_BRIBE',
  'E_ENEMY_DIPLOMAT_SABOTAGE',
]);

/** The server's sentences about what became of a unit. */
export function messagesAboutUnit(unitId: number, messages: readonly Message[]): readonly Message[] {
  return messages.filter(({ event, text }) => ofOrders.has(event) && isAbout(text, unitId));
}

/** The server's sentences about losses of a type of unit on a tile. */
export function lossesAt(tile: number, type: string, messages: readonly Message[]): readonly Message[] {
  return messages.filter(
    (message) => isLoss(message) && message.tile === tile && message.text.includes(type),
  );
}

/** Whether a message is about the loss of a unit. */
export function isLoss({ event }: Message): boolean {
  return event.startsWith('E_UNIT_LOST');
}

/** The server's sentences about attacks on a unit, or on those that stand with it. */
export function attacksOn(unit: Unit, messages: readonly Message[]): readonly Message[] {
  return messages.filter(
    ({ event, text, tile }) => ofDefence.has(event) && (tile === unit.tile || isAbout(text, unit.id)),
  );
}

/** The texts of messages without markup. */
export function plainTexts(messages: readonly Message[]): readonly string[] {
  return messages.map(({ text }) => plainText(text));
}

/** The server names units by links (`tgt="unit" id=7`), and those that fought also as `[id:7 ...]`. */
function isAbout(text: string, unitId: number): boolean {
  return text.includes(`tgt="unit" id=${unitId} `) || text.includes(`[id:${unitId} `);
}
