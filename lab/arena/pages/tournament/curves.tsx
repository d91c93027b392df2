import { type Measure, Measures, niceCeiling, TurnChart } from '../../../../web/parts/turn-chart.js';
import type { ContestantResult } from '../../play/match-result.js';

type Column = 1 | 2 | 3;

const measures = [
  ['Score', 1],
  ['Cities', 2],
  ['Techs', 3],
] as const;

/** A line: what a contestant had as each turn began. */
interface CurveLine {
  readonly name: string;
  readonly color: string;
  readonly curve: ContestantResult['curve'];
}

interface CurvesProps {
  readonly lines: readonly CurveLine[];
  readonly label: string;
}

/** Line chart of score, cities or technologies by turn. */
export function Curves({ lines, label }: CurvesProps) {
  const chart = (measure: Measure<Column>) => <Lines lines={lines} measure={measure} label={label} />;
  return (
    <div class="curves">
      <Measures<Column> measures={measures} chart={chart} />
      <ul class="legend">
        {lines.map((line) => (
          <li key={line.name}>
            <span class="swatch" style={{ background: line.color }} aria-hidden="true" />
            {line.name}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Lines({
  lines,
  measure: [name, column],
  label,
}: CurvesProps & { readonly measure: Measure<Column> }) {
  const entries = lines.flatMap(({ curve }) => curve);
  const last = Math.max(1, ...entries.map(([turn]) => turn));
  return (
    <TurnChart
      label={`${name}, ${label}`}
      lines={lines.map(({ name: contestant, color, curve }) => ({
        ...{ key: contestant, name: contestant, color },
        points: curve.map((entry) => [entry[0], entry[column]] as const),
      }))}
      turns={[0, last]}
      most={niceCeiling(Math.max(1, ...entries.map((entry) => entry[column])))}
      width={480}
      height={230}
    />
  );
}
