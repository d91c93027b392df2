import type { Position } from '../../proxy/world/map-geometry.js';
import type { Actor, Verdict } from './stage.js';

/** Missions have odds: they are tried again with a new unit until one comes off. */
const TRIES = 30;

/** Lets units of a type try a mission from a place until it succeeds; each that failed must have been paid for. */
export async function mission(
  actor: Actor,
  type: string,
  unit: string,
  from: Position,
  fields: Readonly<Record<string, unknown>>,
): Promise<Verdict> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const agent = await actor.unit(unit, from);
    const verdict = await actor.does(type, { unit_id: agent.id, ...fields });
    if (verdict.changed.succeeded === true) return verdict;
    if (verdict.changed.succeeded !== false) throw new Error(`${type}: ${JSON.stringify(verdict)}`);
  }
  throw new Error(`${type} never succeeded`);
}
