#!/usr/bin/env node
/** `freeciv-llm-gateway-mcp`: an MCP server on standard input and output that plays a seat of a gateway (docs/mcp.md). */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer } from '../../features/mcp/server/mcp-server.js';
import { SeatTasks } from '../../features/mcp/server/seat-tasks.js';
import { readOptions, USAGE } from './options.js';
import { StdioSeat } from './stdio-seat.js';

const options = readOptions(process.argv.slice(2), process.env);
if (!options.ok) {
  const isHelp = options.failure === USAGE;
  // Standard output belongs to the protocol where a client starts it.
  (isHelp ? process.stdout : process.stderr).write(options.failure);
  process.exitCode = isHelp ? 0 : 1;
} else {
  const seat = new StdioSeat(options.value);
  const tasks = new SeatTasks(seat);
  const handle = serveStdio(({ era }) =>
    createMcpServer(seat, era === 'modern' ? { changes: 'all', tasks } : { changes: 'subscribed' }),
  );
  const end = () => {
    tasks.close();
    void handle.close().then(() => seat.close());
  };
  process.stdin.once('end', end);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
}
