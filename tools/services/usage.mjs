import { Stop } from '../steps/terminal.mjs';

/** @param {string} command */
const usage = (command) => `${command}: runs the gateway and its proxies until Ctrl-C

It takes no arguments. Environment variables are its settings, for example GATEWAY_PORT, DATA_DIR and LLM_API_TOKENS;
docs/configuration.md lists all of them.

  --help    this text
`;

/**
 * Whether the help was asked for: it is printed then, and nothing must start. Any other argument is refused.
 * @param {string} command as it is written
 * @param {readonly string[]} args
 */
export function askedForHelp(command, args) {
  const [first] = args;
  if (first === undefined) return false;
  if (!args.includes('--help') && !args.includes('-h'))
    throw new Stop(
      `${command} takes no arguments, and was given ${first}. Settings are environment variables: ${command} --help`,
    );
  process.stdout.write(usage(command));
  return true;
}
