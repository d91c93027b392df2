import type { CounselLine } from '#shared/protocol/state/counsel.js';

/** About the turns under the new government that pay for one turn of anarchy. */
const PAID_BACK_AFTER = 3;

/**
 * Whether the effect of a line comes before the game is over. `left` is the number of turn changes until the last turn, infinite
 * where the server does not send it. A line with an immediate effect is told in the last turn, too.
 */
export function comesInTime(line: CounselLine, left: number): boolean {
  switch (line.kind) {
    case 'government': {
      const { turns, anarchy } = line.figures;
      return (turns ?? 0) + PAID_BACK_AFTER * (anarchy?.max ?? 0) < left;
    }
    case 'tech':
    case 'free_tech':
      return (line.figures.turns ?? 0) < left;
    case 'settling':
      return (line.figures.turns ?? 0) + (line.figures.way ?? 0) < left;
    // Bulbs that will not complete a technology are no loss.
    case 'research_switch':
      return (line.figures.turns ?? Number.POSITIVE_INFINITY) <= left;
    case 'space_race': {
      const { step, build_turns: built, flight_turns: flight } = line.figures;
      return step === 'flight' || built + flight <= left;
    }
    case 'wonder':
    case 'treaty':
    case 'famine':
      return (line.figures.turns ?? 0) <= left;
    case 'rates':
    case 'tile':
    case 'standing':
    case 'disorder':
    case 'undefended':
    case 'score':
    case 'tech_trade':
      return true;
  }
}
