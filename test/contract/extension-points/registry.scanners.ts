import { contribute } from 'svc-registry/kernel';
import { scannersPoint, type Scanner } from 'svc-registry/registry';

export class ManyFiles implements Scanner {
  scan({ contents }: Parameters<Scanner['scan']>[0]) {
    if (contents.files.length < 1000) return Promise.resolve({ verdict: 'pass' as const });
    const reason = 'It has a thousand files or more.';
    return Promise.resolve({ verdict: 'block' as const, severity: 'LOW' as const, reason });
  }
}

export const contribution = contribute(
  scannersPoint,
  'poll.many-files',
  { summary: 'Blocks plugins with very many files' },
  () => Promise.resolve(ManyFiles),
);
