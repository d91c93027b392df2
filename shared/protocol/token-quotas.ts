/** What a quota counts: games that are not over, seats, sockets, messages a minute, and megabytes of its games on the disk. */
export const QUOTAS = ['games', 'seats', 'connections', 'messages', 'disk_mb'] as const;

/** The name of a quota. */
export type Quota = (typeof QUOTAS)[number];

/** The most that a token may have of each; without a number there is no limit. */
export type Quotas = Readonly<Partial<Record<Quota, number>>>;
