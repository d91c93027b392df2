import { terminalLine } from '../steps/terminal.mjs';

const own = new Set(['level', 'time', 'name', 'msg', 'pid', 'hostname']);

/**
 * Shows the JSON logs of a service as lines for people, other lines as they are.
 * @param {import('node:stream').Readable} from
 * @param {import('node:stream').Writable} to
 */
export function readableLogs(from, to) {
  let rest = '';
  from.setEncoding('utf8');
  from.on('data', (/** @type {string} */ text) => {
    // At line feeds only: a record holds other line breaks as they are.
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) to.write(`${readableLine(line)}\n`);
  });
  from.on('end', () => {
    if (rest !== '') to.write(`${readableLine(rest)}\n`);
  });
}

/**
 * One log record as `18:30:01 INFO gateway: text key=value`. Agents choose some of the values.
 * @param {string} line
 */
export function readableLine(line) {
  const record = jsonObject(line);
  if (record === undefined) return terminalLine(line);
  const time = String(record.time ?? '').slice(11, 19);
  const rest = Object.entries(record).filter(([key]) => !own.has(key));
  const fields = rest.map(
    ([key, value]) => ` ${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return terminalLine(`${time} ${record.level} ${record.name}: ${record.msg ?? ''}${fields.join('')}`);
}

/** @param {string} line @returns {Record<string, unknown> | undefined} */
function jsonObject(line) {
  try {
    const value = JSON.parse(line);
    return typeof value === 'object' && value !== null && 'level' in value ? value : undefined;
  } catch {
    return undefined;
  }
}
