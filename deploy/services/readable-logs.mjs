import { createInterface } from 'node:readline';

const own = new Set(['level', 'time', 'name', 'msg', 'pid', 'hostname']);

/**
 * Shows the JSON logs of a service as lines for people, other lines as they are.
 * @param {import('node:stream').Readable} from
 * @param {import('node:stream').Writable} to
 */
export function readableLogs(from, to) {
  createInterface({ input: from }).on('line', (line) => to.write(`${readableLine(line)}\n`));
}

/** One log record as `18:30:01 INFO gateway: text key=value`. @param {string} line */
export function readableLine(line) {
  const record = jsonObject(line);
  if (record === undefined) return line;
  const time = String(record.time ?? '').slice(11, 19);
  const rest = Object.entries(record).filter(([key]) => !own.has(key));
  const fields = rest.map(
    ([key, value]) => ` ${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return `${time} ${record.level} ${record.name}: ${record.msg ?? ''}${fields.join('')}`;
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
