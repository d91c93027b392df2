import { useSignal } from '@preact/signals';
import type { PlayedSeat } from '../played-seat.js';

/** News: verdicts of actions and events. Screen readers get the newest one from the footer. */
export function NewsList({ seat }: { readonly seat: PlayedSeat }) {
  const news = seat.news.shown.value;
  return (
    <section aria-labelledby="news">
      <h2 id="news">News</h2>
      {news.length === 0 && <p class="muted">None yet.</p>}
      <ol class="news">
        {news.map(({ id, mood, text, turn }) => (
          <li key={id} class={mood} title={text}>
            <span>{text}</span> <span class="muted">{turn}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The state and the offers that a program playing this seat gets, as JSON. */
export function RawView({ seat }: { readonly seat: PlayedSeat }) {
  const text = useSignal('');
  const isCopied = useSignal(false);
  const load = async () => {
    const answer = await seat.fetchRawState();
    isCopied.value = false;
    text.value = answer.ok ? JSON.stringify(answer.data, null, 1) : answer.refusal.message;
  };
  const copy = async () => {
    await navigator.clipboard.writeText(text.value);
    isCopied.value = true;
  };
  return (
    <details
      class="group raw"
      onToggle={(event) => {
        if (event.currentTarget.open) void load();
      }}
    >
      <summary>What an agent sees</summary>
      <p class="muted">The answer to a state_query, {(text.value.length / 1024).toFixed(1)} KB here.</p>
      <div class="line">
        <button type="button" onClick={() => void load()}>
          As it is now
        </button>
        <button type="button" onClick={() => void copy()}>
          {isCopied.value ? 'Copied' : 'Copy'}
        </button>
      </div>
      <textarea readOnly rows={12} aria-label="State as an agent gets it" value={text.value} />
    </details>
  );
}
