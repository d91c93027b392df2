import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import { packedBriefSchema } from '#shared/protocol/state/brief.js';
import { type CompactVerdict, compactVerdictSchema } from '#shared/protocol/state/compact-result.js';
import { actorOptionsSchema } from '#shared/protocol/state/options.js';
import type { ToolName } from '#shared/protocol/tools.js';
import { briefText } from '../../../../features/texts/brief-text.js';
import type { BriefChannel } from './brief-channel.js';
import type { Command } from './course.js';
import type { Part, TokenLedger } from './token-ledger.js';

const verdictsSchema = z.looseObject({ results: z.array(compactVerdictSchema) });

/**
 * A seat that is played by the tools of an MCP client. What a model writes is counted, each call with its name and arguments,
 * and what it reads: the definitions once, and each result, in one ledger as text and in the other as structured content.
 */
export class BriefMcpClient implements BriefChannel, AsyncDisposable {
  readonly ledger: TokenLedger;
  readonly structured: TokenLedger;
  readonly #client: Client;

  private constructor(client: Client, ledger: TokenLedger, structured: TokenLedger) {
    this.#client = client;
    this.ledger = ledger;
    this.structured = structured;
  }

  /** Connects to the MCP endpoint of a seat and reads the definitions. */
  static async connected(url: URL, token: string, ledger: TokenLedger, structured: TokenLedger) {
    const headers = { authorization: `Bearer ${token}` };
    const client = new Client({ name: 'a-bench', version: '1.0.0' });
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    const { tools } = await client.listTools();
    const definitions = JSON.stringify({ instructions: client.getInstructions(), tools });
    for (const one of [ledger, structured]) one.add('login', definitions);
    return new BriefMcpClient(client, ledger, structured);
  }

  async brief(): Promise<string> {
    return briefText(packedBriefSchema.parse(await this.#call('brief', {}, 'briefs')));
  }

  async cities(): Promise<string> {
    const { rows } = await this.#call('cities', {}, 'cities');
    return typeof rows === 'string' ? rows : '';
  }

  async options(actor_id: number | 'nation', sections?: readonly string[]): Promise<string> {
    const answer = await this.#call('options', { actor_id, ...(sections && { sections }) }, 'options');
    const options = actorOptionsSchema.safeParse(answer);
    return options.success
      ? options.data.options.map(({ action, what }) => `${action}: ${what}`).join('\n')
      : '';
  }

  async map(radius: number): Promise<void> {
    await this.#call('map', { radius }, 'map');
  }

  async play(commands: readonly Command[], until: 'decision' | number): Promise<readonly CompactVerdict[]> {
    const actions = commands.map(({ action_type: action, ...fields }) => ({ action, ...fields }));
    const done = actions.length === 0 ? { results: [] } : await this.#call('do', { actions }, 'verdicts');
    const { brief, ...ended } = await this.#call('end_turn', { until }, 'briefs');
    const verdict = compactVerdictSchema.parse(ended);
    const text = isJsonObject(brief) ? { brief: briefText(packedBriefSchema.parse(brief)) } : {};
    return [...verdictsSchema.parse(done).results, { ...verdict, ...text }];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.close();
  }

  async #call(name: ToolName, args: JsonObject, part: Part): Promise<JsonObject> {
    this.ledger.countRequest(name);
    const { content, structuredContent } = await this.#client.callTool({ name, arguments: { ...args } });
    const text = content.map((one) => (one.type === 'text' ? one.text : '')).join('\n');
    for (const one of [this.ledger, this.structured]) {
      one.turn = this.ledger.turn;
      one.add('requests', JSON.stringify({ name, arguments: args }));
    }
    this.ledger.add(part, text);
    this.structured.add(part, JSON.stringify(structuredContent));
    return isJsonObject(structuredContent) ? structuredContent : {};
  }
}
