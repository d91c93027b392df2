import { setTimeout as pause } from 'node:timers/promises';
import {
  damageGateway,
  damageInPlay,
  damageWaiting,
  jumpClock,
  refuseDisk,
  secondInstallation,
} from './data-faults.js';
import type { GameRound } from './game-round.js';
import type { PlannedFault } from './plan.js';
import { cutSockets, hang, kill, takeDescriptors } from './process-faults.js';
import type { Injected, Scene } from './scene.js';

/** Does a planned fault. `number` tells the copies of games apart that it may make. */
export async function inject(scene: Scene, planned: PlannedFault, number: number): Promise<Injected> {
  const round = scene.rounds[planned.game % scene.rounds.length];
  if (round === undefined) throw new Error('no game is under way');
  const { holdMs } = planned;
  switch (planned.kind) {
    case 'kill':
      await momentOf(planned.moment, round);
      return kill(scene, [planned.process], round);
    case 'hang':
      await momentOf(planned.moment, round);
      return hang(scene, planned.process, round, holdMs);
    case 'kill_together':
      return kill(
        scene,
        planned.processes === 'gateway and proxy' ? ['gateway', 'proxy'] : ['server', 'gateway'],
        round,
      );
    case 'cut_sockets':
      return cutSockets(scene, planned.bytes, holdMs);
    case 'full_disk':
    case 'read_only':
      return refuseDisk(scene, planned.kind, planned.loses, round, holdMs);
    case 'damage':
      if (planned.when === 'in play') return damageInPlay(scene, planned.file, planned.damage, round);
      return damageWaiting(scene, planned.file, planned.damage, { when: planned.when, number });
    case 'damage_gateway':
      return damageGateway(scene, planned.file, planned.damage);
    case 'clock_jump':
      return jumpClock(scene, planned.seconds, holdMs);
    case 'second_installation':
      return secondInstallation(scene);
    case 'no_descriptors':
      return takeDescriptors(scene, planned.process, holdMs);
  }
}

/** With an end of the turn under way: some milliseconds after it was sent. */
async function momentOf(moment: 'any time' | 'end_turn under way', round: GameRound): Promise<void> {
  if (moment === 'any time') return;
  await Promise.race([round.nextEndTurn(), pause(20_000)]);
  await pause(3);
}
