import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { broken, fine, reasonOf } from './finding.mjs';

const patienceMs = 2000;

/**
 * Only where one is configured: a single gateway and proxy need none.
 * @param {import('./finding.mjs').Environment} environment
 * @returns {Promise<import('./finding.mjs').Finding | undefined>}
 */
export async function redis({ REDIS_URL }) {
  if (!REDIS_URL) return undefined;
  const mend =
    'start it, correct REDIS_URL (redis://user:password@host:port), or unset it: one gateway needs none';
  if (!URL.canParse(REDIS_URL)) return broken('Redis', 'REDIS_URL is no URL', mend);
  const url = new URL(REDIS_URL);
  try {
    const answer = await ask(url);
    if (answer.startsWith('+PONG')) return fine('Redis', `answers at ${url.host}`);
    return broken('Redis', `${url.host} says: ${answer.replace(/^-/, '')}`, mend);
  } catch (error) {
    return broken('Redis', `${url.host} does not answer: ${reasonOf(error)}`, mend);
  }
}

/** The answer to a ping, or to the log-in when that is refused. @param {URL} url @returns {Promise<string>} */
function ask({ protocol, hostname, port, username, password }) {
  const logIn = [username, password].filter((word) => word !== '').map(decodeURIComponent);
  const commands = [...(password === '' ? [] : [['AUTH', ...logIn]]), ['PING']];
  return new Promise((resolve, reject) => {
    const target = { host: hostname, port: Number(port || 6379) };
    const socket = protocol === 'rediss:' ? connectTls({ ...target, servername: hostname }) : connect(target);
    let text = '';
    socket.setTimeout(patienceMs, () => socket.destroy(new Error('no answer in time')));
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('it closed the connection')));
    socket.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => {
      text += chunk;
      const lines = text.split('\r\n').slice(0, -1);
      const answer = lines.find((line) => line.startsWith('-')) ?? lines[commands.length - 1];
      if (answer === undefined) return;
      resolve(answer);
      socket.destroy();
    });
    socket.write(commands.map(encoded).join(''));
  });
}

/** A command as Redis reads it. @param {readonly string[]} words */
function encoded(words) {
  return `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`;
}
