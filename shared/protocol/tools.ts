import { z } from 'zod';
import type { Immutable } from './state/common.js';

/** The tools of the small set, in the order in which they are listed. */
export const toolNames = [
  'brief',
  'options',
  'cities',
  'map',
  'rules',
  'do',
  'plan',
  'research',
  'nation',
  'diplomacy',
  'notes',
  'end_turn',
] as const;

/** A tool of the small set. */
export type ToolName = (typeof toolNames)[number];

/** Forms in which tools are defined for language models. */
const toolFormats = ['openai', 'responses', 'anthropic', 'gemini', 'mcp'] as const;

/** Query of the route of tool definitions. */
export const toolsQuerySchema = z.object({
  set: z
    .enum(['small', 'full'])
    .default('small')
    .describe('small: the tools of tool_call; full: one tool for each action of the registry'),
  format: z
    .enum(toolFormats)
    .default('openai')
    .describe(
      'The form of the definitions: openai (Chat Completions), responses (OpenAI Responses), anthropic, gemini or mcp',
    ),
  strict: z
    .enum(['true', 'false'])
    .default('false')
    .describe(
      'openai, responses: true gives strict definitions, whose calls always fit; arguments that a call does not need are null then',
    ),
});

/** The wish for tool definitions, with its defaults filled in. */
export type ToolsQuery = z.infer<typeof toolsQuerySchema>;

/** The definitions, in the provider's own form. */
export const toolsAnswerSchema = z.object({
  tools: z
    .array(z.record(z.string(), z.unknown().describe('A field of the definition')))
    .describe('The definitions, as the field `tools` of a request to the provider takes them'),
});

const jsonSchemaObject = z.looseObject({ type: z.literal('object') });

/** A tool as the Model Context Protocol defines it. */
const mcpToolSchema = z.object({
  name: z.string(),
  description: z.string(),
  inputSchema: jsonSchemaObject,
  outputSchema: jsonSchemaObject.optional(),
  annotations: z.object({ readOnlyHint: z.boolean() }).optional(),
});

/** The definitions in the `mcp` form. */
export const mcpToolsSchema = z.object({ tools: z.array(mcpToolSchema) });

/** A tool as the Model Context Protocol defines it. */
export type McpTool = z.infer<typeof mcpToolSchema>;

/** `data` of `tool_call`: a call of a tool of the small set, as the model made it. */
export const toolCallDataSchema = z.looseObject({
  name: z.enum(toolNames).describe('Name of the tool'),
  arguments: z
    .record(z.string(), z.unknown().describe('An argument of the tool'))
    .default({})
    .describe('Its arguments; those that are null count as absent'),
});

/** `data` of `tool_result`: what came of a tool call, for the model and for programs. */
export const toolResultSchema = z.strictObject({
  tool: z.enum(toolNames).describe('Name of the tool'),
  ok: z.boolean().describe('Whether the call did what it says; of several actions, whether one of them did'),
  text: z.string().describe('The result as text, to be handed to the model'),
  result: z
    .record(z.string(), z.unknown().describe('A field of the result'))
    .describe(
      'The same as an object: the state that was asked for, a compact verdict, `results` of several actions, or code and why of a failure',
    ),
});

/** What came of a tool call. */
export type ToolResult = Immutable<z.infer<typeof toolResultSchema>>;
