import type { SessionKind } from '../entities/tokens.js';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

interface SessionLife {
  /** Counted from the sign-in, regardless of use. */
  readonly wholeMs: number;
  /** Counted from the last use. */
  readonly idleMs: number;
}

const lives: Readonly<Record<SessionKind, SessionLife>> = {
  program: { wholeMs: 30 * DAY_MS, idleMs: 14 * DAY_MS },
  page: { wholeMs: 7 * DAY_MS, idleMs: 12 * HOUR_MS },
};

export function wholeLife(kind: SessionKind): number {
  return lives[kind].wholeMs;
}

/** When the session expires if it is not used again. */
export function endOf({
  kind,
  lastUsedAt,
  expiresAt,
}: {
  readonly kind: SessionKind;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
}): Date {
  const idle = lastUsedAt.getTime() + lives[kind].idleMs;
  return new Date(Math.min(idle, expiresAt.getTime()));
}
