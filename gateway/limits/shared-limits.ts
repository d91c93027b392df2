/** A rate that several gateways count together. */
export interface SharedRate {
  /** Milliseconds until the key may do something again; 0 when it may now. */
  waitMs(key: string): number;
  count(key: string, cost: number): void;
}

/** Each agent's sockets over several gateways: one for each session. */
export interface SharedSlots {
  /** Takes the slot of a session, again or from another gateway. */
  reserve(agentId: string, sessionId: string): Promise<'reserved' | 'full'>;
  /** The session's last socket here has closed. */
  release(agentId: string, sessionId: string): void;
  isHeldElsewhere(agentId: string): Promise<boolean>;
}
