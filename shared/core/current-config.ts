import { isDeepStrictEqual } from 'node:util';
import { type Config, configSchema } from './config.js';
import type { Logger } from './log.js';

/** The settings that gateway or proxy take over while they run. */
const LIVE_SETTINGS = [
  'LOG_LEVEL',
  'LLM_API_TOKENS',
  'ADMIN_TOKEN',
  'PROXY_SECRET',
  'PROXY_OLD_SECRET',
  'MAX_GAMES',
  'MAX_CONNECTIONS_PER_AGENT',
  'MAX_SOCKETS',
  'MAX_SOCKETS_PER_ADDRESS',
  'RATE_MESSAGES_PER_MINUTE',
  'RATE_BURST',
  'RATE_ACTIONS_PER_MINUTE',
  'TOKEN_QUOTAS',
] as const satisfies readonly (keyof Config)[];

/** The name of a setting that is taken over while a process runs. */
type LiveSetting = (typeof LIVE_SETTINGS)[number];

/** The settings in force. Code that needs one of `LIVE_SETTINGS` reads it here each time and keeps no copy. */
export class CurrentConfig {
  #config: Config;

  constructor(config: Config) {
    this.#config = config;
  }

  /** The settings that may change. */
  get value(): Readonly<Pick<Config, LiveSetting>> {
    return this.#config;
  }

  /** Takes over what can be, and logs the names of what has changed and of what needs a restart. */
  replace(next: Config, log: Logger): void {
    const names = Object.keys(configSchema.shape).filter(isSetting);
    const changed = names.filter((name) => !isDeepStrictEqual(this.#config[name], next[name]));
    const live = changed.filter((name) => LIVE_SETTINGS.some((one) => one === name));
    const rest = changed.filter((name) => !live.includes(name));
    // Settings that need a restart keep their old value, so that each later change of the file logs them again.
    const taken = Object.fromEntries(LIVE_SETTINGS.map((name) => [name, next[name]]));
    this.#config = { ...this.#config, ...taken };
    if (live.length > 0) log.info({ settings: live }, 'settings read again');
    if (rest.length > 0) log.warn({ settings: rest }, 'these settings have changed and need a restart');
  }
}

function isSetting(name: string): name is keyof Config {
  return Object.hasOwn(configSchema.shape, name);
}
