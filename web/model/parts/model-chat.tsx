import { type Signal, useSignal } from '@preact/signals';
import type { ChatError, ChatReply, ToolEvent } from '#shared/protocol/chat.js';
import { type ChatEvent, changesIn, type ModelSeat, sayToModel } from '../chat-client.js';

const MAX_MESSAGE_CHARS = 8000;

/** One message of a person, and the answer to it so far. */
interface ChatEntry {
  readonly id: number;
  readonly message: string;
  readonly state: 'waiting' | 'answered' | 'failed';
  /** The reply so far, or the reason why it failed. */
  readonly reply: string;
  readonly tools: readonly ToolEvent[];
  /** What changed in the state of the seat, in words. */
  readonly changes: string;
}

/** The chat of a person with the model. */
export function ModelChat({ seat }: { readonly seat: ModelSeat }) {
  const entries = useSignal<readonly ChatEntry[]>([]);
  const message = useSignal('');
  const isWaiting = useSignal(false);
  const change = (id: number, update: (entry: ChatEntry) => ChatEntry) => {
    entries.value = entries.value.map((entry) => (entry.id === id ? update(entry) : entry));
  };
  const send = async () => {
    const text = message.value.trim();
    if (text === '' || isWaiting.value) return;
    const id = entries.value.length;
    const asked = { id, message: text, state: 'waiting', reply: '', tools: [], changes: '' } as const;
    entries.value = [...entries.value, asked];
    message.value = '';
    isWaiting.value = true;
    const answer = await sayToModel(seat, text, (event) => change(id, (entry) => withEvent(entry, event)));
    change(id, (entry) => withAnswer(entry, answer));
    isWaiting.value = false;
  };
  return (
    <section class="chat" aria-label={`Chat with the model of ${seat.agentId}`}>
      <ChatLog entries={entries.value} />
      <MessageForm message={message} isWaiting={isWaiting.value} send={() => void send()} />
    </section>
  );
}

function withEvent(entry: ChatEntry, event: ChatEvent): ChatEntry {
  if (event.kind === 'text') return { ...entry, reply: entry.reply + event.text };
  return { ...entry, tools: [...entry.tools, event.event] };
}

function withAnswer(entry: ChatEntry, answer: ChatReply | ChatError): ChatEntry {
  if (!answer.ok) return { ...entry, state: 'failed', reply: `${answer.error_code}: ${answer.message}` };
  const { reply, tool_events: tools, state_patch: patch } = answer;
  return { ...entry, state: 'answered', reply, tools, changes: changesIn(patch) };
}

interface MessageFormProps {
  readonly message: Signal<string>;
  /** True while an answer is awaited: no message is sent then. */
  readonly isWaiting: boolean;
  send(): void;
}

function MessageForm({ message, isWaiting, send }: MessageFormProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <label>
        Message
        <textarea
          rows={2}
          maxLength={MAX_MESSAGE_CHARS}
          value={message.value}
          placeholder="Ask why, or say what to do"
          onInput={(event) => {
            message.value = event.currentTarget.value;
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey) return;
            event.preventDefault();
            send();
          }}
        />
      </label>
      <button type="submit" class="offer" disabled={isWaiting}>
        Send
      </button>
    </form>
  );
}

/** The messages of a person and a model, with the tools that the model called and the changes that followed. */
function ChatLog({ entries }: { readonly entries: readonly ChatEntry[] }) {
  return (
    <ol class="chat-log" aria-label="Chat" aria-live="polite">
      {entries.map((entry) => (
        <li key={entry.id}>
          <p class="asked words">{entry.message}</p>
          {entry.tools.length > 0 && (
            <ul class="operations" aria-label="Tools that it called">
              {entry.tools.map(({ tool_name: name, ok, summary }, at) => (
                <li key={at} class={ok ? 'done' : 'refused'}>
                  <span role="img" aria-label={ok ? 'done' : 'not done'}>
                    {ok ? '✓' : '✗'}
                  </span>{' '}
                  <code>{name}</code> {summary}
                </li>
              ))}
            </ul>
          )}
          <p class={`replied words ${entry.state}`}>
            {entry.reply}
            {entry.state === 'waiting' && <span class="muted"> …</span>}
          </p>
          {entry.changes !== '' && <p class="muted changes">Changed: {entry.changes}</p>}
        </li>
      ))}
    </ol>
  );
}
