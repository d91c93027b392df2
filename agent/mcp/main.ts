#!/usr/bin/env node
/** `freeciv-llm-gateway-mcp`: an MCP server on standard input and output that plays a seat of a gateway (docs/mcp.md). */
import { parseArgs } from 'node:util';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer } from '#shared/mcp/mcp-server.js';
import { StdioSeat } from './stdio-seat.js';

const USAGE = `freeciv-llm-gateway-mcp: plays FreeCiv for an MCP client, on standard input and output

  --gateway URL   the gateway; FREECIV_GATEWAY, or ws://127.0.0.1:8003, without it
  --agent ID      the agent; FREECIV_AGENT_ID, or mcp, without it
  --game ID       its game, made when there is none; FREECIV_GAME_ID, or default, without it
  --help          this text

The token is in LLM_API_TOKEN. docs/mcp.md says what to paste where.
`;

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: { gateway: text, agent: text, game: text, help: { type: 'boolean', default: false } },
});
const { FREECIV_GATEWAY, FREECIV_AGENT_ID, FREECIV_GAME_ID, LLM_API_TOKEN: token } = process.env;

if (values.help || token === undefined) {
  // Standard output belongs to the protocol.
  process.stderr.write(values.help ? USAGE : `LLM_API_TOKEN is not set\n\n${USAGE}`);
  process.exitCode = values.help ? 0 : 1;
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
