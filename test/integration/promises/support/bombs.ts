/** Messages of a megabyte, each made to be dear for somebody who reads it: scanner, decoder, JSON, schema or digest. */
export interface Bomb {
  readonly name: string;
  readonly text: string;
  /** What becomes of it: `read` when it is a message like others, only long. */
  readonly expected: 'read' | 'E104' | 'E105' | 'E106';
}

const megabyte = (1 << 20) - 1024;

/** So many pieces, or as many as a megabyte holds. */
function pieces(make: (index: number) => string, most = Number.POSITIVE_INFINITY): string {
  const made: string[] = [];
  for (let size = 0; made.length < most; ) {
    const piece = make(made.length);
    size += piece.length + 1;
    if (size > megabyte) break;
    made.push(piece);
  }
  return made.join(',');
}

const repeated = (letters: string) => letters.repeat(Math.floor(megabyte / Buffer.byteLength(letters)));
const within = (value: string) =>
  `{"type":"action","correlation_id":"c","data":{"action_type":"x","p":${value}}}`;
const key = (index: number) => `"${index.toString(36)}":0`;
/** Just under the limit of values. */
const most = 4000;

const bomb = (name: string, expected: Bomb['expected'], text: string): Bomb => ({ name, text, expected });

export const bombs: readonly Bomb[] = [
  bomb('brackets', 'E106', repeated('[')),
  bomb('empty arrays', 'E106', within(`[${pieces(() => '[]')}]`)),
  bomb('empty objects', 'E106', within(`[${pieces(() => '{}')}]`)),
  bomb('numbers', 'E106', within(`[${pieces(() => '1')}]`)),
  bomb('distinct keys', 'E106', within(`{${pieces(key)}}`)),
  bomb('distinct keys at the top', 'E106', `{"type":"action","action_type":"x",${pieces(key)}}`),
  bomb('sections of a state query', 'E106', `{"type":"state_query","sections":[${pieces(() => '1')}]}`),
  bomb('one number', 'E106', within(repeated('1'))),
  bomb('spaces', 'E106', `${repeated(' ')}{}`),
  bomb('many objects', 'read', within(`[${pieces(() => '{}', most / 2)}]`)),
  bomb('many distinct keys', 'read', within(`{${pieces(key, most)}}`)),
  bomb('many keys at the top', 'read', `{"type":"action","action_type":"x",${pieces(key, most)}}`),
  bomb('long fractions', 'read', within(`[${pieces((index) => `0.${index}${index}e-300`, most)}]`)),
  bomb('one text', 'read', within(`"${repeated('x')}"`)),
  bomb('escaped letters', 'read', within(`"${repeated('\\u0041')}"`)),
  bomb('backslashes', 'read', within(`"${repeated('\\\\')}"`)),
  bomb('letters of four bytes', 'read', within(`"${repeated('\u{1f600}')}"`)),
  bomb('a long type', 'E105', `{"type":"${repeated('t')}"}`),
  bomb('a long key', 'read', `{"type":"action","action_type":"x","${repeated('k')}":0}`),
  bomb('a key that reaches prototypes, last', 'E105', within(`{"a":"${repeated('x')}","__proto__":1}`)),
  bomb('no end', 'E104', within(`"${repeated('x')}`)),
];
