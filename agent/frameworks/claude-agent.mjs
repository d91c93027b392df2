/**
 * The Claude Agent SDK plays over MCP: ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL and MODEL choose the model.
 * npm install @anthropic-ai/claude-agent-sdk@0.3
 */
import { query } from '@anthropic-ai/claude-agent-sdk';

const [, , gateway = 'http://127.0.0.1:8003', game = 'claude-agent', turns = '10'] = process.argv;

const messages = query({
  prompt: `Play ${turns} turns. In each, act as you find best, then call end_turn: it answers the next brief.`,
  options: {
    ...(process.env.MODEL && { model: process.env.MODEL }),
    systemPrompt:
      'You play a nation of FreeCiv with tools. Its brief says what happened and what is advised.',
    mcpServers: {
      freeciv: {
        type: 'http',
        url: `${gateway}/mcp?agent_id=my-agent&game_id=${game}`,
        headers: { Authorization: `Bearer ${process.env.LLM_API_TOKEN}` },
      },
    },
    allowedTools: ['mcp__freeciv__*'],
    tools: [],
    maxTurns: 20 * Number(turns),
  },
});
for await (const message of messages)
  if (message.type === 'result')
    console.log(message.subtype === 'success' ? message.result : message.subtype);
