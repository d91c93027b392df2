import { appendFile, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startFixture } from './support/gateway-fixture.js';
import { RawAgentSocket } from './support/raw-agent-socket.js';

/** A gateway with the data folder of another that is gone. */
async function withDataDir(run: (dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gateway-restart-'));
  await run(dataDir);
  await rm(dataDir, { recursive: true, force: true });
}

test('sessions are kept for the eyes of their owner alone, and a torn line stops nothing', async () => {
  await withDataDir(async (DATA_DIR) => {
    const folder = join(DATA_DIR, 'gateway-sessions-0');
    const before = await startFixture({ DATA_DIR });
    const session = (await (await RawAgentSocket.open(before.port, 'my-agent')).logIn()).data?.session_id;
    await before.gateway.close();
    const [name = ''] = await readdir(folder);
    expect((await stat(join(folder, name))).mode & 0o077).toBe(0);
    await appendFile(join(folder, name), '{"kind":"session","ses');
    await using after = await startFixture({ DATA_DIR });
    const back = await RawAgentSocket.open(after.port, 'my-agent');
    expect(await back.logIn({ session_id: session })).toMatchObject({ data: { resumed: true } });
    await before.proxy.stop();
  });
});

test('a gateway whose port is taken leaves the kept sessions to the one that has it', async () => {
  await withDataDir(async (DATA_DIR) => {
    const taken = createServer();
    const port = await new Promise<string>((resolve) => {
      taken.listen(0, '127.0.0.1', () => {
        const address = taken.address();
        resolve(typeof address === 'object' ? String(address?.port) : '');
      });
    });
    const folder = join(DATA_DIR, `gateway-sessions-${port}`);
    await mkdir(folder);
    await writeFile(join(folder, '7.jsonl'), '{}\n');
    await expect(startFixture({ DATA_DIR, GATEWAY_PORT: port })).rejects.toThrow('EADDRINUSE');
    expect(await readdir(folder)).toEqual(['7.jsonl']);
    await new Promise((resolve) => taken.close(resolve));
  });
});
