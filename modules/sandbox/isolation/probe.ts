import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { SandboxProblem, SandboxState } from '../contract/index.js';
import { codeOf } from '../../../toolbox/file-errors.js';
import { spawnBubblewrap } from './bubblewrap.js';

/** What the system says about user namespaces. */
export interface SystemFacts {
  /** A filter of system calls holds for this process: a container, or a service with restrictions. */
  readonly seccomp: boolean;
  /** The AppArmor profile of this process, such as `docker-default (enforce)`. */
  readonly profile: string;
  /** AppArmor lets no program without a profile use its user namespaces (Ubuntu 24.04). */
  readonly restricted: boolean;
  /** User namespaces are switched off. */
  readonly off: boolean;
}

function readOr(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    // this kernel has no such setting
    return '';
  }
}

function systemFacts(): SystemFacts {
  const kernel = '/proc/sys/kernel';
  return {
    seccomp: /^Seccomp:\s*2$/m.test(readOr('/proc/self/status')),
    profile: readOr('/proc/self/attr/current').replace(/^unconfined$/, ''),
    restricted: readOr(`${kernel}/apparmor_restrict_unprivileged_userns`) === '1',
    off:
      readOr('/proc/sys/user/max_user_namespaces') === '0' ||
      readOr(`${kernel}/unprivileged_userns_clone`) === '0',
  };
}

const MESSAGES = {
  not_installed:
    'Programs cannot be isolated here because bubblewrap is not installed; install it (`apt-get install bubblewrap`).',
  seccomp:
    'Programs cannot be isolated here because the container does not let them make namespaces; give it a seccomp profile that does, as compose.yaml does with docker/seccomp-worker.json.',
  profile:
    'Programs cannot be isolated here because the AppArmor profile of the container forbids mounts; run it with `security_opt: [apparmor=unconfined]`, as compose.yaml does.',
  apparmor:
    'Programs cannot be isolated here because AppArmor restricts user namespaces; set the sysctl kernel.apparmor_restrict_unprivileged_userns=0 on the host, or give bubblewrap an AppArmor profile.',
  user_namespaces:
    'Programs cannot be isolated here because user namespaces are switched off; set the sysctl user.max_user_namespaces (on older Debian also kernel.unprivileged_userns_clone=1).',
  proc: 'Programs cannot be isolated here because the container hides parts of /proc; run it with `security_opt: [systempaths=unconfined]`, as compose.yaml does.',
} as const;

const problem = (kind: SandboxProblem, message: string): SandboxState => ({
  works: false,
  problem: kind,
  message,
});

/** What bubblewrap says on stderr, in the words of several versions. */
const SAYS = {
  namespace: /namespace|user ns/i,
  /** The first steps that need a right inside the new namespace: AppArmor lets the namespace be made, without rights in it. */
  first: /uid map|RTM_NEW/i,
  proc: /mount proc/i,
  /** AppArmor answers EACCES, a filter of system calls EPERM. */
  denied: /permission denied/i,
  notPermitted: /not permitted|no permissions/i,
} as const;

type Case = readonly [
  applies: (said: string, facts: SystemFacts) => boolean,
  kind: SandboxProblem,
  message: keyof typeof MESSAGES,
];

/** The first one that applies counts. */
const CASES: readonly Case[] = [
  [(_, { off }) => off, 'user_namespaces', 'user_namespaces'],
  [(said, { restricted }) => restricted && SAYS.first.test(said), 'apparmor', 'apparmor'],
  [(said) => SAYS.proc.test(said), 'other', 'proc'],
  [(said, { seccomp }) => seccomp && SAYS.notPermitted.test(said), 'seccomp', 'seccomp'],
  [(said, { profile }) => profile !== '' && SAYS.denied.test(said), 'apparmor', 'profile'],
  [(said, { restricted }) => restricted && SAYS.denied.test(said), 'apparmor', 'apparmor'],
  [(said) => SAYS.namespace.test(said), 'user_namespaces', 'user_namespaces'],
];

/** Which of the usual reasons stops bubblewrap, by what it says and by what the system says. */
export function explain(said: string, facts: SystemFacts): SandboxState {
  const known = CASES.find(([applies]) => applies(said, facts));
  if (known !== undefined) return problem(known[1], MESSAGES[known[2]]);
  const line = said.trim().split('\n')[0]?.slice(0, 200) ?? '';
  const why = line === '' ? 'it ends without a word' : `it says "${line}"`;
  return problem('other', `Programs cannot be isolated here because bubblewrap fails: ${why}.`);
}

const LIMITS = { diskBytes: 1024 * 1024, memoryBytes: 64 * 1024 * 1024, processes: 16 };

/** Runs a program in a sandbox that has everything but the proxy. */
export async function probe(path: string | undefined): Promise<SandboxState> {
  const child = spawnBubblewrap({ limits: LIMITS }, ['/usr/bin/env', 'true'], path);
  child.stdin?.on('error', () => undefined).end();
  child.stdout?.resume();
  (child.stdio[3] as Readable | undefined)?.resume();
  const [end, said] = await Promise.all([
    new Promise<unknown>((resolve) => child.once('error', resolve).once('close', resolve)),
    child.stderr === null ? '' : text(child.stderr),
  ]);
  if (end === 0) return { works: true };
  if (codeOf(end) === 'ENOENT') return problem('not_installed', MESSAGES.not_installed);
  return explain(said, systemFacts());
}
