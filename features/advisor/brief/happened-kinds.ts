import type { EventType } from '../../../proxy/freeciv/generated/packets.js';
import type { Message } from '../../../proxy/world/messages.js';

/** The subjects of the server's messages, gravest first: the order of a brief, which leaves out `routine`, and of a digest. */
export const KINDS = [
  'lost',
  'attacked',
  'war',
  'space',
  'unrest',
  'learned',
  'found',
  'contact',
  'treaty',
  'said',
  'wonder',
  'stalled',
  'news',
  'routine',
] as const;

/** The kinds that come before all else in a brief. */
export const GRAVE: ReadonlySet<HappenedKind> = new Set([
  'lost',
  'attacked',
  'war',
  'space',
  'found',
  'contact',
]);

/** The kinds that a brief tells even when they came while the agent acted, because verdicts do not tell them. */
export const TOLD_LATE: ReadonlySet<HappenedKind> = new Set([
  'lost',
  'war',
  'space',
  'found',
  'contact',
  'treaty',
  'said',
]);

/** What a message of the server is about. */
export type HappenedKind = (typeof KINDS)[number];

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
    'E_NUKE',
    'E_ENEMY_SPY_NUKE',
    'E_ENEMY_DIPLOMAT_SABOTAGE',
    'E_ENEMY_DIPLOMAT_POISON',
    'E_ENEMY_DIPLOMAT_THEFT',
    'E_ENEMY_DIPLOMAT_FAILED',
    'E_ENEMY_SPY_STEAL_GOLD',
    'E_ENEMY_SPY_STEAL_MAP',
    'E_UNIT_WAS_EXPELLED',
    'E_UNIT_ACTION_TARGET_HOSTILE',
  ],
  war: ['E_TREATY_BROKEN'],
  space: ['E_SPACESHIP'],
  unrest: [
    'E_ANARCHY',
    'E_CITY_DISORDER',
    'E_CITY_FAMINE',
    'E_CITY_FAMINE_FEARED',
    'E_CITY_PLAGUE',
    'E_DISASTER',
    'E_LOW_ON_FUNDS',
  ],
  learned: ['E_TECH_LEARNED', 'E_TECH_GAIN', 'E_NEW_GOVERNMENT', 'E_REVOLT_DONE', 'E_MY_DIPLOMAT_THEFT'],
  found: ['E_HUT_TECH', 'E_HUT_CITY', 'E_HUT_GOLD', 'E_HUT_MAP', 'E_HUT_MERC', 'E_HUT_SETTLER'],
  contact: ['E_FIRST_CONTACT', 'E_DESTROYED', 'E_ENEMY_DIPLOMAT_EMBASSY'],
  treaty: [
    'E_TREATY_ALLIANCE',
    'E_TREATY_PEACE',
    'E_TREATY_CEASEFIRE',
    'E_TREATY_EMBASSY',
    'E_TREATY_SHARED_VISION',
    'E_TREATY_SHARED_TILES',
    'E_DIPLOMACY',
    'E_DIPLOMATIC_INCIDENT',
  ],
  said: ['E_CHAT_MSG', 'E_MESSAGE_WALL'],
  wonder: ['E_WONDER_BUILD', 'E_WONDER_WILL_BE_BUILT'],
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
    'E_CITY_CONQUERED',
    'E_SCRIPT',
    'E_CITY_NORMAL',
    'E_CITY_LOVE',
    'E_IMP_BUILD',
    // No barbarians live in it, as a city is near.
    'E_HUT_BARB_CITY_NEAR',
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
    'E_WONDER_OBSOLETE',
    'E_TECH_EMBASSY',
  ],
  routine: [
    'E_CITY_CMA_RELEASE',
    'E_CITY_GROWTH',
    'E_CITY_MAY_SOON_GROW',
    'E_IMP_AUTO',
    'E_IMP_SOLD',
    'E_MY_UNIT_DID_HEAL',
    'E_MY_UNIT_WAS_HEALED',
    'E_UNIT_BECAME_VET',
    'E_UNIT_BUILT',
    'E_UNIT_BUILT_POP_COST',
    'E_UNIT_RELOCATED',
    'E_UNIT_UPGRADED',
    'E_SPONTANEOUS_EXTRA',
    'E_INFRAPOINTS',
    'E_UNIT_DID_EXPEL',
    'E_WONDER_STARTED',
    'E_WONDER_STOPPED',
  ],
};

/** Events of no kind are left out: answers to actions, and the server's own affairs. */
const kindByEvent = new Map(
  KINDS.flatMap((kind) => eventsByKind[kind].map((event) => [event, kind] as const)),
);

/** What a message is about; undefined when no brief and no digest has it. */
export function happenedKind({
  event,
  text,
  tile,
}: Pick<Message, 'event' | 'text' | 'tile'>): HappenedKind | undefined {
  // The worklist does what it should.
  if (event === 'E_WORKLIST' && text.includes(' is building ')) return undefined;
  if (event === 'E_DIPLOMACY' && text.includes(' is now war')) return 'war';
  // Barbarians that land are told with their place; that they have a leader now is told without one.
  if (event === 'E_UPRISING' && tile === undefined) return 'news';
  return kindByEvent.get(event);
}
