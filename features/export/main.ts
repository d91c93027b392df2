/** `npm run export`: makes pictures, videos and data files of a recorded game, and datasets of games. */
import { asksForDataset, DATASET_USAGE, parseDatasetOptions } from './dataset/dataset-options.js';
import { exportDataset } from './dataset/export-dataset.js';
import { splits } from './dataset/split.js';
import { EXPORT_USAGE, parseExportOptions } from './export-options.js';
import { exportRecording } from './export-recording.js';

const args = process.argv.slice(2);
try {
  if (asksForDataset(args)) await makeDataset();
  else {
    const options = parseExportOptions(args);
    await exportRecording(options);
    console.log(options.out);
  }
} catch (error) {
  const usage = asksForDataset(args) ? DATASET_USAGE : `${EXPORT_USAGE}\n\n${DATASET_USAGE}`;
  console.error(`export: ${error instanceof Error ? error.message : error}\n\n${usage}`);
  process.exitCode = 1;
}

async function makeDataset(): Promise<void> {
  const options = parseDatasetOptions(args);
  const { rows, notEnded, duplicates } = await exportDataset(options, process.env);
  for (const split of splits) console.log(`${split}: ${rows[split]} rows`);
  console.log(`left out: ${duplicates} duplicates, ${notEnded} games that have not ended`);
  console.log(options.out);
}
