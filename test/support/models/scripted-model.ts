import type { JsonObject } from '#shared/core/json.js';
import { advisedActions, turnOfBrief } from './advised-actions.js';

/** What a model sees of a prompt, whatever the form it came in. */
export interface SeenPrompt {
  readonly system: string;
  /** Names of the tools it may call. */
  readonly tools: readonly string[];
  /** All that was said, oldest first; the results of tools as `tool`. */
  readonly turns: readonly SeenMessage[];
  /** The schema that the answer must fulfil. */
  readonly schema?: unknown;
}

/** A message of a prompt. */
export interface SeenMessage {
  readonly role: 'user' | 'assistant' | 'tool';
  readonly text: string;
}

/** What a scripted model answers. */
export interface Answer {
  readonly kind?: undefined;
  readonly thinking?: string;
  readonly text?: string;
  readonly refusal?: string;
  /** Arguments as a text are sent as they are: for those that are no JSON. */
  readonly calls?: readonly { readonly name: string; readonly args: object | string }[];
}

/** What goes wrong instead of an answer, or in the middle of one. */
export type ServerFault =
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly message?: string;
    }
  /** The connection is cut after some of the answer. */
  | { readonly kind: 'cut'; readonly answer: Answer }
  /** The answer comes, with so many milliseconds between its pieces. */
  | { readonly kind: 'slow'; readonly answer: Answer; readonly ms: number }
  /** Nothing ever comes. */
  | { readonly kind: 'hang' }
  /** Something comes that is no answer. */
  | { readonly kind: 'nonsense' };

/** What a server does with a request; `count` is how many it got before. */
export type Script = (prompt: SeenPrompt, count: number) => Answer | ServerFault;

/**
 * Plays as briefs advise: one answer with the advised actions as parallel calls, then one that ends the turn. `turn` is told
 * with each brief it reads.
 */
export function advisedScript(
  onTurn: (turn: number) => Answer | ServerFault | undefined = () => undefined,
): Script {
  return ({ turns }) => {
    const last = turns.at(-1);
    const brief = turns.findLast(({ role, text }) => role === 'user' && turnOfBrief(text) !== undefined);
    const turn = turnOfBrief(brief?.text ?? '') ?? 0;
    const special = onTurn(turn);
    if (special !== undefined) return special;
    const calls = last?.role === 'user' ? advisedCalls(last.text) : [];
    if (calls.length > 0)
      return { thinking: `Turn ${turn}: as it is advised.`, text: 'I follow the advice.', calls };
    return { text: 'Done.', calls: [{ name: 'end_turn', args: { until: 'turn' } }] };
  };
}

/** The tool calls that do what a brief advises. */
export function advisedCalls(brief: string) {
  const advised = advisedActions(brief);
  const nameOf = ({ action }: JsonObject) => String(action);
  const actions = advised.filter((one) => /^(?:unit|city)_(?!plan|focus)/.test(nameOf(one)));
  const others = advised.flatMap((args) => {
    const action = nameOf(args);
    const name = /^(?:tech|research)_/.test(action) ? 'research' : action === 'settle' ? 'plan' : undefined;
    return name === undefined ? [] : [{ name, args }];
  });
  return [...(actions.length === 0 ? [] : [{ name: 'do', args: { actions } }]), ...others];
}
