import { expect, test } from 'vitest';
import type { Address, Service } from '../../../tools/services/service.mjs';
import { supervise } from '../../../tools/services/supervise.mjs';

/** Services that end when told to, on a virtual clock. */
class Rehearsal {
  readonly waits: number[] = [];
  readonly said: string[] = [];
  starts = 0;
  #now = 0;
  #end: (sentence: string) => void = () => {};
  #started: (() => void)[] = [];
  /** Whether the first start fails. */
  readonly #fails: boolean;

  constructor(fails = false) {
    this.#fails = fails;
  }

  start(): Service {
    this.starts++;
    const ended = new Promise<string>((resolve) => {
      this.#end = resolve;
    });
    const ready: Promise<Address> = this.#fails
      ? Promise.reject(new Error('a bad setting'))
      : Promise.resolve({ host: '127.0.0.1', port: 1 });
    for (const tell of this.#started.splice(0)) tell();
    const kill = () => this.#end('The proxy was ended by SIGKILL.');
    return { name: 'proxy', ready, ended, kill, stop: async () => kill() };
  }

  async wait(milliseconds: number): Promise<void> {
    this.waits.push(milliseconds);
    this.#now += milliseconds;
  }

  monotonic(): number {
    return this.#now;
  }

  say(line: string): void {
    this.said.push(line);
  }

  /** Lets the present process run for so long and die; resolves when the next one is started. */
  async dieAfter(milliseconds: number): Promise<void> {
    this.#now += milliseconds;
    const next = new Promise<void>((resolve) => this.#started.push(resolve));
    this.#end('The proxy was ended by SIGKILL.');
    await next;
  }
}

test('a service that ends starts again after 0.5 s, doubled up to 30 s, and anew once it has run for 10 s', async () => {
  const rehearsal = new Rehearsal();
  const service = supervise('proxy', {}, rehearsal);
  await service.ready;
  for (let death = 0; death < 8; death++) await rehearsal.dieAfter(1_000);
  expect(rehearsal.waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  await rehearsal.dieAfter(10_000);
  expect(rehearsal.waits.at(-1)).toBe(500);
  expect(rehearsal.said[0]).toBe('The proxy was ended by SIGKILL. It is started again in 0.5 s.');
  await service.stop(0);
  expect(rehearsal.starts).toBe(10);
});

test('a service whose first start fails is not started again', async () => {
  const rehearsal = new Rehearsal(true);
  const service = supervise('proxy', {}, rehearsal);
  await expect(service.ready).rejects.toThrow('a bad setting');
  await service.stop(0);
  expect(rehearsal.starts).toBe(1);
});
