import type { CounselLine } from '#shared/protocol/state/counsel.js';
import { MAX_ABSENT_TURNS, stillTold } from '../told-log.js';

type Kind = CounselLine['kind'];
type FiguresOf<K extends Kind> = Extract<CounselLine, { kind: K }>['figures'];
/** The names of its figures, those of the entries of a list among them. */
type FigureOf<K extends Kind> = NamesIn<FiguresOf<K>>;
type NamesIn<F> = {
  [N in keyof F & string]: N | (F[N] extends readonly object[] ? keyof F[N][number] & string : never);
}[keyof F & string];

/** What decides when a line of one kind is told again. */
interface CounselKind<Figure extends string = string> {
  /** The figures that say what a line is about: among lines with the same ones the later replaces the earlier. */
  readonly subject: readonly Figure[];
  /** Figures that count down, or grow by themselves, while all goes as the line foretells. */
  readonly counting?: readonly Figure[];
  /** Set for what costs something every turn: it is told every turn. */
  readonly isUrgent?: true;
  /** Set for lines whose figures change a little every turn: they are told again only after some turns. */
  readonly isSteady?: true;
}

/** Every kind of counsel. The compiler demands a row, and that its figures exist. */
const counselKinds: Readonly<Record<Kind, CounselKind>> = {
  government: { subject: ['government', 'tech'], counting: ['turns', 'bulbs'] },
  rates: { subject: [] },
  tile: { subject: ['city_id', 'from', 'to'] },
  research_switch: { subject: [], isSteady: true },
  standing: { subject: [], isSteady: true },
  treaty: { subject: ['player_id', 'agreement'], counting: ['turns'] },
  famine: { subject: ['city_id'], counting: ['turns', 'stock'], isUrgent: true },
  disorder: { subject: ['city_id'], isUrgent: true },
  undefended: { subject: ['city_id'], isUrgent: true },
  settling: { subject: [], isSteady: true },
  tech: { subject: ['tech'], counting: ['turns', 'bulbs'] },
  wonder: { subject: ['wonder', 'city_id'], counting: ['turns', 'stock'] },
  score: { subject: [], isSteady: true },
  free_tech: { subject: ['tech'], counting: ['turns', 'bulbs'] },
  space_race: {
    subject: [],
    counting: ['build_turns', 'flight_turns', 'rival_turns', 'shields', 'count', 'arrival_turn'],
  },
  tech_trade: { subject: ['player_id'], counting: ['bulbs'] },
} satisfies { readonly [K in Kind]: CounselKind<FigureOf<K>> };

/** A line as it was told (`line`), in which turn (`turn`), and the last turn in which counsel had it (`seen`). */
interface ToldLine {
  readonly line: CounselLine;
  readonly turn: number;
  readonly seen: number;
}

/** The lines of counsel that an agent was told, by what they are about. */
export type ToldCounsel = ReadonlyMap<string, ToldLine>;

/** A figure that changed by less than this share, or by one, says what it said before. */
const MIN_CHANGE = 0.2;

/**
 * The lines that an agent is to be told in a turn: those that it was not told before, those whose figures or options have
 * changed since, and those that cost something every turn. In one turn the answer stays the same.
 */
export function dueCounsel(
  lines: readonly CounselLine[],
  told: ToldCounsel,
  turn: number,
): readonly CounselLine[] {
  return lines.filter((line) => {
    const { isUrgent = false, isSteady = false, counting = [] } = counselKinds[line.kind];
    const before = told.get(subjectOf(line));
    if (before === undefined || before.turn === turn || isUrgent) return true;
    if (turn - before.seen >= MAX_ABSENT_TURNS) return true;
    // Its figures change every turn: it is told again when it was not told for as many turns.
    return isSteady
      ? turn - before.turn >= MAX_ABSENT_TURNS || hasTurned(before.line.figures, line.figures)
      : hasChanged(before.line.figures, line.figures, counting);
  });
}

/** The log after `shown`, a part of `all` lines of a turn, was told. A line that counsel has not had for long is dropped. */
export function withTold(
  told: ToldCounsel,
  all: readonly CounselLine[],
  shown: readonly CounselLine[],
  turn: number,
): ToldCounsel {
  const kept = stillTold(told, new Set(all.map(subjectOf)), turn);
  const added = shown.map((line) => [subjectOf(line), { line, turn, seen: turn }] as const);
  return new Map([...kept, ...added]);
}

/** The subject of a line: the same for lines that replace each other. */
function subjectOf({ kind, figures }: CounselLine): string {
  const { subject } = counselKinds[kind];
  return JSON.stringify([kind, Object.entries(figures).filter(([name]) => subject.includes(name))]);
}

/** Whether a figure has become null or has stopped being null: then the line says something else. */
function hasTurned(
  before: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
): boolean {
  return Object.keys(now).some((name) => (before[name] === null) !== (now[name] === null));
}

function hasChanged(before: unknown, now: unknown, counting: readonly string[]): boolean {
  if (typeof before === 'number' && typeof now === 'number') {
    const change = Math.abs(now - before);
    return change > 1 && change > MIN_CHANGE * Math.abs(before);
  }
  if (!isRecord(before) || !isRecord(now)) return before !== now;
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...names].some((name) => !counting.includes(name) && hasChanged(before[name], now[name], counting));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
