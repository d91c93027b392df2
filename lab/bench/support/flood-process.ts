/** Floods the gateway at port argv[2] from argv[3] agents between the messages `begin` and `pause` of its parent, until `end`. */
import { codesOf, logInAll } from './bench-agent.js';

const [, , port, count] = process.argv;
const agents = await logInAll(Number(port), Number(count), 'flooder');
let flooding: NodeJS.Timeout | undefined;
process.on('message', (message) => {
  clearInterval(flooding);
  if (message === 'begin') flooding = setInterval(flood, 2);
  if (message === 'end') process.send?.({ codes: codesOf(agents) }, () => process.exit(0));
});
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });

function flood(): void {
  for (const agent of agents) {
    for (let sent = 0; sent < 10 && agent.socket.bufferedAmount < 65_536; sent++) agent.ask();
  }
}
