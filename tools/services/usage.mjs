import { Stop } from '../steps/terminal.mjs';

/**
 * The page of help, in the form of all commands: test/unit/agent/help-pages.test.ts.
 * @param {string} command as it is written
 */
const usage = (command) => `NAME
  ${command} - runs the FreeCiv gateway and its proxies until Ctrl-C

SYNOPSIS
  ${command}

DESCRIPTION
  Finds or installs freeciv-server, starts the proxies and the gateway, and
  prints the address and the token of agents and the address of the page.
  Settings are environment variables; docs/configuration.md lists all of them.

OPTIONS
  --help           prints this page

ENVIRONMENT
  GATEWAY_PORT     the port of the gateway; 8003 without it
  GATEWAY_HOST     the address it listens on; 127.0.0.1 without it
  DATA_DIR         the folder of games; ./data without it
  LLM_API_TOKENS   the tokens of agents; made at the start without it
  FREECIV_SERVER   the path of freeciv-server; looked for without it
  PROXIES          how many proxies run; 1 without it
  SETTINGS_FILE    a file with more settings, NAME=value in each line

EXIT STATUS
  0  Ctrl-C or SIGTERM stopped it
  1  it did not start, or an argument is unknown

EXAMPLES
  ${command}
  GATEWAY_PORT=9000 DATA_DIR=/srv/freeciv ${command}
`;

/**
 * Whether the help was asked for: it is printed then, and nothing must start. Any other argument is refused.
 * @param {string} command as it is written
 * @param {readonly string[]} args
 * @param {string} page
 */
export function askedForHelp(command, args, page = usage(command)) {
  const [first] = args;
  if (first === undefined) return false;
  if (!args.includes('--help') && !args.includes('-h')) {
    const help = command.startsWith('npm ') ? `${command} -- --help` : `${command} --help`;
    throw new Stop(
      `${command} takes no arguments, and was given ${first}. Settings are environment variables: ${help}`,
    );
  }
  process.stdout.write(page);
  return true;
}
