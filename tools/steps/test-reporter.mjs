import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { root } from './run.mjs';
import { reportFile } from './test-report.mjs';

/** A reporter of vitest: writes what test-report.mjs reads, with the time that each file took and what did not pass. */
export default class TestReporter {
  /** @param {readonly import('vitest/node').TestModule[]} modules */
  onTestRunEnd(modules) {
    /** @type {readonly import('./test-report.mjs').ReportedFile[]} */
    const files = modules.map((module) => {
      const { duration } = module.diagnostic();
      const tests = [...module.children.allTests()].map((test) => ({
        name: test.name,
        state: test.result().state,
      }));
      return {
        path: relative(root, module.moduleId).replaceAll('\\', '/'),
        project: module.project.name,
        passed: module.ok(),
        seconds: duration / 1000,
        processorSeconds: module.meta().processorSeconds ?? 0,
        tests,
      };
    });
    mkdirSync(dirname(reportFile), { recursive: true });
    writeFileSync(reportFile, JSON.stringify(files));
  }
}
