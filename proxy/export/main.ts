/** `npm run export`: makes pictures, videos and data files of a recorded game. */
import { EXPORT_USAGE, parseExportOptions } from './export-options.js';
import { exportRecording } from './export-recording.js';

try {
  const options = parseExportOptions(process.argv.slice(2));
  await exportRecording(options);
  console.log(options.out);
} catch (error) {
  console.error(`export: ${error instanceof Error ? error.message : error}\n\n${EXPORT_USAGE}`);
  process.exitCode = 1;
}
