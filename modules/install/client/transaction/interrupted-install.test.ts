import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import { defineModule } from 'svc-registry/kernel';
import { startTestHost } from 'svc-registry/testing';
import { pluginFormatKey, type PluginFormat } from '../../../registry/contract/plugin-format.js';
import registryModule from '../../../registry/module.js';
import type { Command } from '../testing/command-process.js';
import { snapshot } from '../testing/snapshot.js';
import { TestProject } from '../testing/test-project.js';
import { faultPoints } from './faults.js';

/** Every move of every file is a place to be killed at; the long run tries them all, the short one some of each. */
const LONG = process.env['SVC_TEST_LONG'] !== undefined;
const STRIDE = LONG ? 1 : 9;

const repository = join(import.meta.dirname, '../../../..');
const inside = (path: string): string => join(repository, path);
let program: string;
let project: TestProject;
let format: PluginFormat;

/** The handlers in one file that plain node runs: the test kills that process. */
async function bundleProgram(): Promise<string> {
  await mkdir(inside('.cache'), { recursive: true });
  const folder = await mkdtemp(inside('.cache/install-test-'));
  const contents = `
    import 'reflect-metadata';
    import { LocalPluginFormat } from './modules/registry/client/plugin-format.ts';
    import { runCommand } from './modules/install/client/testing/command-process.ts';
    const { code, text } = await runCommand(new LocalPluginFormat(), process.argv[2], process.env);
    console.error(text);
    process.exitCode = code;`;
  await build({
    stdin: { contents, resolveDir: repository, loader: 'ts' },
    outfile: join(folder, 'command.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    alias: { 'svc-registry/kernel': inside('kernel/api/index.ts'), 'svc-registry/dto': inside('kernel/dto/index.ts') },
    logLevel: 'warning',
  });
  return join(folder, 'command.mjs');
}

function run(command: Omit<Command, 'registry'>, fault?: string): Promise<{ code: number | null; signal: string | null; stderr: string }> {
  const env = { PATH: process.env['PATH'], ...(fault !== undefined && { SVC_FAULT: fault }) };
  const child = spawn(process.execPath, [program, JSON.stringify({ ...command, registry: project.registry.folder })], { env });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((resolve) =>
    child.on('close', (code, signal) => {
      resolve({ code, signal, stderr: stderr.trim() });
    }),
  );
}

beforeAll(async () => {
  const bare = (id: string) => defineModule({ id, api: '^1.0.0', summary: id });
  const host = await startTestHost({ modules: [bare('persistence'), bare('identity'), registryModule], facet: 'client' });
  format = await host.get(pluginFormatKey);
  await host.stop();
  program = await bundleProgram();
  project = await TestProject.create(format);
  await project.publish({ name: 'acme/tools', version: '1.0.0', skills: ['review', 'ship'], rules: ['style'] });
  await project.publish({ name: 'acme/tools', version: '2.0.0', skills: ['review', 'plan'], rules: ['style'] });
  await project.publish({ name: 'acme/more', version: '1.0.0', skills: ['review'] });
  await project.write('AGENTS.md', '# Ours\n');
}, 60_000);

afterAll(async () => {
  await rm(join(program, '..'), { recursive: true, force: true });
  await project.drop();
});

type Step = Omit<Command, 'registry' | 'cwd'>;
const steps: Record<string, { before: readonly Step[]; step: Step }> = {
  'the first install': { before: [], step: { install: ['acme/tools@1.0.0'] } },
  'a second plugin': { before: [{ install: ['acme/tools@1.0.0'] }], step: { install: ['acme/more'] } },
  update: { before: [{ install: ['acme/tools@1.0.0', 'acme/more'] }], step: { update: true } },
  uninstall: { before: [{ install: ['acme/tools@1.0.0', 'acme/more'] }], step: { uninstall: 'acme/more' } },
};

describe('a command that is killed', () => {
  it.each(Object.entries(steps))(
    'leaves the old or the new state after the next command: %s',
    async (_name, { before, step }) => {
      const start = await mkdtemp(join(project.base, 'start-'));
      await cp(project.root, start, { recursive: true, verbatimSymlinks: true });
      for (const earlier of before) expect(await run({ ...earlier, cwd: start })).toMatchObject({ code: 0 });
      const old = await named(start);
      const done = await copyOf(start);
      expect(await run({ ...step, cwd: done })).toMatchObject({ code: 0 });
      const wanted = await named(done);
      let killed = 0;
      for (const point of faultPoints) {
        for (let times = 0; ; times += STRIDE) {
          const cwd = await copyOf(start);
          const outcome = await run({ ...step, cwd }, `${point}:${times}`);
          if (outcome.signal === null) break;
          killed += 1;
          await run({ cwd });
          const found = withoutLeftovers(await named(cwd));
          expect({
            point,
            times,
            differs: [differences(found, old), differences(found, wanted)].sort((x, y) => x.length - y.length)[0],
          }).toEqual({
            point,
            times,
            differs: [],
          });
          if (LONG || times === 0) expect((await run({ install: [], cwd })).stderr).not.toContain('at ');
          const kept = Object.keys(await named(cwd));
          // where there is no project yet, only the dead lock remains; the next command that writes takes it over
          if (times === 0 && kept.includes('svc.json')) expect(kept.filter((path) => path.includes('.work'))).toEqual([]);
          await rm(cwd, { recursive: true });
        }
      }
      expect(killed).toBeGreaterThan(6);
    },
    300_000,
  );
});

describe('several processes at once', () => {
  it('lose no update', async () => {
    const cwd = await copyOf(project.root);
    const names = ['one', 'two', 'three', 'four', 'five', 'six'].map((name) => `acme/${name}`);
    for (const name of names) await project.publish({ name, skills: [name.slice(5)] });
    const outcomes = await Promise.all(names.map((name) => run({ install: [name], cwd })));
    expect(outcomes).toEqual(names.map(() => ({ code: 0, signal: null, stderr: '' })));
    const state = await snapshot(cwd);
    const manifest = JSON.parse((state['svc.json'] ?? '').slice(4)) as { dependencies: object };
    expect(Object.keys(manifest.dependencies).sort()).toEqual([...names].sort());
    expect(Object.keys(state).filter((path) => path.startsWith('.claude/skills/'))).toHaveLength(names.length);
    expect(Object.keys(state).filter((path) => path.includes('.work'))).toEqual([]);
  }, 60_000);
});

async function copyOf(folder: string): Promise<string> {
  const copy = await mkdtemp(join(project.base, 'copy-'));
  await cp(folder, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

/** The state with the name of its folder taken out: it is the project's name. */
async function named(folder: string): Promise<Record<string, string>> {
  const state = await snapshot(folder);
  const text = state['svc.json']?.replace(/"name": "[^"]*"/, '"name": "x"');
  return text === undefined ? state : { ...state, 'svc.json': text };
}

function differences(a: Record<string, string>, b: Record<string, string>): readonly string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((path) => a[path] !== b[path]);
}

/** A killed command cannot tidy up what never showed: its mutex and staging go with the next command that writes. */
function withoutLeftovers(state: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(state).filter(([path]) => !path.startsWith('.svc/.work')));
}
