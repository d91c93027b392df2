const quietMs = 2000;
const everyMs = 10_000;

/**
 * Does the work, silent when it is quick; after two seconds it says what is going on, then now and again.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @param {(line: string) => void} [say]
 * @returns {Promise<T>}
 */
export async function progress(title, work, say = (line) => process.stderr.write(`${line}\n`)) {
  const begin = performance.now();
  const seconds = () => `${Math.round((performance.now() - begin) / 1000)} s`;
  let told = false;
  const tell = () => {
    say(told ? `${title} … ${seconds()}` : `${title} …`);
    told = true;
    timer = setTimeout(tell, everyMs);
  };
  let timer = setTimeout(tell, quietMs);
  try {
    const result = await work();
    if (told) say(`${title}: done in ${seconds()}`);
    return result;
  } finally {
    clearTimeout(timer);
  }
}
