import type { EffectType } from '../../freeciv/generated/packets.js';
import type { World } from '../../world/world.js';
import { type Effect, rulesetIndex } from '../lookup/ruleset-index.js';
import type { RequirementContext } from './requirement.js';
import { areMet } from './requirements.js';

/** The sum of all effects of one type that are active in a context. */
export interface EffectTotal {
  readonly value: number;
  /** False when effects depend on what this seat cannot see; the value leaves those out. */
  readonly certain: boolean;
}

/** The sum of the effects of a type, in its unit (doc/README.effects). Policies count as the player has them. */
export function effectTotal(world: World, type: EffectType, context: RequirementContext): EffectTotal {
  let value = 0;
  let certain = true;
  for (const effect of effectsFor(world, type, context)) {
    const active = areMet(world, effect.reqs, context);
    if (active === 'unknown') certain = false;
    if (active === true) value += effectStrength(world, effect, context.player);
  }
  return { value, certain };
}

/** The same without saying whether it is certain: unseen effects count as absent. */
export function effectValue(world: World, type: EffectType, context: RequirementContext): number {
  return effectTotal(world, type, context).value;
}

/** The effects of a type that may be active in a context. */
function effectsFor({ ruleset }: World, type: EffectType, { output }: RequirementContext): readonly Effect[] {
  const { effects, outputEffects } = rulesetIndex(ruleset);
  const found = output === undefined ? effects.get(type) : outputEffects.get(type)?.[output];
  return found ?? [];
}

/** All effects of one type in the ruleset. */
export function effectsOf(world: World, type: EffectType): readonly Effect[] {
  return rulesetIndex(world.ruleset).effects.get(type) ?? [];
}

/** Whether a building has any part in effects of a type, independent of its owner, by itself or by what it makes obsolete. */
export function buildingHasEffect(world: World, building: number, type: EffectType): boolean {
  return rulesetIndex(world.ruleset).effectTypesByBuilding.get(building)?.has(type) === true;
}

function effectStrength(world: World, effect: Effect, player: number | undefined): number {
  if (!effect.hasMultiplier) return effect.effectValue;
  const policy = world.ruleset.multipliers.get(effect.multiplier);
  const setting = player === undefined ? undefined : world.players.get(player)?.multiplier[effect.multiplier];
  if (policy === undefined || setting === undefined) return 0;
  return Math.trunc((effect.effectValue * (setting + policy.offset) * policy.factor) / 100);
}
