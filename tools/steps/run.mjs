import { spawn } from 'node:child_process';
import { root } from './folders.mjs';

/**
 * @typedef {object} Ran
 * @property {number} code its exit code; 127 when it could not be started
 * @property {string} output what it printed on both streams
 */

/**
 * Runs a program to its end without a terminal and keeps what it prints.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {Record<string, string | undefined>} [environment] on top of ours
 * @returns {Promise<Ran>}
 */
export function run(program, args, environment = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, [...args], {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const keep = (/** @type {Buffer} */ chunk) => {
      output = (output + chunk).slice(-64 * 1024);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => resolve({ code: 127, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/**
 * Runs a program to its end with its output on our own streams.
 * @param {string} program
 * @param {readonly string[]} args
 * @returns {Promise<number>} its exit code
 */
export function runShown(program, args) {
  return new Promise((resolve) => {
    const child = spawn(program, [...args], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
    // Ctrl-C reaches the child by itself; SIGTERM is sent to us alone.
    const passOn = () => child.kill('SIGTERM');
    process.on('SIGTERM', passOn);
    child.on('error', () => resolve(127));
    child.on('close', (code) => {
      process.off('SIGTERM', passOn);
      resolve(code ?? 1);
    });
  });
}

/** The end of a long output, for a failure. @param {string} output */
export function lastLines(output, count = 15) {
  return output.trimEnd().split('\n').slice(-count).join('\n');
}
