import { type BenchAgent, logInAll } from './bench-agent.js';
import type { GatewayUnderLoad } from './gateway-under-load.js';

/** What the system takes for a peer on the same machine that does not read, nearly. */
const SYSTEM_TAKES_BYTES = 4_000_000;
const PUSHES_EACH = 20;

/** Agents that have stopped reading, with small receive buffers. */
export class SlowReaders {
  readonly #agents: readonly BenchAgent[];

  private constructor(agents: readonly BenchAgent[]) {
    this.#agents = agents;
  }

  /** Logs them in, stops them, and fills what the system has for each. */
  static async stopped(bench: GatewayUnderLoad, count: number, name: string): Promise<SlowReaders> {
    const pushed = () => bench.metric('freeciv_gateway_pushes_total{type="event"}');
    const agents = await logInAll(bench.port, count, name);
    const before = await pushed().then((number) => number || 0);
    for (const agent of agents) {
      agent.socket.pause();
      agent.act({
        action_type: 'push_me',
        count: PUSHES_EACH,
        bytes: SYSTEM_TAKES_BYTES / PUSHES_EACH,
        every: 300,
      });
    }
    // Not before all have gone through: the players would wait behind them.
    while (!((await pushed()) >= before + count * PUSHES_EACH))
      await new Promise((resolve) => setTimeout(resolve, 100));
    return new SlowReaders(agents);
  }

  /** For this many seconds each is pushed 20 KB two and a half times a second. */
  begin(seconds: number): void {
    for (const agent of this.#agents)
      agent.act({ action_type: 'push_me', count: seconds * 2.5, bytes: 20_000, every: 400 });
  }

  /** Waits until the gateway has had time to give them up, then reads on; how many it has closed for being slow. */
  async whenGone(): Promise<number> {
    await new Promise((resolve) => setTimeout(resolve, 4000));
    const codes = await Promise.all(
      this.#agents.map(({ socket }) => {
        const closed = new Promise<number>((resolve) => socket.on('close', resolve));
        socket.resume();
        setTimeout(() => socket.terminate(), 2000);
        return closed;
      }),
    );
    return codes.filter((code) => code === 4008 || code === 1006).length;
  }
}
