/**
 * `npm run chaos -- network-cut [seconds]`: cuts the network between gateway and clients for 90 s in the middle of a batch, for
 * the TypeScript and the Python client, once so that what was on its way comes later and once so that it is lost. Ends with 1
 * when something was done twice or lost, or a caller was told anything but the verdicts.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '../../agent/client.js';
import { holdBatch } from '../../test/support/faults/held-batch.js';
import { repository } from '../../test/support/npm-start.js';
import { Relay } from '../../test/support/relay.js';
import { type Stack, startStack } from '../../test/support/stack.js';
import { findPython } from '../../tools/steps/test-requirements.mjs';

const SECONDS = Number(process.argv[2] ?? 90);
/** Seconds between the pings of the Python client, as by default. */
const PYTHON_HEARTBEAT_S = 15;
const THINGS = ['Warriors', 'Settlers', 'Workers', 'Warriors', 'Settlers', 'Workers', 'Warriors', 'Settlers'];

/** A network that can be cut. */
interface Network extends AsyncDisposable {
  readonly port: number;
  cut(): void;
  mend(): void;
}

const networks: Readonly<Record<string, (port: number) => Promise<Network>>> = {
  'what was on its way comes later': async (port) => {
    const relay = await Relay.to(port);
    return networkOf(relay, relay.port, { cut: () => relay.hold(), mend: () => relay.release() });
  },
  'what was on its way is lost': async (port) => {
    const relay = await Relay.to(port);
    return networkOf(relay, relay.port, { cut: () => relay.hold(), mend: () => relay.mend() });
  },
};

function networkOf(relay: AsyncDisposable, port: number, ways: Pick<Network, 'cut' | 'mend'>): Network {
  return { ...ways, port, [Symbol.asyncDispose]: () => relay[Symbol.asyncDispose]() };
}

const outcomes = await Promise.all(
  Object.entries(networks).map(async ([name, make]) => {
    await using stack = await startStack();
    const clients = { TypeScript: playInTypeScript, Python: playInPython };
    return await Promise.all(
      Object.entries(clients).map(async ([client, play]) => {
        await using network = await make(Number(new URL(stack.httpUrl).port));
        const wrong = await play(stack, network);
        process.stdout.write(`${client}, ${SECONDS} s, ${name}: ${wrong ?? 'nothing twice, nothing lost'}\n`);
        return wrong;
      }),
    );
  }),
);
process.exit(outcomes.flat().every((wrong) => wrong === undefined) ? 0 : 1);

/** Cuts the network while the batch of a seat is held, lets the batch go on meanwhile, and mends the network. */
async function cutInBatch(stack: Stack, network: Network, game: string, agent: string, entries: number) {
  const held = holdBatch(stack.games, game, agent, entries);
  await held.reached;
  network.cut();
  held.release();
  await sleep(SECONDS * 1000);
  network.mend();
}

/** What went wrong, or undefined. */
async function playInTypeScript(stack: Stack, network: Network): Promise<string | undefined> {
  const game = 'in-typescript';
  const login = { game_config: { players: 2, seeds: { game: 7, map: 7 } } };
  const options = { agentId: 'ann', token: stack.token, game, login };
  const seat = await connect(`ws://127.0.0.1:${network.port}`, options);
  const { offers } = await seat.offers();
  const founding = offers.find(({ type }) => type === 'unit_build_city');
  if (founding === undefined) return 'nobody can found a city';
  const { state_change: founded } = (await seat.act(founding)).result;
  const cut = cutInBatch(stack, network, game, 'ann', 3);
  const city_id = Number(founded.city_id);
  const done = seat.batch(THINGS.map((item) => ({ type: 'city_worklist_append', city_id, items: [item] })));
  const [{ results }] = await Promise.all([done, cut]);
  const { cities, player_id } = await seat.state({ format: 'full' });
  const there = cities.find(({ owner }) => owner === player_id)?.worklist?.length ?? 0;
  const next = await seat.endTurn();
  await seat.close();
  const applied = results.filter((result) => 'outcome' in result && result.outcome === 'applied').length;
  if (applied === THINGS.length && there === THINGS.length && next?.turn === 2) return undefined;
  return `${applied} told, ${there} done, turn ${next?.turn}`;
}

/** What went wrong, or undefined: the script itself compares what it was told with what is there. */
async function playInPython(stack: Stack, network: Network): Promise<string | undefined> {
  const python = (await findPython()) ?? 'python3';
  const folder = `${repository}/agent/python`;
  const args = [`${folder}/tests/survivor.py`, `ws://127.0.0.1:${network.port}`, String(PYTHON_HEARTBEAT_S)];
  const child = spawn(python, args, {
    env: { ...process.env, PYTHONPATH: folder, LLM_API_TOKEN: stack.token },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let last = '';
  for await (const line of createInterface({ input: child.stdout })) {
    last = line;
    // Each step adds four entries, so this is the middle of the second.
    if (line === 'step 2') void cutInBatch(stack, network, 'survival', 'survivor', 6);
  }
  if (child.exitCode === null) await once(child, 'close');
  const { wrong, lost } = JSON.parse(last);
  return wrong.length === 0 && Object.keys(lost).length === 0 ? undefined : last;
}
