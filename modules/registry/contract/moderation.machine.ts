import { defineMachine } from 'svc-registry/kernel';
import type { ModerationStatus } from './version-view.js';

/** All of them; their list beside the DTOs would load the libraries that validate. */
const anyState = ['pending', 'pass', 'fail', 'error', 'skipped'] as const;

export type ModerationEvent =
  'noScanner' | 'scanPassed' | 'scanBlocked' | 'scanBroke' | 'retried' | 'wentPublic' | 'cleared';

/**
 * Whether a version may be seen and installed (specification, "States and transitions"). A version that is judged again keeps its state
 * until there is a verdict: verdicts are taken in every state, and a scan that breaks changes nothing but `pending`.
 */
export const moderationMachine = defineMachine<ModerationStatus, ModerationEvent>({
  id: 'registry.moderation',
  summary: 'Whether a published version may be downloaded',
  initial: 'pending',
  states: {
    pending: 'waits for a verdict; files are withheld',
    pass: 'nothing blocks it; available',
    fail: 'a finding blocks it; stays offline',
    error: 'no verdict was reached; stays offline until tried again',
    skipped: 'no scanner was loaded when it was published; available, and judged once one is',
  },
  events: {
    noScanner: 'publishing, in the same transaction, while no scanner is loaded',
    scanPassed: 'a scan found nothing that blocks',
    scanBlocked: 'a scan found something that blocks',
    scanBroke: 'the scan of a version that waits ended without a verdict',
    retried: 'the scan is asked for again',
    wentPublic:
      'the plugin becomes public while a scanner is loaded: every version is judged again, and withheld meanwhile',
    cleared: 'the operator of the server lifts a block, or decides where no verdict was reached',
  },
  transitions: [
    { from: 'pending', event: 'noScanner', to: 'skipped' },
    { from: anyState, event: 'scanPassed', to: 'pass' },
    { from: anyState, event: 'scanBlocked', to: 'fail' },
    { from: 'pending', event: 'scanBroke', to: 'error' },
    { from: 'error', event: 'retried', to: 'pending' },
    { from: ['pass', 'fail', 'error', 'skipped'], event: 'wentPublic', to: 'pending' },
    { from: ['fail', 'error'], event: 'cleared', to: 'pass' },
  ],
});

/** The states in which files, README and rule texts are withheld and the version is never the latest. */
export const hiddenStatuses: readonly ModerationStatus[] = ['pending', 'fail', 'error'];

/** Whether the files of a version in this state are withheld. */
export function isHidden(status: ModerationStatus): boolean {
  return hiddenStatuses.includes(status);
}
