import type { ToolEvent } from '#shared/protocol/chat.js';

/** One message of a person, and what came of it by now. */
export interface ChatEntry {
  readonly id: number;
  readonly message: string;
  readonly state: 'waiting' | 'answered' | 'failed';
  /** The reply as far as it is there, or why there is none. */
  readonly reply: string;
  readonly tools: readonly ToolEvent[];
  /** What changed in the state of the seat, in words. */
  readonly changes: string;
}

/** What a person and a model have said to each other: with the tools that the model called, and what that changed. */
export function ChatLog({ entries }: { readonly entries: readonly ChatEntry[] }) {
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
