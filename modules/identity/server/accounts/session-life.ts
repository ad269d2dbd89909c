import type { Session, SessionKind } from '../entities/tokens.js';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

interface SessionLife {
  /** From the sign-in on, however much it is used. */
  readonly wholeMs: number;
  /** From the last use on. */
  readonly idleMs: number;
}

const lives: Readonly<Record<SessionKind, SessionLife>> = {
  program: { wholeMs: 30 * DAY_MS, idleMs: 14 * DAY_MS },
  page: { wholeMs: 7 * DAY_MS, idleMs: 12 * HOUR_MS },
};

export function wholeLife(kind: SessionKind): number {
  return lives[kind].wholeMs;
}

/** When the session ends unless it is used again. */
export function endOf({
  kind,
  createdAt,
  lastUsedAt,
  expiresAt,
}: Pick<Session, 'kind' | 'createdAt' | 'lastUsedAt' | 'expiresAt'>): Date {
  const idle = (lastUsedAt ?? createdAt).getTime() + lives[kind].idleMs;
  return new Date(Math.min(idle, expiresAt.getTime()));
}
