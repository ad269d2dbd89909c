import { spawnSync } from 'node:child_process';
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import { snapshot } from '../../../install/client/testing/snapshot.js';
import { sha256Of, type WritePlan } from './plan.js';
import { finishInterrupted, writePlan } from './write-plan.js';

const BEFORE: Readonly<Record<string, string>> = {
  'SKILL.md': 'old skill',
  'references/a.md': 'old a',
  'references/b.md': 'old b',
  'scripts/run.sh': 'true',
};
const AFTER: Readonly<Record<string, string>> = {
  'SKILL.md': 'new skill',
  'references/a.md': 'new a',
  'references/b.md': 'new b',
};

let base: string;
let folder: string;
beforeAll(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'svc-apply-')));
});
afterAll(() => rm(base, { recursive: true, force: true }));
beforeEach(async () => {
  folder = await mkdtemp(join(base, 'skill-'));
  for (const path of ['references', 'scripts']) await mkdir(join(folder, path));
  for (const [path, text] of Object.entries(BEFORE)) await writeFile(join(folder, path), text);
});

const hashed = (text: string): string => sha256Of(Buffer.from(text));
const planFor = (at: string, after = AFTER): WritePlan => ({
  folder: at,
  baseline: Object.entries(BEFORE).map(([path, text]) => ({ path, sha256: hashed(text) })),
  writes: Object.entries(after).map(([path, text]) => ({
    path,
    before: hashed(BEFORE[path] ?? ''),
    content: Buffer.from(text),
  })),
});

const textsIn = async (at: string): Promise<Record<string, string>> => {
  const texts: Record<string, string> = {};
  for (const path of Object.keys(BEFORE)) texts[path] = await readFile(join(at, path), 'utf8');
  return texts;
};
const allNew = { ...BEFORE, ...AFTER };
const write = (plan = planFor(folder)): readonly string[] => writePlan(plan, undefined);

describe('a plan', () => {
  it('is written whole, keeps the rights of the files, and leaves nothing else', async () => {
    await chmod(join(folder, 'SKILL.md'), 0o664);
    expect(write()).toEqual(Object.keys(AFTER));
    expect(await snapshot(folder)).toEqual({
      'SKILL.md': '664 new skill',
      'references/a.md': '644 new a',
      'references/b.md': '644 new b',
      'scripts/run.sh': '644 true',
    });
  });

  it('may be written twice', async () => {
    write();
    expect(write()).toEqual([]);
    expect(await textsIn(folder)).toEqual(allNew);
  });

  it.each(['SKILL.md', 'references/b.md', 'scripts/run.sh'])(
    'is refused when %s was edited since, and when it is gone',
    async (path) => {
      await writeFile(join(folder, path), 'mine');
      const before = await snapshot(folder);
      expect(write).toThrow(
        expect.objectContaining({
          code: 'fix_conflict',
          exit: 5,
          message: expect.stringContaining(path),
        }),
      );
      expect(await snapshot(folder)).toEqual(before);
      await rm(join(folder, path));
      expect(write).toThrow(expect.objectContaining({ code: 'fix_conflict' }));
    },
  );

  it.each(['../outside.md', '/etc/passwd', 'references/../../x.md', 'a//b.md', ''])(
    'writes nothing to %p',
    async (path) => {
      const plan = planFor(folder);
      const writes = [...plan.writes, { path, before: hashed(''), content: Buffer.from('x') }];
      const before = await snapshot(base);
      expect(() => write({ ...plan, writes })).toThrow(
        expect.objectContaining({ code: 'fix_unsafe_path' }),
      );
      expect(await snapshot(base)).toEqual(before);
    },
  );

  it('writes through no link', async () => {
    const elsewhere = await mkdtemp(join(base, 'elsewhere-'));
    await cp(join(folder, 'references'), elsewhere, { recursive: true });
    await rm(join(folder, 'references'), { recursive: true });
    await symlink(elsewhere, join(folder, 'references'));
    expect(write).toThrow(expect.objectContaining({ code: 'fix_unsafe_path' }));
    await rm(join(folder, 'references'));
    await cp(elsewhere, join(folder, 'references'), { recursive: true });
    await symlink(elsewhere, join(folder, '.svc'));
    expect(write).toThrow(expect.objectContaining({ code: 'fix_unsafe_path' }));
    expect(await readFile(join(elsewhere, 'a.md'), 'utf8')).toBe('old a');
    expect(await textsIn(folder)).toEqual(BEFORE);
  });

  it('is taken back when a file is edited at the last moment', async () => {
    let writes = 0;
    const edit = (point: string): void => {
      if (point !== 'review.fix-written' || ++writes !== 2) return;
      spawnSync('sh', ['-c', 'printf mine > references/b.md'], { cwd: folder });
    };
    expect(() => writePlan(planFor(folder), edit)).toThrow(
      expect.objectContaining({ code: 'fix_conflict' }),
    );
    expect(await textsIn(folder)).toEqual({ ...BEFORE, 'references/b.md': 'mine' });
    expect(Object.keys(await snapshot(folder))).toHaveLength(4);
  });

  it('replaces no read-only file', async () => {
    await chmod(join(folder, 'references/b.md'), 0o444);
    expect(write).toThrow(expect.objectContaining({ code: 'fix_read_only' }));
    expect(await textsIn(folder)).toEqual(BEFORE);
  });
});

describe('a command that is killed while it writes', () => {
  /** The code under test as one file, so that a process of its own can run it. */
  let program: string;
  beforeAll(async () => {
    program = join(base, 'write.mjs');
    await build({
      stdin: {
        contents: `import { writePlan } from './write-plan.ts';
          const [folder, at, plan] = process.argv.slice(2);
          let passed = 0;
          const { baseline, writes } = JSON.parse(plan);
          writePlan(
            { folder, baseline, writes: writes.map((w) => ({ ...w, content: Buffer.from(w.text) })) },
            () => { if (passed++ === Number(at)) process.kill(process.pid, 'SIGKILL'); },
          );`,
        resolveDir: resolve('modules/review/client/apply'),
      },
      bundle: true,
      platform: 'node',
      format: 'esm',
      conditions: ['svc-source'],
      outfile: program,
      logLevel: 'error',
    });
  });

  const killedAt = (point: number): boolean => {
    const { baseline, writes } = planFor(folder);
    const texts = writes.map(({ content, ...rest }) => ({
      ...rest,
      text: Buffer.from(content).toString('utf8'),
    }));
    const plan = JSON.stringify({ baseline, writes: texts });
    const { signal, status, stderr } = spawnSync(process.execPath, [
      program,
      folder,
      String(point),
      plan,
    ]);
    if (signal === null)
      expect({ status, stderr: String(stderr) }).toEqual({ status: 0, stderr: '' });
    return signal === 'SIGKILL';
  };

  it.each(Array.from({ length: 12 }, (_, point) => point))(
    'leaves all files or none after the next one (point %i)',
    async (point) => {
      expect(killedAt(point)).toBe(true);
      const finished = finishInterrupted(folder, undefined);
      const texts = await textsIn(folder);
      expect(texts).toEqual(finished || point === 11 ? allNew : BEFORE);
      expect(Object.keys(await snapshot(folder))).toHaveLength(4);
      write();
      expect(await textsIn(folder)).toEqual(allNew);
    },
  );

  it('has no more points than these', () => {
    expect(killedAt(12)).toBe(false);
  });

  it('takes all back when a file was edited before the next one', async () => {
    expect(killedAt(7)).toBe(true);
    await writeFile(join(folder, 'references/b.md'), 'mine');
    expect(finishInterrupted(folder, undefined)).toBe(false);
    expect(await textsIn(folder)).toEqual({ ...BEFORE, 'references/b.md': 'mine' });
    expect(Object.keys(await snapshot(folder))).toHaveLength(4);
  });

  it('has no copy of the folder written to', async () => {
    expect(killedAt(7)).toBe(true);
    const copy = join(base, 'copy');
    await cp(folder, copy, { recursive: true });
    expect(() => finishInterrupted(copy, undefined)).toThrow(
      expect.objectContaining({ code: 'fix_recovery_failed' }),
    );
  });
});
