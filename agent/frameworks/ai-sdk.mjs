/**
 * The AI SDK plays over MCP with a model of OpenAI: OPENAI_API_KEY, OPENAI_BASE_URL and MODEL choose it.
 * npm install ai@6 @ai-sdk/mcp@1 @ai-sdk/openai@3
 */
import { createMCPClient } from '@ai-sdk/mcp';
import { openai } from '@ai-sdk/openai';
import { generateText, stepCountIs } from 'ai';

const [, , gateway = 'http://127.0.0.1:8003', game = 'ai-sdk', turns = '10'] = process.argv;

const mcp = await createMCPClient({
  transport: {
    type: 'http',
    url: `${gateway}/mcp?agent_id=my-agent&game_id=${game}`,
    headers: { Authorization: `Bearer ${process.env.LLM_API_TOKEN}` },
  },
});
try {
  const { text } = await generateText({
    model: openai(process.env.MODEL ?? 'gpt-5.1'),
    system: 'You play a nation of FreeCiv with tools. Its brief says what happened and what is advised.',
    prompt: `Play ${turns} turns. In each, act as you find best, then call end_turn: it answers the next brief.`,
    tools: await mcp.tools(),
    stopWhen: stepCountIs(20 * Number(turns)),
  });
  console.log(text);
} finally {
  await mcp.close();
}
