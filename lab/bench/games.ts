/**
 * What a game costs: scripted seats play real games at once, `npm run bench -- games --games N --agents A --turns T`. Each
 * asks for its state with offers, does about four actions and ends its turn. Printed: seconds of CPU of proxy, gateway and
 * game servers, and how long the seats and the event loops waited. Beside them in the same run the same number of bare
 * game servers with AIs alone. The first turns (`--warm-up`) are played before it is measured: the processes compile then.
 * With `--one-request` each plays a turn in one request: its actions, its end and the next state. With `--paced N` each makes
 * about N requests a second, as models do that think between them.
 * CPU seconds say about the same on a busy machine; waiting times do not.
 */
import { gameServersOf, usageOf, usageOfAll, usedBetween } from '../../test/support/process-usage.js';
import { SplitStack } from '../../test/support/services/split-stack.js';
import { playAiGames } from './support/ai-games.js';
import { costLine, lagLine, msEach, waitLine } from './support/cost-lines.js';
import { figure } from './support/figures.js';
import { named } from './support/form.js';
import { loopLags } from './support/loop-lag.js';
import { playTogether, seededConfigs, takeSeats } from './support/seated-games.js';

const GAMES = named('games', 10, 1);
const AGENTS = named('agents', 5, 2);
const TURNS = named('turns', 30, 3);
const WARM_UP_TURNS = named('warm-up', 10, 1);
const ACTIONS = named('actions', 4, 4);
const PER_SECOND = named('paced', 0, 0);
const IN_ONE_REQUEST = process.argv.includes('--one-request');
const SEAT_TURNS = GAMES * AGENTS * TURNS;

const configs = seededConfigs(GAMES, AGENTS);

await using stack = await SplitStack.start({ isBuilt: true, environment: { MAX_GAMES: String(GAMES) } });
const agents = (await takeSeats([`ws://127.0.0.1:${stack.gateway.port}`], configs)).flat();

const { gateway, proxy } = stack;
const servers = gameServersOf(proxy.pid);
const look = () => ({
  proxy: usageOf(proxy.pid),
  gateway: usageOf(gateway.pid),
  'game servers': usageOfAll(servers),
});
const play = (turns: number) =>
  playTogether(agents, { turns, actions: ACTIONS, inOneRequest: IN_ONE_REQUEST, perSecond: PER_SECOND });
await play(WARM_UP_TURNS);
await loopLags(stack);
const before = look();
const began = performance.now();
const times = await play(TURNS);
const seconds = (performance.now() - began) / 1000;
const after = look();
const lags = await loopLags(stack);
await Promise.all(agents.map((agent) => agent.close()));

console.log(
  `${GAMES} games of ${AGENTS} agents, ${TURNS} turns, ${(times.actionCount / SEAT_TURNS).toFixed(1)} actions in each: ` +
    `${seconds.toFixed(1)} s, ${((GAMES * TURNS) / seconds).toFixed(1)} game turns a second`,
);
const used = {
  proxy: usedBetween(before.proxy, after.proxy),
  gateway: usedBetween(before.gateway, after.gateway),
  'game servers': usedBetween(before['game servers'], after['game servers']),
};
const bare = await playAiGames(configs, WARM_UP_TURNS, TURNS);
for (const [name, usage] of Object.entries(used)) {
  console.log(costLine(name, usage, SEAT_TURNS));
  figure(`CPU of the ${name} for a seat and turn`, msEach(usage, SEAT_TURNS), 'ms', {
    name: 'bare servers with AIs',
    value: msEach(bare, SEAT_TURNS),
  });
}
const mainThread = (used.proxy.mainThreadSeconds * 1000) / SEAT_TURNS;
figure("CPU of the proxy's main thread for a seat and turn", mainThread, 'ms');
figure('game turns a second', (GAMES * TURNS) / seconds, '');
console.log(costLine('bare servers with AIs', bare, SEAT_TURNS));
console.log(waitLine('state with offers', times.states));
console.log(waitLine('action', times.actions));
console.log(waitLine('end of turn to next turn', times.turnChanges));
for (const [name, lag] of Object.entries(lags)) console.log(lagLine(`event loop of the ${name}`, lag));
