/** Parts a spaceship may have of each kind, by the effect of what is built: the protocol numbers their places. */
export const SPACESHIP_PARTS = [
  { effect: 'EFT_SS_STRUCTURAL', part: 'structurals', most: 32 },
  { effect: 'EFT_SS_COMPONENT', part: 'components', most: 16 },
  { effect: 'EFT_SS_MODULE', part: 'modules', most: 12 },
] as const;
