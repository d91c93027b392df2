import { memo } from '#shared/core/memo.js';
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
export function messagesSince(world: World, version: number): readonly MessageView[] {
  return lastTold(world, world.messages.since(version)).map((message) => viewOf(message, world));
}

/**
 * The texts of the last `most` of the newest messages but the first `count` that ever came, if they are committed; oldest
 * first, without those of the events in `leftOut`.
 */
export function textsAfter(
  world: World,
  count: number,
  leftOut: ReadonlySet<Message['event']>,
  most: number,
): readonly string[] {
  return lastTold(world, world.messages.after(count))
    .filter(({ event }) => !leftOut.has(event))
    .slice(-most)
    .map((message) => viewOf(message, world).text);
}

function lastTold(world: World, messages: readonly Message[]): readonly Message[] {
  return messages
    .filter((message) => message.version <= world.version && !hiddenEvents.has(message.event))
    .slice(-MAX_MESSAGES);
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

const viewOf = memo(
  (message: Message, world: World): MessageView => ({
    turn: message.turn,
    event: plainName(message.event, 'E_'),
    text: plainText(message.text),
    ...speakerOf(message, world),
    ...(message.tile !== undefined && world.map.position(message.tile)),
  }),
);
