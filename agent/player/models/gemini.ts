import {
  type Content,
  type GenerateContentParameters,
  GoogleGenAI,
  type Part,
  ThinkingLevel,
} from '@google/genai';
import { z } from 'zod';
import type { JsonObject } from '#shared/core/json.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { ContentAnswer } from './gemini-answer.js';
import type { AssistantMessage, ModelMessage, ToolMessage, UserMessage } from './messages.js';
import { cutFault, faultOf, type ModelFault } from './model-fault.js';
import {
  type AskOptions,
  type Effort,
  type ModelProvider,
  type ModelReply,
  type ModelRequest,
  type ModelSettings,
  tellReply,
} from './model-provider.js';

/** Function declarations as the gateway defines them; their parameters are given as JSON Schema. */
const toolsSchema = z.array(
  z.object({
    functionDeclarations: z.array(
      z.object({
        name: z.string(),
        description: z.string().exactOptional(),
        parameters: z.record(z.string(), z.unknown()).exactOptional(),
      }),
    ),
  }),
);

const thinkingLevels: Readonly<Record<Effort, ThinkingLevel>> = {
  low: ThinkingLevel.LOW,
  medium: ThinkingLevel.MEDIUM,
  high: ThinkingLevel.HIGH,
};

/** Begins the ids of calls that have none of the provider's. */
const OWN_ID = 'own_call_';

/** Google's Gemini. Parts go back as they came, with the signatures of their thoughts. */
export class Gemini implements ModelProvider {
  readonly name = 'gemini';
  readonly toolFormat = 'gemini';
  readonly model: string;
  readonly #settings: ModelSettings;
  readonly #client: GoogleGenAI;
  readonly #native = new WeakMap<AssistantMessage, readonly Part[]>();
  #calls = 0;

  constructor(settings: ModelSettings) {
    const { model, baseUrl, apiKey } = settings;
    this.model = model;
    this.#settings = settings;
    const httpOptions = baseUrl === undefined ? {} : { baseUrl };
    this.#client = new GoogleGenAI({ apiKey: apiKey ?? 'none', httpOptions });
  }

  body({ system, tools, messages, maxOutputTokens, schema }: ModelRequest): GenerateContentParameters {
    const { model, effort } = this.#settings;
    const declared = toolsSchema.parse(tools).map(({ functionDeclarations }) => ({
      functionDeclarations: functionDeclarations.map(({ parameters, ...rest }) => ({
        ...rest,
        ...(parameters !== undefined && { parametersJsonSchema: parameters }),
      })),
    }));
    return {
      model,
      contents: this.#contents(messages),
      config: {
        systemInstruction: system,
        ...(declared.length > 0 && { tools: declared }),
        maxOutputTokens,
        ...(effort !== undefined && {
          thinkingConfig: { includeThoughts: true, thinkingLevel: thinkingLevels[effort] },
        }),
        ...(schema !== undefined && { responseMimeType: 'application/json', responseJsonSchema: schema }),
      },
    };
  }

  native(messages: readonly ModelMessage[]): readonly JsonObject[] {
    return this.#contents(messages).map((content) => ({ ...content }));
  }

  async ask(request: ModelRequest, { signal, onEvent }: AskOptions): Promise<Result<ModelReply, ModelFault>> {
    try {
      const { config, ...body } = this.body(request);
      const answer = new ContentAnswer();
      const stream = await this.#client.models.generateContentStream({
        ...body,
        config: { ...config, abortSignal: signal },
      });
      for await (const chunk of stream) answer.add(chunk, onEvent);
      const reply = answer.reply(() => this.#newId());
      if (reply === undefined) return fail(cutFault());
      this.#native.set(reply.message, answer.parts);
      tellReply(reply, onEvent);
      return ok(reply);
    } catch (error) {
      return fail(faultOf(error));
    }
  }

  /** For a call to which the provider gave no id. */
  #newId(): string {
    this.#calls += 1;
    return `${OWN_ID}${this.#calls}`;
  }

  /** Messages of the same side become one content: the results of all calls belong together. */
  #contents(messages: readonly ModelMessage[]): Content[] {
    const joined: { role: string; parts: Part[] }[] = [];
    for (const message of messages) {
      const role = message.role === 'assistant' ? 'model' : 'user';
      const parts =
        message.role === 'assistant' ? (this.#native.get(message) ?? []) : [this.#userPart(message)];
      const last = joined.at(-1);
      if (last?.role === role) last.parts.push(...parts);
      else if (parts.length > 0) joined.push({ role, parts: [...parts] });
    }
    return joined;
  }

  #userPart(message: UserMessage | ToolMessage): Part {
    if (message.role === 'user') return { text: message.text };
    const { callId, name, text, isError } = message;
    const response = isError ? { error: text } : { output: text };
    // Where the provider gave the call no id, ours would be unknown to it.
    const id = callId.startsWith(OWN_ID) ? {} : { id: callId };
    return { functionResponse: { ...id, name, response } };
  }
}
