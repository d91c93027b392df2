/** One word without signs: it reads as a name wherever it stands. */
const PLAIN_NAME = /^[\p{L}\p{M}\p{N}'’.-]{1,32}$/u;
const MAX_NAME_CHARS = 48;

/**
 * The name of a player or city as texts for models have it: one word as it is, anything else in quotes and cut, so that no
 * name reads as a sentence of the text.
 */
export function nameText(name: string): string {
  return PLAIN_NAME.test(name) ? name : quotedWords(name, MAX_NAME_CHARS);
}

/** Words of others in quotes, on one line, cut to a length: no quote within them ends them. */
export function quotedWords(words: string, maxChars: number): string {
  const line = words.replace(/["“”]/gu, "'").replace(/\s+/gu, ' ').trim();
  return `"${line.length > maxChars ? `${line.slice(0, maxChars - 1)}…` : line}"`;
}

/** A sentence with these names as `nameText` has them, the longest first, where they do not stand in quotes already. */
export function withNamesQuoted(sentence: string, names: Iterable<string>): string {
  const found = [...names].filter((name) => !PLAIN_NAME.test(name) && name !== '' && sentence.includes(name));
  return found
    .sort((a, b) => b.length - a.length)
    .reduce((text, name) => (name.includes('"') ? quoted(text, name) : quotedOutside(text, name)), sentence);
}

/** Every second part of a text that is split at its quotes stands in quotes. */
function quotedOutside(text: string, name: string): string {
  const parts = text.split('"');
  return parts.map((part, index) => (index % 2 === 0 ? quoted(part, name) : part)).join('"');
}

function quoted(text: string, name: string): string {
  return text.replaceAll(name, () => nameText(name));
}
