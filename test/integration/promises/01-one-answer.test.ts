import { expect, test } from 'vitest';
import { z } from 'zod';
import { promised } from '../../support/promised.js';
import { seededRandom } from '../../support/seeded-random.js';
import { startFixture } from '../gateway/support/gateway-fixture.js';
import { answerAll } from '../gateway/support/scripted-proxy.js';
import { sized } from './support/form.js';
import { RestlessAgent } from './support/restless-agent.js';

const agentCount = sized(5, 200);
const actionsEach = sized(120, 500);

const actionSchema = z.looseObject({ parameters: z.looseObject({ id: z.string() }) });

test('promises 1, 2 and 4: whatever is cut, actions have one answer and one effect, events come once each', async () => {
  await using fixture = await startFixture({}, { timeouts: { backoff: { first: 5, max: 20 } } });
  const { proxy, port } = fixture;
  const random = seededRandom(11);
  const executed = new Map<string, number>();
  let linkCuts = 0;
  proxy.respond = (request) => {
    if (request.type !== 'action') {
      answerAll(request, proxy);
      return;
    }
    const { id } = actionSchema.parse(request.data).parameters;
    executed.set(id, (executed.get(id) ?? 0) + 1);
    proxy.push('event', request.agent_id, request.game_id, { about: id });
    if (random() < sized(0.03, 0.001)) {
      linkCuts++;
      proxy.cut();
    } else proxy.answer(request, 'action_result', { success: true, id });
  };
  const agents = Array.from(
    { length: agentCount },
    (_, index) => new RestlessAgent(port, `agent-${index}`, seededRandom(index), `g${index % 10}`),
  );
  await Promise.all(agents.map((agent) => agent.play(actionsEach)));

  let unknown = 0;
  let socketCuts = 0;
  for (const { answers, contradictions, seqs, cuts } of agents) {
    expect(cuts).toBeGreaterThan(10);
    expect(answers.size).toBe(actionsEach);
    expect(contradictions).toEqual([]);
    expect(seqs).toEqual(seqs.map((_, index) => index + 1));
    for (const [id, { type, data }] of answers) {
      const times = executed.get(id) ?? 0;
      if (type === 'action_result') expect([data?.id, times]).toEqual([id, 1]);
      else expect([data?.error_code, times <= 1], id).toEqual(['E131', true]);
      if (type === 'error') unknown++;
    }
    socketCuts += cuts;
  }
  expect(linkCuts).toBeGreaterThan(3);
  expect(unknown).toBeGreaterThan(0);
  const actions = agentCount * actionsEach;
  const details = { agents: agentCount, actions, socketCuts, linkCuts, unknown };
  const answered = agents.reduce((sum, { answers }) => sum + answers.size, 0);
  const contradicting = agents.reduce((sum, { contradictions }) => sum + contradictions.length, 0);
  promised(
    1,
    { what: 'actions without exactly one answer', value: actions - answered + contradicting },
    { exactly: 0 },
    details,
  );
  const most = Math.max(...executed.values());
  promised(2, { what: 'times an action was executed at most', value: most }, { exactly: 1 }, { actions });
  const misplaced = agents.flatMap(({ seqs }) => seqs.filter((seq, index) => seq !== index + 1)).length;
  promised(
    4,
    { what: 'pushes missing, repeated or out of order', value: misplaced },
    { exactly: 0 },
    { socketCuts, linkCuts },
  );
});
