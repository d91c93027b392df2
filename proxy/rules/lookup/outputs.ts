/** Outputs of a city by number, as packets list them (freeciv: output_type_id). */
export const outputs = { food: 0, shields: 1, trade: 2, gold: 3, luxury: 4, science: 5 } as const;
/** How many outputs there are. */
export const OUTPUT_COUNT = 6;
