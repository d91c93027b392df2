import { expect, test } from 'vitest';
import { AGENT_BOUNDS } from '../../../gateway/agent/agent-bounds.js';
import { DEFAULT_TIMEOUTS } from '../../../gateway/core/timeouts.js';
import { promised } from '../../support/promised.js';
import { quantile } from '../../support/quantile.js';
import { startFixture } from '../gateway/support/gateway-fixture.js';
import { RawAgentSocket } from '../gateway/support/raw-agent-socket.js';
import { isLong, sized } from './support/form.js';
import { metric } from './support/metric.js';
import { Strangers } from './support/strangers.js';

const goodAgents = 50;

/** Fifty agents log in, five at a time; the milliseconds each took from connecting. */
async function logInFifty(port: number, name: string): Promise<readonly number[]> {
  const times: number[] = [];
  for (let number = 0; number < goodAgents; number += 5) {
    const five = Array.from({ length: 5 }, async (_, index) => {
      const began = performance.now();
      await RawAgentSocket.loggedIn(port, `${name}-${number + index}`);
      times.push(performance.now() - began);
    });
    await Promise.all(five);
  }
  return times;
}

test('promise 11: silent and dribbling connections are all gone in time while good agents log in', async () => {
  const patience = sized(1500, 10_000);
  await using fixture = await startFixture({}, { timeouts: { headers: patience, login: patience } });
  const { port } = fixture;
  const each = sized(70, 667);
  const control = await logInFifty(port, 'first');
  const strangers = await Strangers.come(port, each);
  const times = await logInFifty(port, 'good');
  const goneAfter = await strangers.gone();
  const left = (await metric(port, 'freeciv_gateway_agent_sockets')) - 2 * goodAgents;
  expect(await metric(port, 'freeciv_gateway_agent_socket_closes_total{code="4502"}')).toBe(each);
  promised(
    11,
    { what: 'strangers left when their time is over', value: left },
    { exactly: 0 },
    { strangers: 3 * each, goneAfterSeconds: goneAfter / 1000, patienceSeconds: patience / 1000 },
  );
  promised(
    11,
    { what: 'good agents logged in meanwhile', value: times.length },
    { exactly: goodAgents },
    {
      aloneP50ms: quantile(control, 0.5),
      aloneP99ms: quantile(control, 0.99),
      besideP50ms: quantile(times, 0.5),
      besideP99ms: quantile(times, 0.99),
    },
  );
  promised(11, { what: 'seconds to log in', value: DEFAULT_TIMEOUTS.login / 1000 }, { atMost: 10 });
  promised(
    11,
    { what: 'bytes of a message before login', value: AGENT_BOUNDS.maxBytesBeforeLogin },
    { atMost: 4096 },
  );
  // In the short form the machine is shared: there only what is counted is compared.
  const besideP99 = { what: 'p99 of their logins in ms', value: quantile(times, 0.99) };
  if (isLong) promised(11, besideP99, { atMost: 200 });
});
