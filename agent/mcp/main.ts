#!/usr/bin/env node
/** `freeciv-llm-gateway-mcp`: an MCP server on standard input and output that plays a seat of a gateway (docs/mcp.md). */
import { parseArgs } from 'node:util';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer } from '#shared/mcp/mcp-server.js';
import { StdioSeat } from './stdio-seat.js';
import { USAGE } from './usage.js';

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: { gateway: text, agent: text, game: text, help: { type: 'boolean', default: false } },
});
const { FREECIV_GATEWAY, FREECIV_AGENT_ID, FREECIV_GAME_ID, LLM_API_TOKEN: token } = process.env;

if (values.help) process.stdout.write(USAGE);
else if (token === undefined || token === '') {
  // Standard output belongs to the protocol.
  process.stderr.write(`LLM_API_TOKEN is not set\n\n${USAGE}`);
  process.exitCode = 1;
} else {
  const seat = new StdioSeat({
    gateway: (values.gateway ?? FREECIV_GATEWAY ?? 'ws://127.0.0.1:8003').replace(/^http/, 'ws'),
    agentId: values.agent ?? FREECIV_AGENT_ID ?? 'mcp',
    gameId: values.game ?? FREECIV_GAME_ID ?? 'default',
    token,
  });
  const handle = serveStdio(({ era }) => createMcpServer(seat, era === 'modern' ? 'all' : 'subscribed'));
  const end = () => void handle.close().then(() => seat.close());
  process.stdin.once('end', end);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
}
