import type { Relay } from '../relay.js';
import type { DataVolume } from './data-volume.js';
import type { GameRound } from './game-round.js';
import type { Installation } from './installation.js';
import type { Templates } from './templates.js';

/** What faults are done to. */
export interface Scene {
  readonly installation: Installation;
  readonly volume: DataVolume;
  /** The games under way. */
  readonly rounds: readonly GameRound[];
  /** Stands between the agents and the gateway. */
  readonly relay: Relay;
  /** Folders of games that wait on the disk, to be copied. */
  readonly templates: Templates | undefined;
  /** Where the clock of the installation reads by how many seconds it is wrong; undefined where it is the machine's. */
  readonly clockFile: string | undefined;
}

/** A fault that has been done. */
export interface Injected {
  /** Processes whose end it excuses: `gateway`, `proxy`, or the id of a game, for its server. */
  readonly mayEnd: readonly string[];
  /** Games that may be lost by it, when they say so. */
  readonly mayLose: readonly string[];
  /** More games than those under way that must be played or say that they are lost. */
  readonly copies?: readonly GameRound[];
  /** What it found that must not be, in sentences. */
  readonly violations?: readonly string[];
  /** Takes back what is still to be taken back. */
  undo(): Promise<void>;
}

export const nothingToUndo = async (): Promise<void> => {};
