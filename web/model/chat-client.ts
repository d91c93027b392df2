import type { ChatError, ChatReply, ToolEvent } from '#shared/protocol/chat.js';

/** A seat whose model is spoken to, and the token that allows it. */
export interface ModelSeat {
  readonly gameId: string;
  readonly agentId: string;
  readonly token: string;
}

/** What a model sends while it answers. */
export type ChatEvent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tool'; readonly event: ToolEvent };

/** A gateway that restarts is back within this. */
const MAX_ATTEMPTS = 5;
const RETRY_MS = 1500;

/**
 * Says something to the model of a seat; settles with its reply or why there is none. `onEvent` hears what comes before. When
 * the connection is lost the message is sent again under its name: the gateway brings it to the model once.
 */
export async function sayToModel(
  seat: ModelSeat,
  message: string,
  onEvent: (event: ChatEvent) => void,
): Promise<ChatReply | ChatError> {
  const requestId = crypto.randomUUID();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptChat(seat, message, requestId, onEvent);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (attempt >= MAX_ATTEMPTS) return lost(reason);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

async function attemptChat(
  { gameId, agentId, token }: ModelSeat,
  message: string,
  requestId: string,
  onEvent: (event: ChatEvent) => void,
): Promise<ChatReply | ChatError> {
  const body = { game_id: gameId, agent_id: agentId, message, request_id: requestId, stream: true };
  const answer = await fetch('/api/v1/chat', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok || answer.body === null) return await answer.json();
  for await (const { name, data } of serverSentEvents(answer.body)) {
    if (name === 'progress') onEvent({ kind: 'text', text: JSON.parse(data).text });
    else if (name === 'tool_event') onEvent({ kind: 'tool', event: JSON.parse(data) });
    else if (name === 'final' || name === 'error') return JSON.parse(data);
  }
  throw new Error('The connection was lost before the answer');
}

/** The events of a stream, each with its name and its data; comments are left out. */
async function* serverSentEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<{ readonly name: string; readonly data: string }> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const name = /^event: (.*)$/m.exec(block)?.[1];
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (name !== undefined && data !== undefined) yield { name, data };
    }
  }
}

function lost(message: string): ChatError {
  return { ok: false, error_code: 'INTERNAL_ERROR', message };
}

const LISTS = [
  ['units', 'unit', 'units'],
  ['cities', 'city', 'cities'],
  ['visible_tiles', 'tile', 'tiles'],
  ['messages', 'message', 'messages'],
] as const;
const PARTS = ['research', 'technologies', 'players', 'treaties'] as const;

/** What a state patch changes, in words: `2 units, 1 city, research`; empty for nothing. */
export function changesIn(patch: ChatReply['state_patch']): string {
  if (patch === null) return '';
  const counts = LISTS.flatMap(([field, one, many]) => {
    const count = patch[field]?.length ?? 0;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
  const gone = 'removed' in patch ? patch.removed.units.length + patch.removed.cities.length : 0;
  const parts = PARTS.filter((field) => patch[field] !== undefined);
  return [...counts, ...parts, ...(gone === 0 ? [] : [`${gone} gone`])].join(', ');
}
