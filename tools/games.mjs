/** `npm run games -- [command]`: lists and manages the games of a running gateway over its REST routes. */
import { parseArgs } from 'node:util';
import { commands } from './games/commands.mjs';
import { Gateway } from './games/gateway.mjs';
import { usage } from './games/usage.mjs';
import { main, Stop, terminalText } from './steps/terminal.mjs';

await main(async () => {
  const { positionals, values } = read();
  const [name = 'list', ...words] = positionals;
  if (values.help) return void process.stdout.write(usage);
  const command = commands.find((known) => known.name === name);
  if (command === undefined) throw new Stop(`There is no command ${name}.\n\n${usage}`);
  const needed = command.words.filter((word) => word.endsWith('>')).length;
  if (words.length < needed) throw new Stop(`npm run games -- ${name} ${command.words.join(' ')}`);
  process.stdout.write(terminalText(await command.run(new Gateway(process.env), words, values)));
});

function read() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        csv: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        yes: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new Stop(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}
