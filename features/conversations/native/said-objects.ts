import type { ConversationObject } from '#shared/protocol/conversation-objects.js';

/** Where an object stands: the message and its turn. */
export interface ObjectPlace {
  readonly index: number;
  readonly turn: number;
}

/** A part of a text that is headed by a line with `#`. */
export interface TextSection {
  /** Empty for what stands before the first such line. */
  readonly title: string;
  readonly text: string;
}

const HEADER = /^ {0,3}#+(.*)$/;
/** The first line of a brief as text, or the first lines of one that a tool tells. */
const BRIEF_LINE =
  /^(?:Turn \d+ \([^)\n]*\)(?:, version \d+|[.;])|(?:ok: true\nbrief:\n)?version: \d+\nturn: \d+$)/m;
/** Sections of what the model says that are more than its thoughts. */
const SCENE_TITLE = /\bscene\b/i;
const CONDITION_TITLE = /\bconditions?\b/i;
/** The row of a brief that tells what has happened. */
const HAPPENED = /^happened$/i;

/** Whether a text has a brief in it. */
export function hasBrief(text: string): boolean {
  return BRIEF_LINE.test(text);
}

/** The sections of a text, in order; lines that begin with `#` begin one. */
export function sectionsOf(text: string): readonly TextSection[] {
  const sections: { title: string; lines: string[] }[] = [{ title: '', lines: [] }];
  for (const line of text.split('\n')) {
    const title = HEADER.exec(line)?.[1]?.trim();
    if (title === undefined) sections.at(-1)?.lines.push(line);
    else sections.push({ title, lines: [] });
  }
  return sections
    .map(({ title, lines }) => ({ title, text: lines.join('\n').trim() }))
    .filter(({ title, text: words }) => title !== '' || words !== '');
}

/** The objects of what the model says in play: a scene, a table, and its analysis. */
export function modelObjects(text: string, place: ObjectPlace): readonly ConversationObject[] {
  const sections = sectionsOf(text);
  const analysis = sections.filter(({ title }) => !SCENE_TITLE.test(title) && !CONDITION_TITLE.test(title));
  const others = sections.flatMap((section): readonly ConversationObject[] => {
    if (SCENE_TITLE.test(section.title))
      return [{ type: 'resulting_scene', source: 'llm', ...place, resulting_scene: section.text }];
    if (!CONDITION_TITLE.test(section.title)) return [];
    return [{ type: 'condition_table', source: 'llm', ...place, rows: rowsOf(section.text) }];
  });
  return [...analysisObject(analysis, place, false), ...others];
}

/** The model's reasoning, apart from what it says. */
export function thoughtObjects(text: string, place: ObjectPlace): readonly ConversationObject[] {
  return analysisObject(sectionsOf(text), place, true);
}

/** The objects of what the agent's program tells the model: a brief is the state of the realm, all else is beside the game. */
export function programObjects(text: string, place: ObjectPlace): readonly ConversationObject[] {
  const at = BRIEF_LINE.exec(text)?.index;
  const before = (at === undefined ? text : text.slice(0, at)).trim();
  return [
    ...(before === ''
      ? []
      : [{ type: 'ooc_message', source: 'client', ...place, ooc_message: before } as const]),
    ...(at === undefined ? [] : briefObjects(text.slice(at), place)),
  ];
}

/** A brief: what has happened, and the state of the realm. Verdicts before it are left out. */
export function briefObjects(text: string, place: ObjectPlace): readonly ConversationObject[] {
  const rows = rowsOf(text.slice(BRIEF_LINE.exec(text)?.index ?? 0));
  const happened = rows.filter(({ name, value }) => HAPPENED.test(name) && value !== 'none');
  const others = rows.filter(({ name }) => !HAPPENED.test(name));
  return [
    ...happened.map(
      ({ value }) =>
        ({ type: 'resulting_scene', source: 'server', ...place, resulting_scene: value }) as const,
    ),
    ...(others.length === 0
      ? []
      : [{ type: 'condition_table', source: 'server', ...place, rows: others } as const]),
  ];
}

/** The rows of a text: `name: value`, a name with the list below it, or a line of its own. */
function rowsOf(text: string): { name: string; value: string }[] {
  const rows: { name: string; value: string }[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const item = /^\s*- (.*)$/.exec(line)?.[1];
    const last = rows.at(-1);
    if (item !== undefined && last !== undefined) {
      last.value = last.value === '' ? item : `${last.value}\n${item}`;
      continue;
    }
    const [, name, value] = /^([A-Za-z_ ]{1,40}):(?: (.*))?$/.exec(line) ?? [];
    rows.push(name === undefined ? { name: '', value: line } : { name, value: value ?? '' });
  }
  return rows;
}

function analysisObject(
  sections: readonly TextSection[],
  place: ObjectPlace,
  reasoning: boolean,
): readonly ConversationObject[] {
  if (sections.length === 0) return [];
  const shown = sections.map(({ title, text }) => ({ title, text }));
  return [{ type: 'analysis', source: 'llm', ...place, reasoning, sections: shown }];
}
