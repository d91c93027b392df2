import { setTimeout } from 'node:timers/promises';
import { systemClock } from '#shared/core/clock.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { ModelCaller } from './model-caller.js';
import type { ModelFault } from './models/model-fault.js';
import type { ModelProvider, ModelRequest } from './models/model-provider.js';
import { addressOf, keyNames } from './models/providers.js';
import type { PlayOptions } from './options.js';

/** The model that is checked before the game, its question, and the time limit. */
export interface ModelCheck {
  readonly provider: ModelProvider;
  readonly options: PlayOptions;
  /** The prompt and the tools of the game, so that what the provider refuses of them is known before the first turn. */
  readonly request: Pick<ModelRequest, 'system' | 'tools' | 'maxOutputTokens'>;
  readonly signal: AbortSignal;
  onNotice(line: string): void;
}

const HELLO = 'The game begins in a moment. Answer with one word: ready.';

/**
 * Asks the model once before a seat is taken for it. A failure is a line for the person: the address that was asked, what came
 * of it, and what to check. A server that is busy is asked again, as in the game; one that is not there is not.
 */
export async function checkModel({
  provider,
  options,
  request,
  ...more
}: ModelCheck): Promise<Result<void, string>> {
  const { signal, onNotice } = more;
  const ask = (maxAttempts: number) => {
    const caller = new ModelCaller(provider, {
      clock: systemClock,
      maxAttempts,
      maxSilenceMs: options['silence-seconds'] * 1000,
      onEvent: () => undefined,
      onRetry: ({ message }) => onNotice(`the model is not there yet (${message})`),
      pause: (ms, over) => setTimeout(ms, undefined, { signal: over }).catch(() => undefined),
    });
    return caller.ask({ ...request, messages: [{ role: 'user', text: HELLO }] }, signal);
  };
  const first = await ask(1);
  const mayPass = !first.ok && first.failure.kind === 'transient' && first.failure.cause !== 'address';
  const answer = mayPass && options.attempts > 1 ? await ask(options.attempts - 1) : first;
  return answer.ok ? ok(undefined) : fail(problemOf(answer.failure, provider, options));
}

/** `a-model at http://127.0.0.1:9/v1 cannot be asked: … . Check …`. */
function problemOf({ cause, message }: ModelFault, { name }: ModelProvider, options: PlayOptions): string {
  const address = addressOf(name, options['base-url']);
  const checks = {
    key: `the key in ${keyNames[name].join(' or ')}`,
    model: `the name of the model (--model ${options.model}) and the address (--base-url)`,
    address: 'the address (--base-url), and whether a server runs there',
    other: `--model, --provider (${name}) and --base-url`,
  };
  return `${options.model} at ${address} cannot be asked: ${message}. Check ${checks[cause ?? 'other']}. No turn was played.`;
}
