import { join } from 'node:path';
import type { Quotas } from '#shared/protocol/token-quotas.js';
import { GameAccess } from '../../features/access/game-access.js';
import { SpectatorAccess, spectatorSetting } from '../../features/access/spectator-access.js';
import { JsonWebTokens } from '../../features/issued-tokens/issued-tokens.js';
import { readJwtSettings } from '../../features/issued-tokens/jwt-settings.js';
import type { AgentServices } from '../../gateway/agent/agent-services.js';
import { AdminAccess } from '../../gateway/auth/admin-access.js';
import { MintedTokens } from '../../gateway/auth/minted-tokens.js';
import { TokenStore } from '../../gateway/auth/token-store.js';
import type { GatewayContext } from '../../gateway/core/context.js';
import { readQuotas, TokenQuotas } from '../../gateway/limits/token-quotas.js';
import type { SessionTable } from '../../gateway/session/session-table.js';

/** The tokens of the settings, those made here, and those of an issuer. Throws for settings that `readSettings` refuses. */
export function createTokens({ config, current, clock, log }: GatewayContext, isShared: boolean): TokenStore {
  const jwt = readJwtSettings(config);
  if (!jwt.ok) throw new Error(jwt.failure);
  const items = () => current.value.LLM_API_TOKENS;
  const { LLM_API_TOKENS_FILE: file } = config;
  const issued = jwt.value && new JsonWebTokens(jwt.value, clock, log);
  const minted = mintedFolder(config);
  const revoked = join(config.DATA_DIR, 'revoked-tokens');
  return new TokenStore({ items, file, minted, revoked, issued }, log, isShared);
}

/** What each token may have at most. Throws for settings that `readSettings` refuses. */
export function createQuotas(
  { current, metrics }: GatewayContext,
  tokens: TokenStore,
  sessions: SessionTable,
): TokenQuotas {
  // Asked for each message, and read again only where the setting has changed.
  let preset = { of: current.value.TOKEN_QUOTAS, quotas: presetOf(current.value.TOKEN_QUOTAS) };
  const quotas = new TokenQuotas({
    preset() {
      const { TOKEN_QUOTAS: now } = current.value;
      if (preset.of !== now) preset = { of: now, quotas: presetOf(now) };
      return preset.quotas;
    },
    tokens: () => tokens.inForce,
    sessions: () => sessions.all(),
  });
  metrics.all.measureBy(
    'quota',
    'freeciv_gateway_quota_use',
    'The highest share of its quota that any token has used, by quota (0 to 1)',
    () => quotas.highestUse,
  );
  return quotas;
}

/** `readSettings` refuses what is malformed. */
function presetOf(entries: readonly string[]): Quotas {
  const read = readQuotas(entries);
  return read.ok ? read.value : {};
}

/** The access checks; all of them count wrong tokens together with the agents' logins. */
export function createAccess(
  { config, current, clock }: GatewayContext,
  { tokens, sessions, loginLimits: limits }: AgentServices,
) {
  const admin = new AdminAccess(() => current.value.ADMIN_TOKEN, limits, clock);
  const spectators = new SpectatorAccess({ ...spectatorSetting(config), tokens, admin });
  const isSessionOf = (id: string, agentId: string, gameId: string) =>
    sessions.find(id, agentId)?.gameId === gameId;
  const games = new GameAccess({ admin, spectators, tokens, isSessionOf, limits, clock });
  const minted = new MintedTokens(mintedFolder(config), () => tokens.reload());
  return { admin, spectators, games, minted };
}

/** The folder of the tokens that gateways with this DATA_DIR make. */
function mintedFolder({ DATA_DIR }: GatewayContext['config']): string {
  return join(DATA_DIR, 'agent-tokens');
}
