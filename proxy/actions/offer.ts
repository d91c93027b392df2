/** An action that works now; can be sent back as it is. */
export interface Offer {
  readonly type: string;
  readonly actor_id?: number;
  readonly unit_id?: number;
  readonly city_id?: number;
  readonly target?: { readonly x: number; readonly y: number } | { readonly value: string };
  readonly priority: 'high' | 'medium' | 'low';
  /** False where dice or what the seat cannot see decide; then `odds` where they are known (0-1). */
  readonly certain: boolean;
  readonly odds?: readonly [least: number, most: number];
  /** What it is, in words: names of what the ids stand for. */
  readonly label: string;
  /** Price, where there is one: shields for production, bulbs for a technology. */
  readonly cost?: number;
}
