import { pino } from 'pino';
import { expect, test } from 'vitest';
import { OpenTelemetryTracing } from '../../../features/tracing/open-telemetry.js';
import { connectMcp } from '../../support/mcp-client.js';
import { startStack } from '../../support/stack.js';
import { TraceCollector } from '../../support/trace-collector.js';
import { RawAgentSocket } from '../gateway/support/raw-agent-socket.js';

const traceparent = (id: string, isSampled: boolean) =>
  `00-${id.repeat(32)}-${'b'.repeat(16)}-0${isSampled ? 1 : 0}`;

test('a traced request is one trace from the agent over gateway and proxy to the game server', async () => {
  await using collector = await TraceCollector.start();
  const log = pino({ level: 'silent' });
  const tracingOf = (service: string) =>
    new OpenTelemetryTracing({ service, endpoint: collector.endpoint, ratio: 0, log });
  {
    const tracing = { gateway: tracingOf('freeciv-gateway'), proxy: tracingOf('freeciv-proxy') };
    await using stack = await startStack({}, { tracing });
    await using agent = await RawAgentSocket.open(Number(new URL(stack.httpUrl).port), 'ann');
    const config = { players: 1, ai_players: 1, ai_skill: 'novice', min_players: 1 };
    await agent.logIn({ api_token: stack.token, game_id: 'traced', game_config: config });
    await agent.nextOf('game_ready');
    const send = async (id: string, isSampled: boolean) => {
      const data = { action_type: 'end_turn' };
      const trace = traceparent(id, isSampled);
      agent.send({ type: 'action', agent_id: 'ann', correlation_id: id, traceparent: trace, data });
      await agent.nextOf('action_result');
    };
    await send('1', true);
    await send('2', false);
    agent.send({
      type: 'state_query',
      agent_id: 'ann',
      correlation_id: 'q',
      traceparent: 'no trace',
      data: {},
    });
    await agent.nextOf('state_update');
    await using client = await connectMcp(stack, 'modern', 'ann', 'traced');
    const _meta = { traceparent: traceparent('3', true) };
    await client.callTool({ name: 'brief', arguments: {}, _meta });
  }
  const way = (end: string[]) => ['freeciv-gateway: agent action', 'freeciv-proxy: proxy action', ...end];
  expect(collector.pathOf('1'.repeat(32))).toEqual(way(['freeciv-proxy: freeciv-server end_turn']));
  expect(collector.pathOf('3'.repeat(32))).toContain('freeciv-gateway: agent state_query');
  expect(collector.spans.filter(({ traceId }) => traceId === '2'.repeat(32))).toEqual([]);
  const first = collector.spans.find(({ name }) => name === 'agent action');
  expect(first?.parentSpanId).toBe('b'.repeat(16));
  expect(new Map(first?.attributes.map(({ key, value }) => [key, value.stringValue]))).toEqual(
    new Map([
      ['freeciv.agent', 'ann'],
      ['freeciv.game', 'traced'],
      ['freeciv.result', 'ok'],
    ]),
  );
});

test('a collector that refuses spans is in the log, once', async () => {
  await using collector = await TraceCollector.start();
  collector.isClosed = true;
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(line) });
  const tracing = new OpenTelemetryTracing({
    service: 'freeciv-proxy',
    endpoint: collector.endpoint,
    ratio: 1,
    log,
  });
  // A batch has 512 spans at most.
  for (let count = 0; count < 600; count += 1)
    tracing.begin('proxy action', undefined, {})?.[Symbol.dispose]();
  await tracing.close();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('traces cannot be sent and are lost');
});
