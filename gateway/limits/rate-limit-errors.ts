import { type Failure, failure } from '#shared/core/failure.js';

/** What the specification's clients look for in an agent's E110. */
const NOTE = ' (E101)';
/** Seconds after which something under way may have ended. */
const SOON_S = 1;

/** E110: messages over a limit of the agent. `note` is what clients of an earlier form look for. */
export function tooManyMessages(
  { limit, retryAfter }: { readonly limit: string; readonly retryAfter: number },
  note = NOTE,
): Failure {
  const details = { limit, retry_after: retryAfter };
  return failure('E110', `Too many messages${note}: over the limit of ${limit}`, { details });
}

/** E110: more requests of an agent are under way than it may have. */
export function tooManyUnderWay(): Failure {
  return retryLater(`Too many requests under way${NOTE}`, SOON_S);
}

/** E110: an agent asks for more before it has read what it got. */
export function tooManyUnread(): Failure {
  return retryLater(`Answers of yours wait to be read${NOTE}`, SOON_S);
}

/** E110: a spectator asks for more before it has read what it got. */
export function tooManyQuestions(): Failure {
  return retryLater('Read what was sent, and wait for what you asked for, before you ask for more', SOON_S);
}

/** E110: too many wrong tokens from an address, in the login of an agent; seconds until the next is looked at. */
export function tooManyLogins(retryAfterS: number): Failure {
  return retryLater(`Too many failed logins${NOTE}`, retryAfterS);
}

/** The same over HTTP as an agent. */
export function tooManyWrongTokens(retryAfterS: number): Failure {
  return retryLater(`Too many wrong tokens${NOTE}`, retryAfterS);
}

/** The same of a spectator. */
export function tooManyWatchTokens(retryAfterS: number): Failure {
  return retryLater('Too many wrong tokens', retryAfterS);
}

function retryLater(sentence: string, retryAfterS: number): Failure {
  return failure('E110', sentence, { details: { retry_after: retryAfterS } });
}
