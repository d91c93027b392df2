/**
 * Mastra plays over MCP with a model of any server that speaks like OpenAI: OPENAI_API_KEY, OPENAI_BASE_URL and MODEL choose it.
 * npm install @mastra/core@0.24 @mastra/mcp@0.14 zod@4
 */
import { Agent } from '@mastra/core/agent';
import { MCPClient } from '@mastra/mcp';

const [, , gateway = 'http://127.0.0.1:8003', game = 'mastra', turns = '10'] = process.argv;
const { OPENAI_BASE_URL: url = 'https://api.openai.com/v1', OPENAI_API_KEY: apiKey } = process.env;

const mcp = new MCPClient({
  servers: {
    freeciv: {
      url: new URL(`${gateway}/mcp?agent_id=my-agent&game_id=${game}`),
      requestInit: { headers: { Authorization: `Bearer ${process.env.LLM_API_TOKEN}` } },
    },
  },
});
try {
  const agent = new Agent({
    name: 'player',
    model: { id: `custom/${process.env.MODEL ?? 'gpt-5.1'}`, url, apiKey },
    instructions:
      'You play a nation of FreeCiv with tools. Its brief says what happened and what is advised.',
    tools: await mcp.getTools(),
  });
  const task = `Play ${turns} turns. In each, act as you find best, then call end_turn: it answers the next brief.`;
  const { text } = await agent.generate(task, { maxSteps: 20 * Number(turns) });
  console.log(text);
} finally {
  await mcp.disconnect();
}
