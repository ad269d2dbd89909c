import { defineMachine } from 'svc-registry/kernel';
import type { ModerationStatus } from './version-view.js';

export type ModerationEvent =
  'noScanner' | 'scanPassed' | 'scanBlocked' | 'scanBroke' | 'retried' | 'wentPublic';

/** Whether a version may be seen and installed (specification, "States and transitions"). */
export const moderationMachine = defineMachine<ModerationStatus, ModerationEvent>({
  id: 'registry.moderation',
  summary: 'Whether a published version may be downloaded',
  initial: 'pending',
  states: {
    pending: 'waits for a verdict; files are withheld',
    pass: 'nothing blocks it; available',
    fail: 'a finding blocks it; stays offline',
    error: 'no verdict was reached; stays offline until tried again',
    skipped: 'no scanner was loaded when it was published; available',
  },
  events: {
    noScanner: 'publishing, in the same transaction, while no scanner is loaded',
    scanPassed: 'a scan found nothing that blocks',
    scanBlocked: 'a scan found something that blocks',
    scanBroke: 'a scan ended without a verdict',
    retried: 'the scan is asked for again',
    wentPublic:
      'the plugin becomes public while a scanner is loaded: every version is judged again',
  },
  transitions: [
    { from: 'pending', event: 'noScanner', to: 'skipped' },
    { from: 'pending', event: 'scanPassed', to: 'pass' },
    { from: 'pending', event: 'scanBlocked', to: 'fail' },
    { from: 'pending', event: 'scanBroke', to: 'error' },
    { from: 'error', event: 'retried', to: 'pending' },
    { from: ['pass', 'fail', 'error', 'skipped'], event: 'wentPublic', to: 'pending' },
  ],
});

/** The states in which files, README and rule texts are withheld and the version is never the latest. */
export const hiddenStatuses: readonly ModerationStatus[] = ['pending', 'fail', 'error'];

/** Whether the files of a version in this state are withheld. */
export function isHidden(status: ModerationStatus): boolean {
  return hiddenStatuses.includes(status);
}
