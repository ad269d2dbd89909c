import type { HostInfo } from 'svc-registry/kernel';
import type { OpenEngine } from './database-engine.js';

const WORTH_SAYING_MS = 5_000;

type Host = Pick<HostInfo, 'log' | 'clock' | 'setClock'>;

/**
 * Leases, sessions and keys expire at a time that one server writes and another compares with its own clock. So servers
 * that share a database use the database's clock. The error of its answer is at most half the round trip; a difference
 * within that error is ignored, so that slow answers of a busy connection pool do not change a correct clock.
 */
export async function setHostClock(
  { clock, setClock, log }: Host,
  engine: Pick<OpenEngine, 'now'>,
): Promise<void> {
  if (setClock === undefined || engine.now === undefined) return;
  const asked = clock().getTime();
  const now = await engine.now();
  const way = clock().getTime() - asked;
  const difference = now.getTime() - asked - way / 2;
  const ahead = Math.abs(difference) <= way / 2 ? 0 : difference;
  if (Math.abs(ahead) > WORTH_SAYING_MS) {
    log.warn(
      { seconds: Math.round(ahead / 1000) },
      'the clock of this machine differs from that of the database, which is used instead: set it',
    );
  }
  setClock(new Date(clock().getTime() + ahead));
}
