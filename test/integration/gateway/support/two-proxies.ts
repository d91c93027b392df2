import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#shared/core/config.js';
import { createLogger } from '#shared/core/log.js';
import type { LinkRequest } from '#shared/protocol/link.js';
import { startGateway } from '../../../../services/gateway/gateway.js';
import { answerAll, ScriptedProxy, secret } from './scripted-proxy.js';

/** A proxy with games, which it lists; any other game is made here when that is asked for. */
export interface GamesProxy {
  readonly proxy: ScriptedProxy;
  readonly games: Set<string>;
  readonly url: string;
}

export interface TwoProxies extends AsyncDisposable {
  readonly port: number;
  readonly one: GamesProxy;
  readonly other: GamesProxy;
  /** The proxy that has a game; fails when none has, or both. */
  ownerOf(gameId: string): GamesProxy;
}

/** A gateway on two scripted proxies, as PROXY_URLS names them. */
export async function startTwoProxies(): Promise<TwoProxies> {
  const [one, other] = [await gamesProxy(), await gamesProxy()];
  const dataDir = await mkdtemp(join(tmpdir(), 'gateway-test-'));
  const read = readConfig({
    GATEWAY_PORT: '0',
    PROXY_URLS: `127.0.0.1:${one.proxy.port},${other.url}`,
    PROXY_SECRET: secret,
    LLM_API_TOKENS: 'good-token',
    DATA_DIR: dataDir,
  });
  if (!read.ok) throw new Error(read.failure.join('; '));
  const log = createLogger('gateway', 'error');
  const gateway = await startGateway({
    config: read.value,
    log,
    timeouts: { backoff: { first: 20, max: 50 } },
  });
  await Promise.all([one, other].map(({ proxy }) => proxy.connections.take()));
  return {
    port: gateway.port,
    ...{ one, other },
    ownerOf(gameId) {
      const [owner, ...more] = [one, other].filter(({ games }) => games.has(gameId));
      if (owner === undefined || more.length > 0)
        throw new Error(`${gameId} is at ${more.length + 1} proxies`);
      return owner;
    },
    async [Symbol.asyncDispose]() {
      await gateway.close();
      await Promise.all([one, other].map(({ proxy }) => proxy.stop()));
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function gamesProxy(): Promise<GamesProxy> {
  const proxy = await ScriptedProxy.start();
  const games = new Set<string>();
  proxy.respond = (request) => {
    if (request.type === 'game_list') proxy.answer(request, 'game_list', { games: [...games].map(summary) });
    else answerGame(proxy, games, request);
  };
  return { proxy, games, url: `ws://127.0.0.1:${proxy.port}/llmsocket/8002` };
}

function answerGame(proxy: ScriptedProxy, games: Set<string>, request: LinkRequest): void {
  const { type, game_id: gameId, data } = request;
  if (type === 'llm_connect' && data.create !== false) games.add(gameId);
  if (games.has(gameId)) answerAll(request, proxy);
  else proxy.answer(request, 'error', { error_code: 'E140', error_message: 'There is no such game' });
}

function summary(game_id: string) {
  return { game_id, state: 'running', turn: 1, players: [], server_version: null };
}
