import { configSchema } from './config.js';
import type { Logger } from './log.js';
import { type Environment, withSettingsFile } from './settings-file.js';
import { nearName } from './unknown-fields.js';

/** Variables that clients read: some differ by one letter from a setting. */
const CLIENT_VARIABLES: ReadonlySet<string> = new Set([
  'LLM_API_TOKEN',
  'FREECIV_GATEWAY',
  'FREECIV_AGENT_ID',
  'FREECIV_GAME_ID',
  'GATEWAY_URL',
]);

/** An unknown variable, and the setting that is probably meant. */
export interface UnreadSetting {
  readonly name: string;
  readonly didYouMean: string;
}

/** Names of environment variables that nearly name a setting. Values, which may be tokens, are never shown. */
export function unreadSettings(environment: Environment): readonly UnreadSetting[] {
  const settings = Object.keys(configSchema.shape);
  const unknown = Object.keys(environment).filter(
    (name) => !settings.includes(name) && !CLIENT_VARIABLES.has(name),
  );
  return unknown.flatMap((name) => {
    const didYouMean = nearName(name.toUpperCase(), settings);
    return didYouMean === undefined ? [] : [{ name, didYouMean }];
  });
}

/** The same in a sentence for the person who wrote it. */
export function unreadSentence({ name, didYouMean }: UnreadSetting): string {
  return `there is no setting ${name}, so it is not read; did you mean ${didYouMean}?`;
}

/** Logs the names in the environment and in SETTINGS_FILE that are probably misspelled settings. */
export function warnOfUnread(environment: Environment, log: Logger): void {
  const merged = withSettingsFile(environment);
  for (const unread of unreadSettings(merged.ok ? merged.value : environment))
    log.warn({ setting: unread.name }, unreadSentence(unread));
}
