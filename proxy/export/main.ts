/** `npm run export`: pictures, films and data of a recorded game. */
import { exportOrder, usage } from './export-order.js';
import { exportRecording } from './export-recording.js';

try {
  const order = exportOrder(process.argv.slice(2));
  await exportRecording(order);
  console.log(order.out);
} catch (error) {
  console.error(`export: ${error instanceof Error ? error.message : error}\n\n${usage}`);
  process.exitCode = 1;
}
