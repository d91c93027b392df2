import { expect, test } from 'vitest';
import { ConsoleCommands, checkedCommand, quotedName } from '../../../proxy/games/server/console-commands.js';

/** A console that echoes like the real one and answers each command with the lines of `answer`. */
function fakeConsole(answer: (command: string) => readonly string[]) {
  const feed: { text: string; prompted: boolean }[] = [];
  const commands = new ConsoleCommands((text) => {
    for (const command of text.trimEnd().split('\n')) {
      feed.push({ text: command.length > 60 ? `\r<${command.slice(-30)}` : command, prompted: true });
      const printed = /^lua cmd print\("(.*)"\)$/.exec(command)?.[1];
      const output = printed === undefined ? answer(command) : [printed];
      feed.push(...output.map((line) => ({ text: line, prompted: false })));
    }
  });
  return { commands, play: () => feed.map((line) => commands.handleLine(line)) };
}

test('a command gets its own lines, without what was typed', async () => {
  const { commands, play } = fakeConsole((command) => [`answer to ${command}`]);
  const answers = [commands.run('list players'), commands.run('save')];
  play();
  expect(await Promise.all(answers)).toEqual([
    { ok: true, value: ['answer to list players'] },
    { ok: true, value: ['answer to save'] },
  ]);
});

test('a command longer than the terminal gets its own lines too', async () => {
  const { commands, play } = fakeConsole(() => ['fine']);
  const answer = commands.run(`set savename ${'x'.repeat(100)}`);
  play();
  expect(await answer).toEqual({ ok: true, value: ['fine'] });
});

test('a command that waits when the server ends fails with E123, and so does every later one', async () => {
  const { commands } = fakeConsole(() => []);
  const answer = commands.run('start');
  commands.close();
  expect(await answer).toMatchObject({ failure: { code: 'E123' } });
  expect(await commands.run('start')).toMatchObject({ failure: { code: 'E123' } });
});

test('a wait can be stopped without losing the place of the commands behind it', async () => {
  const { commands, play } = fakeConsole((command) => [command.toUpperCase()]);
  const stop = new AbortController();
  const stopped = commands.run('first', stop.signal);
  const second = commands.run('second');
  stop.abort();
  expect(await stopped).toMatchObject({ failure: { code: 'E134' } });
  play();
  expect(await second).toEqual({ ok: true, value: ['SECOND'] });
});

test.each(['save\nquit', 'save\rquit', 'take\tx', 'a\u0000b', '\u001b[A', 'a\u0085b', 'a\u2028b'])(
  'what is not one plain line is no command: %j',
  (line) => {
    expect(checkedCommand(line)).toMatchObject({ failure: { code: 'E130' } });
  },
);

test('a name becomes one word of a command, or nothing', () => {
  expect(quotedName("Jeanne d'Arc")).toEqual({ ok: true, value: '"Jeanne d\'Arc"' });
  expect(quotedName('x" ; quit')).toMatchObject({ ok: false });
});
