import { contribute } from 'svc-registry/kernel';
import {
  installPoliciesPoint,
  type InstallCandidate,
  type InstallPolicy,
} from 'svc-registry/install';

export class NoFolders implements InstallPolicy {
  judge(candidates: readonly InstallCandidate[]) {
    const findings = candidates
      .filter(({ source }) => source.kind === 'file')
      .map(({ name }) => ({
        name,
        level: 'warn' as const,
        rule: 'noFolders',
        message: `${name} comes from a folder of this machine.`,
      }));
    return Promise.resolve(findings);
  }
}

export const contribution = contribute(
  installPoliciesPoint,
  'poll.no-folders',
  { summary: 'Warns of plugins from folders' },
  () => Promise.resolve(NoFolders),
);
