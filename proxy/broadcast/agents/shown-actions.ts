/** Actions of a turn that are told, for all agents of a game; those beyond are only counted. See BYTES_A_TURN. */
const ACTIONS_A_TURN = 300;

/** How many actions of one agent are shown. */
export class ShownActions {
  #turn = -1;
  #count = 0;

  /** Whether one more of that turn is; `agents` share what there is. */
  take(turn: number, agents: number): boolean {
    if (turn !== this.#turn) this.#count = 0;
    this.#turn = turn;
    this.#count += 1;
    return this.#count <= Math.floor(ACTIONS_A_TURN / Math.max(1, agents));
  }
}
