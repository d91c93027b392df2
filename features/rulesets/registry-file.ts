/** A word of a value, with its place in the text of the file. */
export interface RegistryToken {
  readonly kind: 'string' | 'word' | 'file' | 'comma' | 'open' | 'close';
  /** A string without its quotes and its mark for translators; everything else as it is written. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Lines of the file, from 0 on, in which it begins and ends. */
  readonly line: number;
  readonly lastLine: number;
}

/** `key = value` within a section. */
export interface RegistryEntry {
  readonly section: string;
  readonly key: string;
  readonly tokens: readonly RegistryToken[];
}

/** Some text of a file that is to be replaced. */
export interface RegistryEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What may stand at a place of a file, in the order in which it is looked for. */
const LEXEMES =
  /(?:[ \t\r\n]|[;#][^\n]*)+|\[(?<section>[^\]\n]+)\]|\*include[ \t]+"[^"\n]*"|(?<key>[\w.]+)[ \t]*=|(?<string>_\([ \t\r\n]*"(?:[^"\\]|\\[\s\S])*"[ \t\r\n]*\)|"(?:[^"\\]|\\[\s\S])*")|(?<raw>\$[^$]*\$)|(?<file>\*[^*\n]+\*)|(?<comma>,)|(?<open>\{)|(?<close>\})|(?<word>[^\s,{}"=;#]+)/y;

/** The entries of a file in the format of FreeCiv's rulesets, in their order. Throws with the line where it is another format. */
export function registryEntries(text: string): readonly RegistryEntry[] {
  const entries: (RegistryEntry & { tokens: RegistryToken[] })[] = [];
  let [section, line] = ['', 0];
  const lexemes = new RegExp(LEXEMES);
  while (lexemes.lastIndex < text.length) {
    const start = lexemes.lastIndex;
    const found = lexemes.exec(text);
    if (found === null) throw new Error(`line ${line + 1} is not in the format of a ruleset`);
    const { section: name, key } = found.groups ?? {};
    if (name !== undefined) section = name;
    else if (key !== undefined) entries.push({ section, key, tokens: [] });
    const lastLine = line + newlinesIn(found[0]);
    const token = tokenOf(found.groups ?? {}, { start, end: lexemes.lastIndex, line, lastLine });
    if (token !== undefined) entries.at(-1)?.tokens.push(token);
    line = lastLine;
  }
  return entries;
}

function newlinesIn(text: string): number {
  let number = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) number += 1;
  return number;
}

function tokenOf(
  groups: Readonly<Record<string, string | undefined>>,
  place: Omit<RegistryToken, 'kind' | 'text'>,
): RegistryToken | undefined {
  const { string, raw, file, comma, open, close, word } = groups;
  if (string !== undefined) return { kind: 'string', text: unquoted(string), ...place };
  if (raw !== undefined) return { kind: 'string', text: raw.slice(1, -1), ...place };
  if (file !== undefined) return { kind: 'file', text: file, ...place };
  if (word !== undefined) return { kind: 'word', text: word, ...place };
  if (comma !== undefined) return { kind: 'comma', text: comma, ...place };
  if (open !== undefined) return { kind: 'open', text: open, ...place };
  return close === undefined ? undefined : { kind: 'close', text: close, ...place };
}

function unquoted(written: string): string {
  return written.slice(written.indexOf('"') + 1, written.lastIndexOf('"'));
}

/** Where a table is: its columns and its rows, which may be shorter. Undefined for a value that is no table. */
export function tableOf({ tokens }: RegistryEntry): RegistryTable | undefined {
  const open = tokens.findIndex(({ kind }) => kind === 'open');
  if (open < 0) return undefined;
  const rows: RegistryToken[][] = [];
  let before: RegistryToken | undefined;
  for (const token of tokens.slice(open + 1)) {
    if (token.kind === 'close') break;
    const isNewRow = before === undefined || (token.line > before.lastLine && before.kind !== 'comma');
    if (isNewRow) rows.push([]);
    if (token.kind !== 'comma') rows.at(-1)?.push(token);
    before = token;
  }
  const [columns = [], ...others] = rows;
  return { columns: columns.map(({ text }) => text), rows: others };
}

/** A table of a file. */
export interface RegistryTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly RegistryToken[])[];
}

/** The text with all edits made; everything between them stays as it is. */
export function withEdits(text: string, edits: readonly RegistryEdit[]): string {
  let [result, at] = ['', 0];
  for (const { start, end, text: replacement } of edits.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(at, start) + replacement;
    at = end;
  }
  return result + text.slice(at);
}

/** Puts a string in the place of a token. */
export function replaced({ start, end }: RegistryToken, text: string): RegistryEdit {
  return { start, end, text: `"${text}"` };
}
