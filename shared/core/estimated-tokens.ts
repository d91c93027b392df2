/** The estimate may be less than the true count by this factor; tests hold it over recorded games. */
export const MAX_ESTIMATE_ERROR = 1.1;

/** Letters of a word for each token: common words in small letters are one token, names have several. */
const LETTERS_PER_TOKEN = { common: 8, name: 4 } as const;
/** Digits or signs of a row for each token. */
const DIGITS_OR_SIGNS_PER_TOKEN = 3;

/** Tokens of a text or JSON within a tenth, by words, digits and signs, without the 70 MB table of a tokenizer. */
export function estimatedTokens(text: string): number {
  let tokens = 0;
  for (const [part] of text.matchAll(/_?[a-z]+|[A-Z]+[a-z]*| ?\d+|[^\sa-zA-Z\d]+/gu)) {
    if (/[a-z]/u.test(part[0] ?? '') || part.startsWith('_'))
      tokens += Math.ceil(part.length / LETTERS_PER_TOKEN.common);
    else if (/[A-Z]/u.test(part)) tokens += Math.ceil(part.length / LETTERS_PER_TOKEN.name);
    else tokens += Math.ceil(part.trim().length / DIGITS_OR_SIGNS_PER_TOKEN) + (part.startsWith(' ') ? 1 : 0);
  }
  return tokens;
}
