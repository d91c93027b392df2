import { type CounselLine, counselLineSchema } from '#shared/protocol/state/counsel.js';

/** A kind of counsel. */
export type MeasuredKind = CounselLine['kind'];
/** Every kind of counsel. */
export const MEASURED: readonly MeasuredKind[] = counselLineSchema.options.map(
  ({ shape }) => shape.kind.value,
);

interface Row {
  cases: number;
  right: number;
  /** Sum of the distances between forecast and real figures, and the number of figures. */
  error: number;
  figures: number;
}

/** The forecasts of counsel and the outcomes, by kind. */
export class CounselCases {
  readonly #rows = new Map<MeasuredKind, Row>(
    MEASURED.map((kind) => [kind, { cases: 0, right: 0, error: 0, figures: 0 }]),
  );
  readonly #wrong: string[] = [];
  readonly #wanted: number;
  readonly #kinds: readonly MeasuredKind[];

  /** No more than `wanted` cases of a kind are counted, and none of other kinds than these. */
  constructor(wanted: number, kinds: readonly MeasuredKind[] = MEASURED) {
    this.#wanted = wanted;
    this.#kinds = kinds;
  }

  /** Whether more cases of a kind are needed. */
  wants(kind: MeasuredKind): boolean {
    return this.#kinds.includes(kind) && this.count(kind) < this.#wanted;
  }

  count(kind: MeasuredKind): number {
    return this.#rows.get(kind)?.cases ?? 0;
  }

  /** A case with these forecast figures and these real ones. Right when none differs. */
  figures(kind: MeasuredKind, foretold: readonly number[], came: readonly number[], what: string): void {
    const errors = foretold.map((figure, index) => Math.abs(figure - (came[index] ?? Number.NaN)));
    const row = this.#rows.get(kind);
    if (row === undefined) return;
    row.error += errors.reduce((sum, error) => sum + error, 0);
    row.figures += errors.length;
    this.event(
      kind,
      errors.every((error) => error === 0),
      `${what}: said ${foretold.join(' ')}, came ${came.join(' ')}`,
    );
  }

  /** A case with a forecast event that happened, or did not. */
  event(kind: MeasuredKind, isRight: boolean, what: string): void {
    const row = this.#rows.get(kind);
    if (row === undefined) return;
    row.cases += 1;
    if (isRight) row.right += 1;
    else this.#wrong.push(`${kind}: ${what}`);
  }

  /** `rates 19 of 20, tile 4 of 4`: how many of the cases so far are right, by kind. */
  get soFar(): string {
    return [...this.#rows].map(([kind, { right, cases }]) => `${kind} ${right} of ${cases}`).join(', ');
  }

  /** The forecasts that were wrong, a line each. */
  get wrong(): readonly string[] {
    return this.#wrong;
  }

  /** Cases, per cent of them right, and the mean error of their figures, by kind. */
  table(): Record<string, { cases: number; 'right, %': string; 'mean error': string }> {
    return Object.fromEntries(
      [...this.#rows].map(([kind, { cases, right, error, figures }]) => [
        kind,
        {
          cases,
          'right, %': cases === 0 ? '' : ((100 * right) / cases).toFixed(1),
          'mean error': figures === 0 ? '' : (error / figures).toFixed(2),
        },
      ]),
    );
  }
}
