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
