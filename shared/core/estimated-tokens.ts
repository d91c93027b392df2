/** The estimate may be less than the true count by this factor; tests hold it over recorded games. */
export const MAX_ESTIMATE_ERROR = 1.1;

/** Letters of a word for each token: common words in small letters are one token, names have several. */
const LETTERS_PER_TOKEN = { common: 8, name: 4 } as const;
const DIGITS_PER_TOKEN = 3;
const SIGNS_PER_TOKEN = 3;

/**
 * Tokens of a text or JSON, within a tenth, without the table of a tokenizer, which takes 70 MB: by the letters of words,
 * digits and signs; a space before a digit is a token.
 */
export function estimatedTokens(text: string): number {
  let tokens = 0;
  for (const [part] of text.matchAll(/_?[a-z]+|[A-Z]+[a-z]*| ?\d+|[^\sa-zA-Z\d]+/gu)) {
    if (/[a-z]/u.test(part[0] ?? '') || part.startsWith('_'))
      tokens += Math.ceil(part.length / LETTERS_PER_TOKEN.common);
    else if (/[A-Z]/u.test(part)) tokens += Math.ceil(part.length / LETTERS_PER_TOKEN.name);
    else if (/\d/u.test(part))
      tokens += Math.ceil(part.trim().length / DIGITS_PER_TOKEN) + (part.startsWith(' ') ? 1 : 0);
    else tokens += Math.ceil(part.length / SIGNS_PER_TOKEN);
  }
  return tokens;
}
