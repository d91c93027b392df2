import { SUMMARY_OPENING } from '#shared/protocol/conversation.js';
import type { PlacedMessage } from './chat-messages.js';
import type { RowBeginning, RowMessages } from './dataset-row.js';

/** Messages that stay together: something that the model was told, and all it did about it. */
interface Exchange {
  readonly messages: PlacedMessage[];
  readonly opensWithSummary: boolean;
  chars: number;
}

/**
 * The rows of a conversation. A new one begins where a summary has replaced what was before, and where a row would be longer than
 * `maxChars`: then before something that the model was told. A system message begins each row. Rows end with an answer of the model.
 */
export function conversationRows(
  messages: readonly PlacedMessage[],
  maxChars: number,
): readonly RowMessages[] {
  const [first] = messages;
  const system = first?.message.role === 'system' ? [first] : [];
  const rows: PlacedMessage[][] = [];
  const beginnings: RowBeginning[] = [];
  let chars = 0;
  for (const exchange of exchangesOf(messages.slice(system.length))) {
    const row = rows.at(-1);
    if (row !== undefined && !exchange.opensWithSummary && chars + exchange.chars <= maxChars) {
      row.push(...exchange.messages);
      chars += exchange.chars;
      continue;
    }
    beginnings.push(exchange.opensWithSummary ? 'summary' : rows.length === 0 ? 'start' : 'middle');
    rows.push([...system, ...exchange.messages]);
    chars = exchange.chars;
  }
  return rows.flatMap((row, at) => rowOf(row, beginnings[at] ?? 'middle'));
}

function exchangesOf(messages: readonly PlacedMessage[]): readonly Exchange[] {
  const exchanges: Exchange[] = [];
  for (const placed of messages) {
    const { role, content } = placed.message;
    const chars = JSON.stringify(placed.message).length;
    const last = exchanges.at(-1);
    if (last === undefined || role === 'user')
      exchanges.push({
        messages: [placed],
        opensWithSummary: role === 'user' && content.startsWith(SUMMARY_OPENING),
        chars,
      });
    else {
      last.messages.push(placed);
      last.chars += chars;
    }
  }
  return exchanges;
}

/** Nothing where the model has not answered. */
function rowOf(placed: readonly PlacedMessage[], begins_at: RowBeginning): readonly RowMessages[] {
  const end = placed.findLastIndex(({ message: { role } }) => role === 'assistant');
  const kept = placed.slice(0, end + 1);
  const turns = kept.map(({ turn }) => turn);
  const [first] = turns;
  if (first === undefined) return [];
  return [
    {
      messages: kept.map(({ message }) => message),
      begins_at,
      first_turn: Math.min(...turns),
      last_turn: Math.max(...turns),
    },
  ];
}
