import type { ReqRange, UniversalsN } from '../../freeciv/generated/packets-3.0.js';
import type { Requirement as BareRequirement } from '../../freeciv/struct-codec.js';
import type { World } from '../../world/world.js';
import type { Tristate } from '../lookup/tristate.js';
import type { Context } from './context.js';

/** A requirement of the ruleset, with the kinds and ranges of this protocol version. */
export type Requirement = BareRequirement<UniversalsN, ReqRange>;

/**
 * Whether what a requirement names is there, not regarding `present`. Undefined when the context does not have what
 * it is about: then the requirement is not met either way.
 */
export type Question = (world: World, requirement: Requirement, context: Context) => Tristate | undefined;
