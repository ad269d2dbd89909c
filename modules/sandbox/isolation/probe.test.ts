import { expect, it } from '@jest/globals';
import { explain, type SystemFacts } from './probe.js';

const nothing: SystemFacts = { seccomp: false, profile: '', restricted: false, off: false };

/** What bubblewrap 0.8 says, and the system where it says so. */
const cases: readonly (readonly [
  said: string,
  facts: Partial<SystemFacts>,
  problem: string,
  hint: string,
])[] = [
  [
    'bwrap: No permissions to create new namespace, likely because the kernel does not allow non-privileged user namespaces.',
    { seccomp: true, profile: 'docker-default (enforce)' },
    'seccomp',
    'seccomp-worker.json',
  ],
  [
    'bwrap: Failed to make / slave: Operation not permitted',
    { seccomp: true },
    'seccomp',
    'seccomp',
  ],
  ['bwrap: unshare user ns: Operation not permitted', { seccomp: true }, 'seccomp', 'seccomp'],
  [
    'bwrap: Failed to make / slave: Permission denied',
    { seccomp: true, profile: 'docker-default (enforce)' },
    'apparmor',
    'apparmor=unconfined',
  ],
  ['bwrap: setting up uid map: Permission denied', { restricted: true }, 'apparmor', 'sysctl'],
  [
    'bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted',
    { restricted: true, seccomp: true },
    'apparmor',
    'kernel.apparmor_restrict_unprivileged_userns=0',
  ],
  [
    "bwrap: Can't mount proc on /newroot/proc: Operation not permitted",
    { seccomp: true },
    'other',
    'systempaths=unconfined',
  ],
  [
    'bwrap: No permissions to create new namespace, likely because the kernel does not allow non-privileged user namespaces.',
    { off: true, seccomp: true },
    'user_namespaces',
    'user.max_user_namespaces',
  ],
  [
    'bwrap: Creating new namespace failed: No space left on device',
    {},
    'user_namespaces',
    'user.max_user_namespaces',
  ],
  ['bwrap: Unknown option --disable-userns\nmore', {}, 'other', 'Unknown option --disable-userns'],
  ['', {}, 'other', 'without a word'],
];

it.each(cases)('%s %j: %s', (...[said, facts, problem, hint]) => {
  expect(explain(said, { ...nothing, ...facts })).toEqual({
    works: false,
    problem,
    message: expect.stringContaining(hint),
  });
});
