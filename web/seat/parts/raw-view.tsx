import { useSignal } from '@preact/signals';
import type { Seat } from '../seat.js';

/** The state and the offers as a program gets them that plays this seat. */
export function RawView({ seat }: { readonly seat: Seat }) {
  const text = useSignal('');
  const isCopied = useSignal(false);
  const load = async () => {
    const answer = await seat.asAgentsSee();
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
