import { z } from 'zod';
import { ok } from '#shared/core/result.js';
import type { PacketFields } from '../../freeciv/generated/packets.js';
import { displayName, wireNameOf } from '../../rules/lookup/names.js';
import { defineAction, invalidAction } from '../action.js';
import { resolveChoice } from '../common-fields.js';

/** Action `player_policy` (handle_player_multiplier). */
export const playerPolicy = defineAction({
  name: 'player_policy',
  doc: 'Set one policy of the nation, where the ruleset has any; it takes effect at the next turn change.',
  actor: 'nation',
  schema: z.looseObject({ policy: z.union([z.string().min(1).max(80), z.int()]), setting: z.int() }),
  sends: ['player_multiplier'],
  isRarelyWanted: true,
  offers: ({ world, ofNation }) =>
    ofNation(() => {
      const targets = world.players.get(world.seat.player ?? -1)?.multiplierTarget ?? [];
      return [...world.ruleset.multipliers.values()].flatMap((policy) =>
        someSettings(policy)
          .filter((setting) => setting !== targets[policy.id])
          .map((setting) => ({
            policy: wireNameOf(policy),
            setting,
            priority: 'low',
            certain: true,
            label: `set ${displayName(policy.name)} to ${setting}`,
          })),
      );
    }),
  plan(port, fields) {
    const { world } = port;
    const policies = [...world.ruleset.multipliers.values()];
    const policy = resolveChoice(policies, fields.policy, 'policy');
    if (!policy.ok) return invalidAction(policy.failure.message, 'data.policy', policy.failure.details);
    const { id, name, start, stop, step } = policy.value;
    const { setting } = fields;
    const isSetting = setting >= start && setting <= stop && (setting - start) % step === 0;
    if (!isSetting && !port.skipsRules) {
      return invalidAction(`${displayName(name)} cannot be set to ${setting}`, 'data.setting', {
        expected: `${start} to ${stop} in steps of ${step}`,
      });
    }
    const own = world.seat.player ?? -1;
    const targets = world.players.get(own)?.multiplierTarget ?? [];
    const multipliers = policies.map((other) =>
      other.id === id ? setting : (targets[other.id] ?? other.def),
    );
    return ok({
      send: () => port.request('player_multiplier', { count: multipliers.length, multipliers }),
      effect: (_before, after) =>
        targets[id] !== setting && after.players.get(own)?.multiplierTarget[id] === setting
          ? { policy: wireNameOf(policy.value), setting }
          : undefined,
    });
  },
});

/** Settings of one policy that are offered at most. */
const MAX_OFFERED_SETTINGS = 11;

/** Every setting of a policy or, where there are many, some from the lowest to the highest. */
function someSettings({ start, stop, step }: PacketFields['ruleset_multiplier']): number[] {
  const last = Math.trunc((stop - start) / step);
  const count = Math.min(last + 1, MAX_OFFERED_SETTINGS);
  return Array.from(
    { length: count },
    (_, index) => start + step * Math.round((last * index) / Math.max(1, count - 1)),
  );
}
