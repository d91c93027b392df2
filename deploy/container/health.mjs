/**
 * Health check of a container: `node health.mjs gateway` or `node health.mjs proxy`. Ends with 0 when the service says that it
 * is well, else with 1 and what it says.
 */
const [service] = process.argv.slice(2);
const { GATEWAY_PORT = '8003', PROXY_PORT = '8002' } = process.env;
const port = service === 'gateway' ? GATEWAY_PORT : PROXY_PORT;

try {
  const answer = await fetch(`http://127.0.0.1:${port}/health`);
  if (answer.status !== 200) fail(await answer.text());
} catch (error) {
  fail(String(error));
}

/** @param {string} reason */
function fail(reason) {
  process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
}
