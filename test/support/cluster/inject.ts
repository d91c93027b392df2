import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataVolume } from '../faults/data-volume.js';
import type { FakeClock } from '../faults/fake-clock.js';
import type { Relay } from '../relay.js';
import type { ClusterMember } from './cluster-member.js';
import type { ClusterFault, Hop, Part } from './cluster-plan.js';
import type { ClusterStack } from './cluster-stack.js';

/** What faults are done to. */
export interface ClusterScene {
  readonly stack: ClusterStack;
  /** Where the games are, when it can be filled. */
  readonly volume: DataVolume | undefined;
  readonly clock: FakeClock | undefined;
  readonly random: () => number;
}

/** Does a fault and takes it back; false when this machine cannot do it. */
export async function injectFault(scene: ClusterScene, fault: ClusterFault): Promise<boolean> {
  const { stack } = scene;
  switch (fault.kind) {
    case 'kill':
      return kill(scene, fault.part, fault.ms);
    case 'hang':
      return hang(scene, fault.part, fault.ms);
    case 'restart':
      await memberOf(stack, fault.part)?.restart();
      return true;
    case 'upgrade':
      return upgrade(memberOf(stack, fault.part));
    case 'cut':
      for (const relay of relaysOf(stack, fault.hop)) relay.cut();
      return true;
    case 'hold':
    case 'delay':
      return slow(relaysOf(stack, fault.hop), fault);
    case 'double':
      return double(relaysOf(stack, fault.hop), fault.ms);
    case 'full disk':
      return fillDisk(scene, fault.ms);
    case 'clock':
      return jumpClock(scene, fault.seconds, fault.ms);
  }
}

/** Holds a network back, or makes it slower. */
async function slow(
  relays: readonly Relay[],
  fault: Extract<ClusterFault, { readonly kind: 'hold' | 'delay' }>,
): Promise<boolean> {
  for (const relay of relays) {
    if (fault.kind === 'hold') relay.hold();
    else relay.delay(fault.byMs);
  }
  await pause(fault.ms);
  for (const relay of relays) {
    relay.release();
    relay.delay(0);
  }
  return true;
}

async function fillDisk({ volume }: ClusterScene, ms: number): Promise<boolean> {
  if (volume?.isOwn !== true) return false;
  volume.fill();
  await pause(ms);
  await volume.empty();
  return true;
}

async function jumpClock({ clock }: ClusterScene, seconds: number, ms: number): Promise<boolean> {
  if (clock === undefined) return false;
  await writeFile(clock.file, seconds < 0 ? String(seconds) : `+${seconds}`);
  await pause(ms);
  await writeFile(clock.file, '+0');
  return true;
}

async function upgrade(member: ClusterMember | undefined): Promise<boolean> {
  await member?.restart({ ...member.options, root: undefined });
  return true;
}

function memberOf({ gateways, proxies }: ClusterStack, part: Part) {
  if (!('index' in part)) return undefined;
  return (part.kind === 'gateway' ? gateways : proxies)[part.index];
}

async function kill({ stack, random }: ClusterScene, part: Part, ms: number): Promise<boolean> {
  if (part.kind === 'store') {
    await stack.redis.kill();
    await pause(ms);
    // It comes back empty.
    await stack.redis.restart();
    return true;
  }
  if (part.kind === 'game server') {
    const pid = anyOf(stack.gameServers(), random);
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
    return pid !== undefined;
  }
  await memberOf(stack, part)?.kill(ms);
  return true;
}

async function hang({ stack, random }: ClusterScene, part: Part, ms: number): Promise<boolean> {
  if (part.kind === 'store') {
    stack.redis.freeze();
    await pause(ms);
    stack.redis.thaw();
    return true;
  }
  if (part.kind === 'game server') {
    const pid = anyOf(stack.gameServers(), random);
    if (pid === undefined) return false;
    process.kill(pid, 'SIGSTOP');
    await pause(ms);
    // Its proxy may have ended it for that.
    if (stack.gameServers().includes(pid)) process.kill(pid, 'SIGCONT');
    return true;
  }
  await memberOf(stack, part)?.hang(ms);
  return true;
}

function relaysOf({ agents, links, store }: ClusterStack, hop: Hop): readonly Relay[] {
  const relays = { agents: [agents], links, store: [store] };
  return relays[hop];
}

/** Connections of now are cut, so that there are new ones to be doubled; at the end these are cut with their twins. */
async function double(relays: readonly Relay[], ms: number): Promise<boolean> {
  for (const relay of relays) {
    relay.double(true);
    relay.cut();
  }
  await pause(ms);
  for (const relay of relays) {
    relay.double(false);
    relay.cut();
  }
  return true;
}

function anyOf<T>(list: readonly T[], random: () => number): T | undefined {
  return list[Math.floor(random() * list.length)];
}
