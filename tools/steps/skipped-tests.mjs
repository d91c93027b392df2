import { readFileSync } from 'node:fs';

/** The names of the tests in a vitest JSON report that were neither passed nor failed. @param {string} file */
export function skippedTests(file) {
  /** @type {{ testResults: { assertionResults: { fullName: string, status: string }[] }[] }} */
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const tests = report.testResults.flatMap((result) => result.assertionResults);
  return tests
    .filter(({ status }) => status !== 'passed' && status !== 'failed')
    .map(({ fullName }) => fullName);
}
