/** The words with which a message of the operator to a model begins. No player's words may. */
export const OPERATOR_MARK = 'Your operator says';

const MARK = /(?<!["\p{L}])your\s+operator\s+says/giu;

/** Invisible characters: controls but white space, direction marks, tags. Variants of emoji stay. */
const UNSEEN = /(?!\s)\p{Cc}|(?!\u200c|\u200d|[\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}/gu;

/** Joiners, which some scripts and emoji need, beside a letter that needs none. */
const USELESS_JOINER = /(?<=[ -~])(?:\u200c|\u200d)+|(?:\u200c|\u200d)+(?=[ -~])/gu;

/** The text without its invisible characters. */
export function visibleText(text: string): string {
  return text.replace(UNSEEN, '').replace(USELESS_JOINER, '');
}

/** Whether a text has the words with which a message of the operator begins. */
export function hasOperatorMark(text: string): boolean {
  return visibleText(text).search(MARK) >= 0;
}

/** A foreign name or message for agents: no invisible characters, and the operator's opening words in quotes. */
export function foreignText(text: string): string {
  return visibleText(visibleText(text).replace(MARK, '"$&"'));
}
