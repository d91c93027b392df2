import { nationOf } from '../../../proxy/orders/descriptions.js';
import { displayName } from '../../../proxy/rules/lookup/names.js';
import { type Chat, chatIn } from '../../../proxy/world/chat.js';
import { type Message, plainText } from '../../../proxy/world/messages.js';
import { nameText, quotedWords, withNamesQuoted } from '../../../proxy/world/name-text.js';
import type { World } from '../../../proxy/world/world.js';
import { overdueBy } from '../production/postponed.js';
import { type HappenedKind, happenedKind, KINDS, TOLD_LATE } from './happened-kinds.js';

/** Characters of what another player says. */
const MAX_SAID_CHARS = 200;

/** A line of a brief about something that happened. */
export interface Happened {
  readonly kind: HappenedKind;
  /** One sentence or a few, without markup. */
  readonly text: string;
}

/** Which messages of a world are told. */
interface HappenedRange {
  /** The number of messages before those that are told. */
  readonly since: number;
  /** The same for messages that are told even when they came while the agent acted (`TOLD_LATE`). */
  readonly saidSince: number;
  /** Whether messages about routine are told, too. */
  readonly withRoutine?: boolean;
  /** Whether a message is told by other means. */
  isTold?(message: Message): boolean;
}

/**
 * What messages of a world say, gravest first, then in their order. No sentence comes twice, and each unit has one line, its
 * gravest.
 */
export function happenedSince(
  world: World,
  { since, saidSince, withRoutine = false, isTold = () => false }: HappenedRange,
): readonly Happened[] {
  const recent = world.messages.after(since);
  const built = wondersBuilt(world, recent);
  const before = world.messages.after(Math.min(saidSince, since)).slice(0, -recent.length || undefined);
  const late = before.filter((message) => TOLD_LATE.has(happenedKind(message) ?? 'news'));
  const lines = [...late, ...recent].flatMap((message) => {
    const isOver =
      message.event === 'E_WONDER_WILL_BE_BUILT' && built.some((name) => message.text.includes(name));
    const isBuildable = message.event === 'E_CITY_CANTBUILD' && overdueBy(world, message.text) !== undefined;
    const isWanted = message.version <= world.version && !isOver && !isBuildable && !isTold(message);
    const kind = isWanted ? happenedKind(message) : undefined;
    const text = kind === undefined ? undefined : lineText(world, message);
    const isShown = kind !== undefined && (withRoutine || kind !== 'routine');
    return !isShown || text === undefined ? [] : [{ kind, text, unit: unitIn(message.text) }];
  });
  lines.sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
  const told = new Set<string>();
  return lines.flatMap(({ kind, text, unit }) => {
    const keys = unit === undefined ? [text] : [text, unit];
    if (keys.some((key) => told.has(key))) return [];
    for (const key of keys) told.add(key);
    return [{ kind, text }];
  });
}

/** The names of the wonders that some messages report as finished: earlier messages about their building are obsolete. */
function wondersBuilt({ ruleset }: World, messages: readonly Message[]): readonly string[] {
  const said = messages.filter(({ event }) => event === 'E_WONDER_BUILD');
  return [...ruleset.improvements.values()]
    .filter(({ genus }) => genus === 'IG_GREAT_WONDER')
    .map(({ name }) => displayName(name))
    .filter((name) => said.some(({ text }) => text.includes(name)));
}

/** The first unit that a message names, as `unit 7`: in fights the server names the reader's own first. */
function unitIn(text: string): string | undefined {
  const id = /\[id:(\d+)|tgt="unit" id=(\d+)/u.exec(text);
  return id === null ? undefined : `unit ${id[1] ?? id[2]}`;
}

/**
 * The sentence as a brief has it: hit points that are left instead of the course of a fight, no ellipsis, and names and words
 * of others in quotes. Undefined for words that no other player says.
 */
function lineText(world: World, { event, text }: Message): string | undefined {
  const own = world.seat.player;
  const chat = own === undefined ? undefined : chatIn(world, own, { event, message: text });
  if (chat !== undefined) return chat.from === own ? undefined : chatText(world, chat);
  if (event === 'E_CHAT_MSG') return undefined;
  if (event === 'E_MESSAGE_WALL' || world.isForeign)
    return `The game server says: ${quotedWords(plainText(text), MAX_SAID_CHARS)}`;
  const names = [...world.players.values(), ...world.cities.values()].map(({ name }) => name);
  return withNamesQuoted(sentenceOf(text), names);
}

/** `Nero (Roman) says: "peace?"`. */
function chatText(world: World, { from, to, text }: Chat): string {
  const name = nameText(world.players.get(from)?.name ?? '');
  const whom = to === null ? ' to all' : '';
  return `${name} (${nationOf(world, from)}) says${whom}: ${quotedWords(text, MAX_SAID_CHARS)}`;
}

/** `[id:12 D:3 lost 4 HP, 10 HP remaining]`. Numbers have an end, so that no text takes long. */
const UNIT_NOTE = / ?\[id:(\d{1,10})(?!\d)([^\]]*)\]/gu;
const HP_LEFT = /(?<!\d)(\d{1,5})(?: HP)? remaining/u;

function sentenceOf(text: string): string {
  return plainText(text)
    .replace(UNIT_NOTE, (_note, id: string, rest: string) => {
      const left = HP_LEFT.exec(rest)?.[1];
      return left === undefined ? ` (${id})` : ` (${id}, ${left} HP left)`;
    })
    .replace(/ ?(?:\.{2,}|…)/gu, '.')
    .replace(/\s+/gu, ' ')
    .trim();
}
