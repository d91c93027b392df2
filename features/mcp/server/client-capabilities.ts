import { CLIENT_CAPABILITIES_META_KEY, type Server, type ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { isJsonObject } from '#shared/core/json.js';

/** The extension of tasks (SEP-2663), which revision 2026-07-28 has in place of the tasks of 2025-11-25. */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

/** The extension of apps (SEP-1865): pages that a host shows in its chat. */
export const UI_EXTENSION = 'io.modelcontextprotocol/ui';

/** The type of such a page. */
export const APP_MIME_TYPE = 'text/html;profile=mcp-app';

/** What the client of a request can do. */
export interface ClientAbilities {
  /** It polls tasks. Only clients of 2026-07-28: SDK 2.4 refuses the task results of earlier revisions. */
  readonly hasTasks: boolean;
  /** It shows pages of the type of apps. */
  readonly showsApps: boolean;
  /** It asks its user with a form. */
  readonly asksForms: boolean;
  /** It is of a revision in which a server asks by an `input_required` result, and not by a request. */
  readonly isModern: boolean;
}

const settings = z.looseObject({});

/** The part of the capabilities of a client that is read here. */
const declaredSchema = z.looseObject({
  elicitation: z.looseObject({ form: settings.optional(), url: settings.optional() }).optional(),
  extensions: z.record(z.string(), settings).default({}),
});

/** What the client says that it can do: with each request since revision 2026-07-28, and at the beginning of a session before. */
export function abilitiesOf(server: Server, { mcpReq }: Pick<ServerContext, 'mcpReq'>): ClientAbilities {
  const { envelope } = mcpReq;
  const isModern = isJsonObject(envelope);
  // The capabilities of a session: in revision 2026-07-28 there is none.
  return read(isModern ? envelope[CLIENT_CAPABILITIES_META_KEY] : server.getClientCapabilities(), isModern);
}

/** Whether a parsed body of revision 2026-07-28 asks for news of tasks, and its client has not declared that it has tasks. */
export function lacksTasks(body: unknown): boolean {
  const { params } = isJsonObject(body) ? body : {};
  const { _meta: meta, notifications } = isJsonObject(params) ? params : {};
  if (!isJsonObject(notifications) || notifications.taskIds === undefined) return false;
  return !read(isJsonObject(meta) ? meta[CLIENT_CAPABILITIES_META_KEY] : undefined, true).hasTasks;
}

function read(said: unknown, isModern: boolean): ClientAbilities {
  const { elicitation, extensions } = declaredSchema.safeParse(said).data ?? { extensions: {} };
  const types = extensions[UI_EXTENSION]?.mimeTypes;
  return {
    hasTasks: isModern && extensions[TASKS_EXTENSION] !== undefined,
    showsApps: Array.isArray(types) && types.includes(APP_MIME_TYPE),
    // Before there were modes, a form was the only one.
    asksForms: elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined),
    isModern,
  };
}
