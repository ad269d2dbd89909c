import type { HostInfo } from 'svc-registry/kernel';
import type { OpenEngine } from './database-engine.js';

const TRIES = 3;
const WORTH_SAYING_MS = 5_000;

type Host = Pick<HostInfo, 'log' | 'clock' | 'setClock'>;

/**
 * Leases, sessions and keys end at a moment that one server writes down and another compares with its own time: where several share a
 * database, the time is the database's. Of some tries the quickest answer counts; it is out by half the way at most, and a difference that is no
 * larger may be none: a busy pool of connections moves no clock that is right.
 */
export async function setHostClock(
  { clock, setClock, log }: Host,
  engine: Pick<OpenEngine, 'now'>,
): Promise<void> {
  if (setClock === undefined || engine.now === undefined) return;
  let best = { way: Infinity, ahead: 0 };
  for (let left = TRIES; left > 0; left -= 1) {
    const asked = clock().getTime();
    const now = await engine.now();
    const way = clock().getTime() - asked;
    if (way < best.way) best = { way, ahead: now.getTime() - asked - way / 2 };
  }
  if (Math.abs(best.ahead) <= best.way / 2) best.ahead = 0;
  if (Math.abs(best.ahead) > WORTH_SAYING_MS) {
    log.warn(
      { seconds: Math.round(best.ahead / 1000) },
      'the clock differs from that of the database, which counts: set it',
    );
  }
  setClock(new Date(clock().getTime() + best.ahead));
}
