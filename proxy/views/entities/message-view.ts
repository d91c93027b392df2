import type { MessageView } from '#shared/protocol/state/full.js';
import { type Message, plainText } from '../../world/messages.js';
import type { World } from '../../world/world.js';
import { plainName } from './wire-values.js';

/** How many messages a state holds at most; the newest. */
export const MAX_MESSAGES = 40;

/** About connections and the server's own affairs: user names and addresses stand in some of them. */
const notForAgents: ReadonlySet<string> = new Set([
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
    .filter((message) => message.version <= world.version && !notForAgents.has(message.event))
    .slice(-most)
    .map((message) => messageView(world, message));
}

const views = new WeakMap<Message, MessageView>();

function messageView(world: World, message: Message): MessageView {
  let view = views.get(message);
  if (view === undefined) {
    view = {
      turn: message.turn,
      event: plainName(message.event, 'E_'),
      text: plainText(message.text),
      ...(message.tile !== undefined && world.map.position(message.tile)),
    };
    views.set(message, view);
  }
  return view;
}
