import type { TurnMark } from '#shared/protocol/agent-answers.js';
import type { SpectatorAgent } from '#shared/protocol/spectator/agents.js';

const words: Readonly<Record<Exclude<TurnMark, 'played'>, string>> = {
  auto_ended: 'ended for it while it was away',
  timed_out: 'timed out',
  failed: 'failed or taken over by an AI',
};

interface PlayedShareProps {
  readonly agent: SpectatorAgent;
  /** Short form for a table. */
  readonly isShort?: boolean;
}

/** The share of turns that an agent has played itself; flagged when it has missed one. */
export function PlayedShare({ agent: { turns }, isShort = false }: PlayedShareProps) {
  if (turns === undefined) return null;
  const unplayed = turns.auto_ended + turns.timed_out + turns.failed;
  const all = turns.played + unplayed;
  if (all === 0) return null;
  const share = isShort ? `${turns.played}/${all} played` : `${turns.played} of ${all} turns played`;
  if (unplayed === 0) return <span class="played">{share}</span>;
  return (
    <strong class="unplayed" title={reasons(turns)}>
      <span aria-hidden="true">⚠</span> {share}
    </strong>
  );
}

/** Why turns were not played. */
function reasons(turns: NonNullable<SpectatorAgent['turns']>): string {
  return (['auto_ended', 'timed_out', 'failed'] as const)
    .filter((mark) => turns[mark] > 0)
    .map((mark) => `${turns[mark]} ${words[mark]}`)
    .join(', ');
}
