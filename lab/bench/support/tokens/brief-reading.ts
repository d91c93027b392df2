import type { BuyingCity, Nation } from './course.js';

/** What a brief as text says. */
export interface BriefReading {
  readonly turn: number;
  /** Why a wait for turns has ended. */
  readonly why: string | undefined;
  readonly nation: Nation | undefined;
  readonly happened: readonly string[];
  readonly decisions: readonly string[];
  readonly threats: readonly string[];
}

const NATION = /^Gold (-?\d+) \(([+-]?\d+)\), tax\/lux\/sci (\d+)\/(\d+)\/(\d+), (\w+)/mu;

/** Reads a brief as text. Throws when it does not begin with its turn. */
export function readBrief(text: string): BriefReading {
  const first = /^Turn (\d+) .*?(?:ended for: (\w+))?\.$/mu.exec(text);
  if (first === null) throw new Error(`not a brief: ${text}`);
  const figures = NATION.exec(text);
  const [gold = 0, income = 0, tax = 0, luxury = 0, science = 0] = figures?.slice(1, 6).map(Number) ?? [];
  return {
    turn: Number(first[1]),
    why: first[2],
    nation:
      figures === null ? undefined : { gold, income, tax, luxury, science, government: figures[6] ?? '' },
    happened: linesUnder(text, 'Happened'),
    decisions: [...linesUnder(text, 'Decide'), ...advisedSettlers(text)],
    threats: linesUnder(text, 'Threats'),
  };
}

/** Settlers whose site is in the advice, as decisions have them. */
function advisedSettlers(text: string): readonly string[] {
  return linesUnder(text, 'Advised').flatMap((line) => {
    const id = /^settle (\d+)/u.exec(line)?.[1];
    return id === undefined ? [] : [`settle: settlers ${id}`];
  });
}

function linesUnder(text: string, title: string): readonly string[] {
  const list = new RegExp(`^${title}:\\n((?:- .*\\n?)*)`, 'mu').exec(text)?.[1] ?? '';
  return list.split('\n').flatMap((line) => (line.startsWith('- ') ? [line.slice(2)] : []));
}

/** A city as its row shows it. */
export interface RowReading extends BuyingCity {
  readonly name: string;
  readonly hasDisorder: boolean;
}

/** Reads rows of cities as text: those that the answer has. */
export function readRows(text: string): readonly RowReading[] {
  const turn = Number(/^Turn (\d+)/u.exec(text)?.[1]);
  return text.split('\n').flatMap((line) => {
    const row = /^(\d+) (\D+) (\d+) f-?\d/u.exec(line);
    if (row === null) return [];
    const building = / ([a-z_]+)(?:@(\d+))?(?= |$)/gu;
    const words = [...line.slice(row[0].length).matchAll(building)].filter(([, name]) => name !== undefined);
    const built = words.find(([, , due]) => due !== undefined);
    const due = built?.[2];
    return [
      {
        id: Number(row[1]),
        name: row[2] ?? '',
        size: Number(row[3]),
        hasDisorder: words.some(([, word]) => word === 'disorder'),
        building: built?.[1] ?? '',
        turns: due === undefined ? null : Number(due) - turn,
      },
    ];
  });
}
