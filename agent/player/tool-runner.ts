import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import { type McpTool, toolNames } from '#shared/protocol/tools.js';
import { AgentError, type AgentSeat } from '../client.js';
import type { ToolCall, ToolMessage } from './models/messages.js';
import type { OperatorChannel } from './operator-channel.js';

/** What of a seat carries out tool calls. */
export type ToolSeat = Pick<AgentSeat, 'request'>;

/** What came of a call. */
export interface ToolOutcome {
  readonly message: ToolMessage;
  /** Whether the call had a form in which it could be carried out. */
  readonly isValid: boolean;
}

/** Checks the tool calls of a model and carries them out on its seat, by the `tool_call` of the small set. */
export class ToolRunner {
  readonly #seat: ToolSeat;
  readonly #channel: OperatorChannel;
  readonly #required = new Map<string, readonly string[]>();
  readonly #onResult: (message: ToolMessage) => void;

  /** `onResult` is told what came of each call. */
  constructor(
    seat: ToolSeat,
    definitions: readonly McpTool[],
    channel: OperatorChannel,
    onResult: (message: ToolMessage) => void = () => {},
  ) {
    this.#seat = seat;
    this.#channel = channel;
    this.#onResult = onResult;
    for (const { name, inputSchema } of definitions) {
      const { required } = inputSchema;
      this.#required.set(name, Array.isArray(required) ? required.map(String) : []);
    }
  }

  /** What is wrong with a call before it is sent, in one line; undefined when nothing is. */
  fault({ name, arguments: args }: ToolCall): string | undefined {
    const required = this.#required.get(name);
    if (required === undefined) return `There is no tool ${name}. There are: ${toolNames.join(', ')}`;
    if (args === undefined) return `The arguments of ${name} are not a JSON object; call it again`;
    if (this.#channel.isToldIn(args)) return 'The key of the operator is for you alone; leave it out';
    const missing = required.filter((field) => args[field] === undefined || args[field] === null);
    return missing.length === 0 ? undefined : `${name} needs ${missing.join(', ')}`;
  }

  /** Carries a call out. What is refused is a result, too, in one line. */
  async run(call: ToolCall, signal: AbortSignal): Promise<ToolOutcome> {
    const outcome = await this.#run(call, signal);
    this.#onResult(outcome.message);
    return outcome;
  }

  async #run(call: ToolCall, signal: AbortSignal): Promise<ToolOutcome> {
    const fault = this.fault(call);
    if (fault !== undefined) return { message: resultOf(call, fault, true), isValid: false };
    try {
      const data = { name: call.name, arguments: call.arguments };
      const { ok, text, result } = await this.#seat.request('tool_call', data, { signal });
      return { message: resultOf(call, ok ? text : refusalLine(text, result), !ok), isValid: true };
    } catch (error) {
      if (!(error instanceof AgentError)) throw error;
      return { message: resultOf(call, error.message, true), isValid: true };
    }
  }
}

/** The result of a call, for the model. */
export function resultOf({ id, name }: ToolCall, text: string, isError = false): ToolMessage {
  return { role: 'tool', callId: id, name, text, isError };
}

/** A refusal in one line; of several actions the whole result. */
function refusalLine(text: string, { code, why, did_you_mean, possible }: JsonObject): string {
  if (typeof why !== 'string') return text;
  const near = listed('; did you mean ', did_you_mean) + listed('; possible: ', possible);
  return `${typeof code === 'string' ? `${code}: ` : ''}${why}${near}`;
}

function listed(title: string, list: unknown): string {
  if (!Array.isArray(list) || list.length === 0) return '';
  return title + list.map((one) => (isJsonObject(one) ? JSON.stringify(one) : String(one))).join(', ');
}
