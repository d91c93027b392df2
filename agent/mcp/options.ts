import { parseArgs } from 'node:util';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { StdioSeatOptions } from './stdio-seat.js';

const DEFAULT_GATEWAY = 'ws://127.0.0.1:8003';

/** The page of help of the bridge, in the form of all commands: test/unit/agent/help-pages.test.ts. */
export const USAGE = `NAME
  freeciv-llm-gateway-mcp - plays a seat of a FreeCiv gateway for an MCP client

SYNOPSIS
  freeciv-llm-gateway-mcp [--gateway URL] [--agent ID] [--game ID]

DESCRIPTION
  An MCP server on standard input and output. The MCP client starts it; what
  to paste into which client is in docs/mcp.md. The first tool call takes the
  seat. The seat stays the agent's when the client ends.

OPTIONS
  --gateway URL     the gateway; FREECIV_GATEWAY, or ws://127.0.0.1:8003,
                    without it
  --agent ID        the agent; FREECIV_AGENT_ID, or mcp, without it
  --game ID         its game, made when there is none; FREECIV_GAME_ID, or
                    default, without it
  --help            prints this page

ENVIRONMENT
  LLM_API_TOKEN     the token of the agent; required
  FREECIV_GATEWAY   the gateway, where --gateway does not name it
  FREECIV_AGENT_ID  the agent, where --agent does not name it
  FREECIV_GAME_ID   the game, where --game does not name it

EXIT STATUS
  0  the client closed standard input
  1  LLM_API_TOKEN is not set, or an option is unknown

EXAMPLES
  LLM_API_TOKEN=TOKEN freeciv-llm-gateway-mcp --agent claude --game first
`;

/**
 * Reads the command line, and from the environment what it leaves out. The failure is a text for the user; `--help` asks
 * for the usage.
 */
export function readOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Result<StdioSeatOptions, string> {
  const text = { type: 'string' } as const;
  const options = {
    gateway: text,
    agent: text,
    game: text,
    help: { type: 'boolean', default: false },
  } as const;
  try {
    const { values } = parseArgs({ args: [...args], options });
    if (values.help) return fail(USAGE);
    const { FREECIV_GATEWAY, FREECIV_AGENT_ID, FREECIV_GAME_ID, LLM_API_TOKEN: token } = environment;
    if (token === undefined || token === '') return fail(`LLM_API_TOKEN is not set\n\n${USAGE}`);
    return ok({
      gateway: (values.gateway ?? (FREECIV_GATEWAY || DEFAULT_GATEWAY)).replace(/^http/, 'ws'),
      agentId: values.agent ?? (FREECIV_AGENT_ID || 'mcp'),
      gameId: values.game ?? (FREECIV_GAME_ID || 'default'),
      token,
    });
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}
