import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import { toolsFor } from '../../actions/tools/provider-forms.js';
import type { ChatMessage } from './dataset-row.js';

type Tools = ReadonlyMap<string, JsonObject>;

/** Finds the tools of rows, as this version of the gateway defines them. */
export class RowTools {
  readonly #small = toolsOf('small');
  readonly #full = toolsOf('full');

  /**
   * The small set; the full one too where an action was called by its own name. A tool of the agent's own is there with its name
   * alone: games keep no definitions.
   */
  toolsOf(messages: readonly ChatMessage[]): readonly JsonObject[] {
    const called = new Set(
      messages.flatMap(({ tool_calls: calls = [] }) => calls.map((call) => call.function.name)),
    );
    const others = [...called].filter((name) => !this.#small.has(name));
    const usesFull = others.some((name) => this.#full.has(name));
    const own = others.filter((name) => !this.#full.has(name)).toSorted();
    return [
      ...this.#small.values(),
      ...(usesFull ? [...this.#full].flatMap(([name, tool]) => (this.#small.has(name) ? [] : [tool])) : []),
      ...own.map((name) => ({
        type: 'function',
        function: { name, description: '', parameters: { type: 'object' } },
      })),
    ];
  }
}

function toolsOf(set: 'small' | 'full'): Tools {
  const tools = toolsFor({ set, format: 'openai', strict: 'false' });
  return new Map(tools.map((tool) => [nameOf(tool), tool]));
}

function nameOf({ function: body }: JsonObject): string {
  return isJsonObject(body) ? String(body.name) : '';
}
