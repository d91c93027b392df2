/** What the game server is started with. It saves in its working folder, and every path is relative to that. */
export interface CommandLineOptions {
  readonly port: number;
  /** A save to go on from. */
  readonly savePath?: string | undefined;
  /** Loaded at once; `rulesetdir` on the console would load a second one after the default one. */
  readonly ruleset?: string | undefined;
  /** How it is told to ask for a password, see server-password.ts. */
  readonly lock?: readonly string[] | undefined;
}

/** Arguments of freeciv-server: loopback only, never announced on the network. */
export function serverArguments(options: CommandLineOptions): readonly string[] {
  const base = ['-p', String(options.port), '--bind', '127.0.0.1', '--Announce', 'none', '-s', '.'];
  const ruleset = options.ruleset === undefined ? [] : ['--ruleset', options.ruleset];
  const save = options.savePath === undefined ? [] : ['-f', options.savePath];
  return [...base, ...ruleset, ...save, ...(options.lock ?? [])];
}

const passedOn = ['PATH', 'FREECIV_DATA_PATH', 'FREECIV_SCENARIO_PATH'];

/** Environment of freeciv-server: no token or secret of ours, UTF-8 on its console, no home to keep a history in. */
export function serverEnvironment(own: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const environment: Record<string, string> = {
    HOME: '/nonexistent',
    LC_ALL: 'C.UTF-8',
    FREECIV_LOCAL_ENCODING: 'UTF-8',
  };
  for (const name of passedOn) {
    const value = own[name];
    if (value !== undefined) environment[name] = value;
  }
  return environment;
}
