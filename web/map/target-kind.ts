/** What can be done on a tile: go there, something hostile, or anything else. */
export type TargetKind = 'go' | 'attack' | 'other';
