/** The most parts of each kind in a spaceship, by the effect of the improvement. The protocol numbers their places. */
export const SPACESHIP_PARTS = [
  { effect: 'EFT_SS_STRUCTURAL', part: 'structurals', most: 32 },
  { effect: 'EFT_SS_COMPONENT', part: 'components', most: 16 },
  { effect: 'EFT_SS_MODULE', part: 'modules', most: 12 },
] as const;
