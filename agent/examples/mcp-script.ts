/**
 * A script that plays over MCP with the official SDK, as an MCP client does for its model: it does what the brief advises.
 * In a folder of your own it needs `npm install @modelcontextprotocol/client`.
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { z } from 'zod';

const [, , gateway = 'ws://127.0.0.1:8003', game = 'mcp-script'] = process.argv;
const url = new URL(`/mcp?agent_id=my-agent&game_id=${game}`, gateway.replace(/^ws/, 'http'));
const headers = { authorization: `Bearer ${process.env.LLM_API_TOKEN ?? ''}` };
const briefSchema = z.object({
  turn: z.int(),
  advice: z.array(z.object({ do: z.unknown(), why: z.string() })),
});

const client = new Client({ name: 'mcp-script', version: '1.0.0' });
await client
  .connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  .catch(({ message }: Error) => {
    console.error(`No gateway answers at ${url.origin} (${message}). Is npm start running there?`);
    process.exit(1);
  });
const { tools } = await client.listTools();
console.log('tools:', tools.map(({ name }) => name).join(' '));
for (let played = 0; played < 4; played += 1) {
  const { structuredContent } = await client.callTool({ name: 'brief', arguments: {} });
  const { turn, advice } = briefSchema.parse(structuredContent);
  console.log(`turn ${turn}:`, advice.map(({ why }) => why).join('; '));
  const actions = advice.map((advised) => advised.do);
  if (actions.length > 0) {
    const { content } = await client.callTool({ name: 'do', arguments: { actions } });
    for (const part of content) if (part.type === 'text') console.log(part.text);
  }
  await client.callTool({ name: 'end_turn', arguments: {} });
}
const { contents } = await client.readResource({ uri: 'freeciv://map' });
for (const part of contents) if ('text' in part) console.log(part.text);
await client.close();
