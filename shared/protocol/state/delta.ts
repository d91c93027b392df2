import { z } from 'zod';
import { type Immutable, placeSchema } from './common.js';
import { fullSectionsShape } from './full.js';
import { headerShape } from './header.js';

const removedSchema = z.strictObject({
  units: z.array(z.int()).describe('Ids of units that are gone or out of sight'),
  cities: z.array(z.int()).describe('Ids of cities that are gone'),
  visible_tiles: z.array(placeSchema).optional().describe('Tiles that are no longer known'),
  players: z.array(z.int()).optional().describe('Numbers of players that were removed'),
  treaties: z
    .array(z.int())
    .optional()
    .describe('Treaties no longer negotiated, by the number of the other player'),
});

const sinceVersion = z
  .int()
  .describe('The version the delta begins at: applied to the full state of that version it gives `version`');

/** What changed: entities whole, sections without a change left out. */
export const deltaChangesSchema = z.strictObject({
  ...headerShape,
  since_version: sinceVersion,
  full_resync: z.literal(false).optional().describe('Never true here: this delta has changes only'),
  ...z.strictObject(fullSectionsShape).exactPartial().shape,
  removed: removedSchema.describe('What is no longer there, or no longer seen'),
});

/** The full state, because the changes since the asked version are no longer held. */
export const deltaResyncSchema = z.strictObject({
  ...headerShape,
  since_version: sinceVersion.describe('The version that was asked for'),
  full_resync: z
    .literal(true)
    .describe(
      'The changes since that version are no longer held: this is the full state, to replace the old one',
    ),
  ...fullSectionsShape,
});

/** The delta format: what changed after a version, or the full state. */
export const deltaStateSchema = z.union([deltaChangesSchema, deltaResyncSchema]);

/** What changed after a version, or the full state where that is not known. */
export type DeltaState = Immutable<z.infer<typeof deltaStateSchema>>;
/** What is no longer there, or no longer seen. */
export type RemovedEntities = Immutable<z.infer<typeof removedSchema>>;
