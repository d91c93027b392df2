import {
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { abilitiesOf, TASKS_EXTENSION } from './client-capabilities.js';
import type { SeatTasks } from './seat-tasks.js';
import { inForm, type ToolResultForm } from './tool-results.js';

const params = z.looseObject({ taskId: z.string() });

/** How the methods of tasks are served: the tasks, the form of their results, and the token of the client. */
export interface ServedTasks {
  readonly tasks: SeatTasks;
  readonly form: ToolResultForm;
  readonly owner: string | undefined;
}

/** Serves the methods of the extension of tasks: `tasks/get`, `tasks/update` and `tasks/cancel`. */
export function serveTasks(server: Server, { tasks, form, owner }: ServedTasks): void {
  const serve = (method: string, answer: (taskId: string) => Promise<object | undefined>): void => {
    server.setRequestHandler(method, { params }, async ({ taskId }, context) => {
      demandTasks(server, context);
      const found = await answer(taskId);
      if (found !== undefined) return { ...found };
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such task of this seat');
    });
  };
  serve('tasks/get', async (taskId) => {
    const found = await tasks.find(taskId, owner);
    if (found === undefined) return undefined;
    const { view, result, error } = found;
    return {
      ...view,
      ...(result !== undefined && { result: inForm(result, form) }),
      ...(error && { error }),
    };
  });
  // No task of this server asks for anything: responses that nothing waits for are ignored.
  serve('tasks/update', async (taskId) => ((await tasks.find(taskId, owner)) === undefined ? undefined : {}));
  serve('tasks/cancel', async (taskId) => ((await tasks.cancel(taskId)) ? {} : undefined));
}

/** Throws -32021 for a client that has not declared the extension with its request. */
function demandTasks(server: Server, context: ServerContext): void {
  if (!abilitiesOf(server, context).hasTasks) throw tasksMissing();
}

/** The refusal of a request for which its client would have to declare the extension. */
export function tasksMissing(): MissingRequiredClientCapabilityError {
  return new MissingRequiredClientCapabilityError({
    requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } },
  });
}
