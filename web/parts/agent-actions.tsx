import type { ActionOutcome, SpectatorAction, SpectatorAgent } from '#shared/protocol/spectator/agents.js';
import { watch } from '../state.js';

interface AgentActionsProps {
  /** The nation. */
  readonly of: string;
  readonly by: SpectatorAgent['played_by'];
  /** The newest first. */
  readonly actions: readonly SpectatorAction[];
  goTo(tile: number): void;
}

const SHOWN = 4;

/** Verdicts are shown by sign and word, not only by colour. */
const verdicts: Readonly<Record<ActionOutcome, readonly [sign: string, word: string]>> = {
  applied: ['✓', 'applied'],
  no_effect: ['○', 'no effect'],
  rejected: ['✕', 'rejected'],
  invalid: ['⚠', 'not valid'],
  unknown: ['?', 'unknown'],
};

/** The latest actions of an agent, each with its verdict and a button to its place. */
export function AgentActions({ of, by, actions, goTo }: AgentActionsProps) {
  if (actions.length === 0)
    return (
      <p class="muted">
        {by === 'person' ? 'What a person does is not listed here.' : 'The agent has not done anything yet.'}
      </p>
    );
  const list = (some: readonly SpectatorAction[], label: string) => (
    <ol class="actions" aria-label={label}>
      {some.map((action) => (
        <li key={action.id}>
          <Action action={action} goTo={goTo} />
        </li>
      ))}
    </ol>
  );
  const earlier = actions.slice(SHOWN);
  return (
    <>
      <h3>Last actions</h3>
      {list(actions.slice(0, SHOWN), `Last actions of the ${of}`)}
      {earlier.length > 0 && (
        <details class="more">
          <summary class="more-head">{earlier.length} before</summary>
          {list(earlier, `Earlier actions of the ${of}`)}
        </details>
      )}
    </>
  );
}

function Action({ action, goTo }: { readonly action: SpectatorAction; goTo(tile: number): void }) {
  const { type, text, outcome, sentence, code, ms, tile, turn } = action;
  const [sign, word] = verdicts[outcome];
  const name = type.replaceAll('_', ' ');
  return (
    <div class={`action ${outcome}`}>
      <span class="agent-verdict">
        <span aria-hidden="true">{sign}</span> {word}
      </span>
      <span class="deed">
        {tile === undefined ? (
          <strong>{name}</strong>
        ) : (
          <button type="button" class="link" title="Show the place" onClick={() => goTo(tile)}>
            {name}
          </button>
        )}{' '}
        {unbroken(text)}
        {sentence !== undefined && (
          <small>
            {code !== undefined && `${code} `}
            {sentence}
          </small>
        )}
      </span>
      <button
        type="button"
        class="when muted"
        title={`Watch turn ${turn}; the verdict took ${ms} ms`}
        aria-label={`Watch turn ${turn}`}
        onClick={() => watch.value?.seek(turn)}
      >
        {turn}
      </button>
    </div>
  );
}

/** Keeps coordinates on one line. */
function unbroken(text: string): string {
  return text.replace(/\((\d+), (\d+)\)/g, '($1,\u00a0$2)');
}
