import { z } from 'zod';
import { type LinkAnswer, type LinkPush, linkAnswerSchema, linkPushSchema } from '#shared/protocol/link.js';
import { isJsonObject } from '../input/json-object.js';

/** What came from the proxy: an answer, a push, or something it should not have sent. */
export type LinkMessage =
  | { readonly name: 'answer'; readonly answer: LinkAnswer }
  | { readonly name: 'push'; readonly push: LinkPush }
  | { readonly name: 'bad'; readonly problem: string; readonly correlationId?: string };

const answerSchema = z.compile(linkAnswerSchema);
const pushSchema = z.compile(linkPushSchema);

export function readLinkMessage(text: string): LinkMessage {
  const message = parseJson(text);
  if (!isJsonObject(message)) return { name: 'bad', problem: 'not a JSON object' };
  if (message.correlation_id === undefined) {
    const push = pushSchema.safeParse(message);
    if (push.success) return { name: 'push', push: push.data };
    return { name: 'bad', problem: z.prettifyError(push.error) };
  }
  const answer = answerSchema.safeParse(message);
  if (answer.success) return { name: 'answer', answer: answer.data };
  const id = message.correlation_id;
  const problem = z.prettifyError(answer.error);
  return { name: 'bad', problem, ...(typeof id === 'string' ? { correlationId: id } : {}) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
