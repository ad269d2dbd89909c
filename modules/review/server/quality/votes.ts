import type { HostInfo } from 'svc-registry/kernel';
import { badSetting } from '../../../persistence/contract/errors.js';

const DEFAULT = 3;
const MOST = 9;

/** How many times a judge is asked, by SVC_REVIEW_VOTES. */
export function votesFrom(env: HostInfo['env']): number {
  const text = env['SVC_REVIEW_VOTES'] || String(DEFAULT);
  if (/^[1-9]$/.test(text)) return Number(text);
  throw badSetting({
    name: 'SVC_REVIEW_VOTES',
    why: `"${text}" is no number from 1 to ${MOST}`,
    hint: `Without it, each judge answers ${DEFAULT} times.`,
  });
}
