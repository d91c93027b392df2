/** Invisible characters: controls but white space, direction marks, tags. Variants of emoji stay. */
const UNSEEN = /(?!\s)\p{Cc}|(?!\u200c|\u200d|[\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}/gu;

/** Joiners, which some scripts and emoji need, beside a letter that needs none. */
const USELESS_JOINER = /(?<=[ -~])(?:\u200c|\u200d)+|(?:\u200c|\u200d)+(?=[ -~])/gu;

/** A foreign name or message for agents: the text without its invisible characters. */
export function visibleText(text: string): string {
  return text.replace(UNSEEN, '').replace(USELESS_JOINER, '');
}
