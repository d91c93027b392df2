import type { SpectatorAgent } from '#shared/protocol/spectator/agents.js';

/** How the actions of an agent ended and which were refused, and what its model took. */
export function AgentFigures({ agent }: { readonly agent: SpectatorAgent }) {
  const { tokens, verdicts, run, refused = [] } = agent;
  const failed = verdicts.rejected + verdicts.invalid;
  const figures = [
    ['applied', verdicts.applied],
    ['no effect', verdicts.no_effect],
    ['refused', failed],
    ...(run?.usage == null ? transcriptFigures(tokens) : usageFigures(run.usage)),
  ] as const;
  return (
    <>
      <dl class="figures">
        {figures.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd title={typeof count === 'number' ? count.toLocaleString('en') : count}>
              {typeof count === 'number' ? shortCount(count) : count}
            </dd>
          </div>
        ))}
      </dl>
      <Refused actions={refused} />
    </>
  );
}

/** Of the refused actions, the most frequent ones. */
const SHOWN_REFUSED = 4;

/** Which actions were refused how often, and why the last of each was. */
function Refused({ actions }: { readonly actions: NonNullable<SpectatorAgent['refused']> }) {
  if (actions.length === 0) return null;
  const shown = actions.toSorted((a, b) => b.count - a.count).slice(0, SHOWN_REFUSED);
  const rest = actions.filter((action) => !shown.includes(action));
  const others = rest.reduce((sum, { count }) => sum + count, 0);
  return (
    <p class="refusals" data-testid="refusals">
      <span class="muted">Refused: </span>
      {shown.map(({ type, count, sentence }, place) => (
        <span key={type} title={sentence}>
          {place > 0 && ', '}
          {count} {type.replaceAll('_', ' ')}
          {sentence !== '' && <span class="muted"> ({sentence})</span>}
        </span>
      ))}
      {others > 0 && <span class="muted">, {others} others</span>}
    </p>
  );
}

/** What its transcript says of tokens; nothing where it says nothing. */
function transcriptFigures(tokens: SpectatorAgent['tokens']) {
  if (tokens === null) return [];
  return [
    ['tokens in', tokens.input],
    ['tokens out', tokens.output],
  ] as const;
}

/** What its agent reports of its model. */
function usageFigures(usage: NonNullable<NonNullable<SpectatorAgent['run']>['usage']>) {
  const cost = usage.cost_usd === null ? [] : ([['cost', `$${usage.cost_usd.toFixed(2)}`]] as const);
  return [
    ['calls', usage.calls],
    ['new in', usage.input_tokens],
    ['cached in', usage.cached_tokens],
    ['tokens out', usage.output_tokens],
    ['model s', Math.round(usage.duration_s)],
    ...cost,
  ] as const;
}

/** 1234567 as `1.2M`. */
function shortCount(count: number): string {
  if (count < 10_000) return count.toLocaleString('en');
  return count < 1_000_000 ? `${Math.round(count / 1000)}k` : `${(count / 1_000_000).toFixed(1)}M`;
}
