import { createHash } from 'node:crypto';

/** A secret seed with the random text that keeps it from being guessed. */
export interface OpenedSeed {
  readonly seed: number;
  readonly salt: string;
}

/** What binds to a secret seed before it is told: SHA-256, in hexadecimal, of the seed, a space and the salt. */
export function seedCommitment({ seed, salt }: OpenedSeed): string {
  return createHash('sha256').update(`${seed} ${salt}`).digest('hex');
}

/** Whether it is the seed that was bound to. */
export function opensCommitment(opened: OpenedSeed, commitment: string): boolean {
  return seedCommitment(opened) === commitment;
}
