import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { projectScope } from '../project/scope.js';
import { testContext } from '../testing/test-context.js';
import { finishInterrupted } from './interrupted.js';

it('finishes for an agent what was interrupted only where the agent may write', async () => {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'svc-interrupted-')));
  try {
    const journal = join(root, '.svc/.work/journal.json');
    await mkdir(join(root, '.svc/.work'), { recursive: true });
    await writeFile(journal, '{}');
    const refused = new Error(root);
    const consent = {
      write: () => Promise.reject(refused),
      publish: () => Promise.resolve(),
      goPublic: () => Promise.resolve(),
    };
    await expect(
      finishInterrupted(projectScope(root), { ...testContext(root), consent }),
    ).rejects.toBe(refused);
    expect(await readFile(journal, 'utf8')).toBe('{}');
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});
