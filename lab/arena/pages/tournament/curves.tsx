import { Tabs } from '../../../../web/parts/tabs.js';
import { niceCeiling, TurnChart } from '../../../../web/parts/turn-chart.js';
import type { CurveColumn } from '../../statistics/mean-curve.js';

const measures: readonly (readonly [string, CurveColumn])[] = [
  ['Score', 1],
  ['Cities', 2],
  ['Techs', 3],
];

interface CurvesProps {
  /** A line for each: what a contestant had as each turn began, with the half width of its band. */
  readonly lines: readonly {
    readonly name: string;
    readonly color: string;
    points(column: CurveColumn): readonly (readonly [turn: number, value: number, margin?: number])[];
  }[];
  readonly label: string;
}

/** Line chart of score, cities or technologies by turn. */
export function Curves({ lines, label }: CurvesProps) {
  const chart = (column: CurveColumn, measure: string) => {
    const drawn = lines.map(({ name, color, points }) => ({
      key: name,
      name,
      color,
      points: points(column),
    }));
    const all = drawn.flatMap(({ points }) => points);
    return (
      <TurnChart
        label={`${measure}, ${label}`}
        lines={drawn}
        turns={[0, Math.max(1, ...all.map(([turn]) => turn))]}
        most={niceCeiling(Math.max(1, ...all.map(([, value]) => value)))}
        width={480}
        height={230}
      />
    );
  };
  return (
    <div class="curves">
      <Tabs label="What is plotted" choices={measures} panel={chart} />
      <ul class="legend">
        {lines.map(({ name, color }) => (
          <li key={name}>
            <span class="swatch" style={{ background: color }} aria-hidden="true" />
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}
