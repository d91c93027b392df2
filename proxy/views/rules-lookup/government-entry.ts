import type { RuleEntry } from '#shared/protocol/state/answers.js';
import type { PacketFields } from '../../freeciv/generated/packets-3.0.js';
import { effectsOf } from '../../rules/requirements/effects.js';
import { areMet } from '../../rules/requirements/requirements.js';
import type { World } from '../../world/world.js';
import { requiresWords } from './requirement-words.js';
import { ruleEntry } from './rule-entry.js';

type Government = PacketFields['ruleset_government'];

/** What the ruleset says of a government, in sentences. */
export function governmentEntry(world: World, government: Government): RuleEntry {
  return ruleEntry('government', government, [
    requiresWords(world, government.reqs) ?? 'Requires nothing.',
    standing(world, government),
    ratesWords(world, government),
  ]);
}

function standing(world: World, { id, reqs }: Government): string | undefined {
  const me = world.seat.player;
  if (me === undefined) return undefined;
  if (world.players.get(me)?.government === id) return 'It is yours now.';
  if (id === world.game?.governmentDuringRevolutionId)
    return 'It is what a revolution brings until it is over.';
  return areMet(world, reqs, { player: me }) === true ? 'You could change to it by a revolution.' : undefined;
}

/** The highest a single rate may be, as far as the form of government alone decides it. */
function ratesWords(world: World, { id }: Government): string | undefined {
  const effects = effectsOf(world, 'EFT_MAX_RATES').filter(({ reqs }) =>
    reqs.every(({ type, value, present }) => type === 'VUT_GOVERNMENT' && (value === id) === present),
  );
  if (effects.length === 0) return undefined;
  const most = effects.reduce((sum, { effectValue }) => sum + effectValue, 0);
  return `Taxes, luxury and science can each be at most ${Math.min(100, most)}%.`;
}
