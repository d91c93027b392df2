import type { MessageView } from '#shared/protocol/state/full.js';
import { nationOf } from '../../orders/descriptions.js';
import { type Message, plainText } from '../../world/messages.js';
import type { World } from '../../world/world.js';
import { plainName } from './wire-values.js';

/** How many messages a state holds at most; the newest. */
export const MAX_MESSAGES = 40;

/** Events about connections and the server itself; some contain user names and addresses. */
const hiddenEvents: ReadonlySet<string> = new Set([
  'E_CONNECTION',
  'E_SETTING',
  'E_AI_DEBUG',
  'E_LOG_ERROR',
  'E_LOG_FATAL',
  'E_NEXT_YEAR',
  'E_TURN_BELL',
  'E_VOTE_NEW',
  'E_VOTE_RESOLVED',
  'E_VOTE_ABORTED',
]);

/** The newest messages that came after `version` and are committed, oldest first. */
export function messagesSince(world: World, version: number, most = MAX_MESSAGES): readonly MessageView[] {
  return newest(world, world.messages.since(version), most);
}

/** The newest messages but the first `count` that ever came, if they are committed; oldest first. */
export function messagesAfter(world: World, count: number): readonly MessageView[] {
  return newest(world, world.messages.after(count), MAX_MESSAGES);
}

function newest(world: World, messages: readonly Message[], most: number): MessageView[] {
  return messages
    .filter((message) => message.version <= world.version && !hiddenEvents.has(message.event))
    .slice(-most)
    .map((message) => messageView(world, message));
}

/** The player who says a message, and its nation where it is known; empty for a message of the server. */
export function speakerOf(
  { speaker }: Message,
  world: Pick<World, 'players' | 'ruleset'>,
): { readonly player_id?: number; readonly nation?: string | undefined } {
  if (speaker === undefined) return {};
  const nation = nationOf(world, speaker, '');
  return { player_id: speaker, nation: nation || undefined };
}

const views = new WeakMap<Message, MessageView>();

function messageView(world: World, message: Message): MessageView {
  let view = views.get(message);
  if (view === undefined) {
    view = {
      turn: message.turn,
      event: plainName(message.event, 'E_'),
      text: plainText(message.text),
      ...speakerOf(message, world),
      ...(message.tile !== undefined && world.map.position(message.tile)),
    };
    views.set(message, view);
  }
  return view;
}

/** Events that cannot wait: losses, unrest, treason. */
const graveEvents = [
  'anarchy',
  'city_disorder',
  'city_famine',
  'city_lost',
  'city_nuked',
  'city_plague',
  'civil_war',
  'destroyed',
  'diplomatic_incident',
  'disaster',
  'game_end',
  'hut_barb_city_near',
  'hut_barb_killed',
  'imp_auctioned',
  'low_on_funds',
  'nuke',
  'spaceship',
  'tech_lost',
  'treaty_broken',
  'unit_lost_att',
  'unit_lost_def',
  'unit_lost_misc',
  'uprising',
];

/** Events that happen every few turns. */
const routineEvents = [
  'caravan_action',
  'city_growth',
  'city_may_soon_grow',
  'imp_auto',
  'imp_build',
  'imp_sold',
  'my_unit_did_heal',
  'my_unit_was_healed',
  'unit_became_vet',
  'unit_built',
  'unit_built_pop_cost',
  'unit_relocated',
  'unit_upgraded',
  'wonder_started',
  'wonder_stopped',
];

/** Answers to what the player itself asked for, and help for beginners. */
const silentEvents = [
  'bad_command',
  'beginner_help',
  'chat_error',
  'report',
  'unit_illegal_action',
  'unit_orders',
];

const eventWorths = new Map<string, number>([
  ...graveEvents.map((event) => [event, 0] as const),
  ...routineEvents.map((event) => [event, 2] as const),
]);

/** How soon a digest names an event: 0 grave, 1 news, 2 routine; undefined for events that it leaves out. */
export function eventWorth(event: string): number | undefined {
  if (silentEvents.includes(event)) return undefined;
  if (event.startsWith('enemy_')) return 0;
  return eventWorths.get(event) ?? 1;
}
