import type { EventType } from '../../freeciv/generated/packets-3.0.js';
import { displayName } from '../../rules/lookup/names.js';
import { type Message, plainText } from '../../world/messages.js';
import type { World } from '../../world/world.js';

/** What a message of the server is about, gravest first: the order in which a brief has them. */
const KINDS = [
  'lost',
  'attacked',
  'unrest',
  'learned',
  'contact',
  'treaty',
  'wonder',
  'stalled',
  'news',
] as const;

/** What a message of the server is about. */
export type HappenedKind = (typeof KINDS)[number];

/** A line of a brief about something that happened. */
interface Happened {
  readonly kind: HappenedKind;
  /** One sentence or a few, without markup. */
  readonly text: string;
}

const eventsByKind: Readonly<Record<HappenedKind, readonly EventType[]>> = {
  lost: [
    'E_GAME_END',
    'E_CIVIL_WAR',
    'E_CITY_LOST',
    'E_CITY_NUKED',
    'E_ENEMY_DIPLOMAT_INCITE',
    'E_ENEMY_DIPLOMAT_BRIBE',
    'E_UNIT_LOST_DEF',
    'E_UNIT_LOST_ATT',
    'E_UNIT_LOST_MISC',
    'E_HUT_BARB_KILLED',
    'E_IMP_AUCTIONED',
    'E_TECH_LOST',
  ],
  attacked: [
    'E_UNIT_WIN_DEF',
    'E_UPRISING',
    'E_HUT_BARB',
    'E_HUT_BARB_CITY_NEAR',
    'E_NUKE',
    'E_ENEMY_SPY_NUKE',
    'E_ENEMY_DIPLOMAT_SABOTAGE',
    'E_ENEMY_DIPLOMAT_POISON',
    'E_ENEMY_DIPLOMAT_THEFT',
    'E_ENEMY_DIPLOMAT_FAILED',
    'E_ENEMY_SPY_STEAL_GOLD',
    'E_ENEMY_SPY_STEAL_MAP',
    'E_UNIT_WAS_EXPELLED',
  ],
  unrest: [
    'E_ANARCHY',
    'E_CITY_DISORDER',
    'E_CITY_FAMINE',
    'E_CITY_FAMINE_FEARED',
    'E_CITY_PLAGUE',
    'E_DISASTER',
    'E_LOW_ON_FUNDS',
  ],
  learned: [
    'E_TECH_LEARNED',
    'E_TECH_GAIN',
    'E_HUT_TECH',
    'E_NEW_GOVERNMENT',
    'E_REVOLT_DONE',
    'E_MY_DIPLOMAT_THEFT',
  ],
  contact: ['E_FIRST_CONTACT', 'E_DESTROYED', 'E_ENEMY_DIPLOMAT_EMBASSY'],
  treaty: [
    'E_TREATY_BROKEN',
    'E_TREATY_ALLIANCE',
    'E_TREATY_PEACE',
    'E_TREATY_CEASEFIRE',
    'E_TREATY_EMBASSY',
    'E_TREATY_SHARED_VISION',
    'E_DIPLOMACY',
    'E_DIPLOMATIC_INCIDENT',
  ],
  wonder: ['E_WONDER_BUILD', 'E_WONDER_WILL_BE_BUILT', 'E_SPACESHIP'],
  stalled: [
    'E_CITY_CANTBUILD',
    'E_WORKLIST',
    'E_CITY_AQUEDUCT',
    'E_CITY_AQ_BUILDING',
    'E_CITY_GRAN_THROTTLE',
  ],
  news: [
    'E_CITY_BUILD',
    'E_CITY_TRANSFER',
    'E_CITY_NORMAL',
    'E_CITY_LOVE',
    'E_IMP_BUILD',
    'E_HUT_CITY',
    'E_HUT_GOLD',
    'E_HUT_MERC',
    'E_HUT_SETTLER',
    'E_POLLUTION',
    'E_GLOBAL_ECO',
    'E_REVOLT_START',
    'E_UNIT_WIN_ATT',
    'E_UNIT_ACTION_FAILED',
    'E_UNIT_ESCAPED',
    'E_MY_DIPLOMAT_BRIBE',
    'E_MY_DIPLOMAT_EMBASSY',
    'E_MY_DIPLOMAT_FAILED',
    'E_MY_DIPLOMAT_INCITE',
    'E_MY_DIPLOMAT_POISON',
    'E_MY_DIPLOMAT_SABOTAGE',
    'E_MY_SPY_STEAL_GOLD',
    'E_MY_SPY_STEAL_MAP',
    'E_MY_SPY_NUKE',
    'E_CARAVAN_ACTION',
    'E_ACHIEVEMENT',
    'E_WONDER_STARTED',
    'E_WONDER_OBSOLETE',
    'E_TECH_EMBASSY',
    'E_MESSAGE_WALL',
  ],
};

/** Events of no kind are left out: what cities build and how they grow, answers to actions, the server's own affairs. */
const kindByEvent = new Map(
  KINDS.flatMap((kind) => eventsByKind[kind].map((event) => [event, kind] as const)),
);

/** What a message is about; undefined when a brief does not have it. */
export function happenedKind({
  event,
  text,
  tile,
}: Pick<Message, 'event' | 'text' | 'tile'>): HappenedKind | undefined {
  // The worklist does what it should.
  if (event === 'E_WORKLIST' && text.includes(' is building ')) return undefined;
  // Barbarians that land are told with their place; that they have a leader now is told without one.
  if (event === 'E_UPRISING' && tile === undefined) return 'news';
  return kindByEvent.get(event);
}

/**
 * What the messages after the first `count` of a world say, gravest first, then in their order. No sentence comes twice,
 * and each unit has one line, its gravest.
 */
export function happenedSince(world: World, count: number): readonly Happened[] {
  const built = wondersBuilt(world, world.messages.after(count));
  const lines = world.messages.after(count).flatMap((message) => {
    const isOver =
      message.event === 'E_WONDER_WILL_BE_BUILT' && built.some((name) => message.text.includes(name));
    const kind = message.version <= world.version && !isOver ? happenedKind(message) : undefined;
    return kind === undefined ? [] : [{ kind, text: lineText(message.text), unit: unitIn(message.text) }];
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

/** The names of the wonders that some messages tell are finished: that they would be is no news any more. */
function wondersBuilt({ ruleset }: World, messages: readonly Message[]): readonly string[] {
  const said = messages.filter(({ event }) => event === 'E_WONDER_BUILD');
  if (said.length === 0) return [];
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

/** The sentence as a brief has it: hit points that are left instead of the course of a fight, and no ellipsis. */
function lineText(text: string): string {
  return plainText(text)
    .replace(/ ?\[id:(\d+)[^\]]*?(\d+)(?: HP)? remaining[^\]]*\]/gu, ' ($1, $2 HP left)')
    .replace(/ ?\[id:(\d+)[^\]]*\]/gu, ' ($1)')
    .replace(/ ?(?:\.{2,}|…)/gu, '.')
    .replace(/\s+/gu, ' ')
    .trim();
}
