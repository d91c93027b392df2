import { z } from 'zod';
import { ok, type Result } from '#shared/core/result.js';
import { defineAction, invalidAction } from '../action.js';
import type { ActionPort } from '../action-port.js';
import { gameText, MAX_CHAT_BYTES, singleSpaced } from '../common-fields.js';
import { resolvePlayerName } from './other-player.js';

const COMMAND_PREFIX = '/';
const ALLIES_PREFIX = '.';
const ADDRESS_MARK = ':';

/** Action `diplomacy_message` (handle_chat_msg_req): text to one player or to all. */
export const diplomacyMessage = defineAction({
  name: 'diplomacy_message',
  doc: 'Say something to one player (target: id or name) or, without a target, to all.',
  actor: 'nation',
  schema: z.looseObject({
    text: gameText(MAX_CHAT_BYTES),
    target: z
      .looseObject({ id: z.int().optional(), value: z.union([z.string(), z.int()]).optional() })
      .optional(),
  }),
  sends: ['chat_msg_req'],
  allowsDefeated: true,
  plan(port, fields) {
    const text = singleSpaced(fields.text);
    if (text.startsWith(COMMAND_PREFIX) || text === '') {
      return invalidAction('A message is text, not empty and not a server command', 'data.text');
    }
    const address = addressee(port, fields.target?.id ?? fields.target?.value);
    if (!address.ok) return address;
    const line = address.value === undefined ? toAll(text) : `${address.value}${ADDRESS_MARK} ${text}`;
    return ok({
      send: () => port.request('chat_msg_req', { message: line }),
      effect: (_before, _world, replies) => {
        const said = replies.some((reply) => reply.messages.some(({ event }) => event === 'E_CHAT_MSG'));
        return said ? { message_sent: true, to: address.value ?? 'all' } : undefined;
      },
    });
  },
});

/** What could be read as an address or as a word to allies gets the mark of a message to all in front. */
function toAll(text: string): string {
  return text.includes(ADDRESS_MARK) || text.startsWith(ALLIES_PREFIX) ? `${ADDRESS_MARK} ${text}` : text;
}

/** The player's name as the server knows it; undefined for all. */
function addressee(
  { world }: ActionPort<never>,
  target: string | number | undefined,
): Result<string | undefined> {
  if (target === undefined || target === 'all') return ok(undefined);
  const players = [...world.players.values()];
  if (typeof target === 'number') {
    const player = world.players.get(target);
    return player === undefined
      ? invalidAction(`There is no player ${target}`, 'data.target')
      : ok(player.name);
  }
  const named = resolvePlayerName(world, players, target);
  if (named.ok) return ok(named.value.name);
  return invalidAction(`There is no player "${target}"`, 'data.target', {
    did_you_mean: named.failure.didYouMean,
    players: players.map(({ name }) => name),
  });
}
