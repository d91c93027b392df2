import { type RegistryEdit, type RegistryEntry, replaced, tableOf } from './registry-file.js';

/** What stands in the place of an entry that tells the ordinary rules, in any file. */
const replacements: Readonly<Record<string, string>> = {
  helptext: '',
  bonus_message: 'You are the first to know this and learn %s at once.',
  ruler_male_title: 'Ruler %s',
  ruler_female_title: 'Ruler %s',
};

/** The same for the section about the ruleset. */
const about: Readonly<Record<string, string>> = {
  name: 'Generated ruleset',
  summary: 'The names, costs, strengths and technologies of these rules are made from a seed.',
  description: '',
};

/** Takes out the texts that tell of the ordinary rules: they would be wrong, and name what has other names now. */
export function textEdits(entries: readonly RegistryEntry[]): readonly RegistryEdit[] {
  return entries.flatMap((entry) => {
    const text = entry.section === 'about' ? about[entry.key] : replacements[entry.key];
    return text === undefined ? helpColumnEdits(entry) : wholeEdit(entry, text);
  });
}

function wholeEdit({ tokens }: RegistryEntry, text: string): readonly RegistryEdit[] {
  const [first, last] = [tokens.at(0), tokens.at(-1)];
  return first === undefined || last === undefined ? [] : [replaced({ ...first, end: last.end }, text)];
}

/** Flags that a ruleset defines have a column of help. */
function helpColumnEdits(entry: RegistryEntry): readonly RegistryEdit[] {
  const table = tableOf(entry);
  const column = table?.columns.indexOf('helptxt') ?? -1;
  if (table === undefined || column < 0) return [];
  return table.rows.flatMap((row) => {
    const cell = row[column];
    return cell === undefined ? [] : [replaced(cell, '')];
  });
}
