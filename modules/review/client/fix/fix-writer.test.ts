import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Context } from 'svc-registry/kernel';
import { startTestHost, type TestHost } from 'svc-registry/testing';
import { pluginFoldersKey, type PluginFolders } from '../../../registry/contract/plugin-format.js';
import review from '../../module.js';
import { sha256Of } from '../apply/plan.js';
import { fixResult, reviewRun } from '../testing/views.js';
import { FixWriter, type Proposal } from './fix-writer.js';

type Files = Readonly<Record<string, string>>;

const BEFORE: Files = { 'skills/a/SKILL.md': 'old', 'skills/a/guide.md': 'guide' };
const AFTER: Files = { ...BEFORE, 'skills/a/SKILL.md': 'new' };
let host: TestHost;
let root: string;
let writer: FixWriter;
let plugins: PluginFolders;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'svc-fix-')));
  host = await startTestHost({ modules: [review], facet: 'client' });
  const services = await host.kernel.services('review');
  writer = services.get(FixWriter);
  plugins = services.get(pluginFoldersKey);
  for (const [path, text] of Object.entries({ ...BEFORE, 'README.md': 'mine' })) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
});
afterEach(async () => {
  await host.stop();
  await rm(root, { recursive: true });
});

const hashOf = (text = ''): string => sha256Of(Buffer.from(text));

/** What a run proposes that made `after` of `before`, and sends `sent`. */
async function proposal(
  { after = AFTER, sent = after }: { after?: Files; sent?: Files },
  folder = root,
): Promise<Proposal | undefined> {
  const files = Object.entries(after).map(([path, text]) => ({
    path,
    before: hashOf(BEFORE[path]),
    after: hashOf(text),
  }));
  const archive = await plugins.packFiles(
    Object.entries(sent).map(([path, text]) => ({
      path,
      executable: false,
      content: Buffer.from(text),
    })),
    'test',
  );
  const body = async function* () {
    yield await Promise.resolve(archive);
  };
  const invoke = () => Promise.resolve({ body: body() });
  const view = reviewRun({ type: 'fix', fix: fixResult({ files }) });
  return writer.proposal(view, folder, { invoke } as unknown as Context);
}

it('writes what has changed, and nothing before', async () => {
  const found = await proposal({});
  expect(found?.differences).toContain('-old');
  expect(await readFile(join(root, 'skills/a/SKILL.md'), 'utf8')).toBe('old');
  expect(writer.write(found!)).toEqual(['SKILL.md']);
  expect(await readFile(join(root, 'skills/a/SKILL.md'), 'utf8')).toBe('new');
  expect(await proposal({})).toBeUndefined();
});

it('takes the folder of the skill itself for the folder that was sent', async () => {
  writer.write((await proposal({}, join(root, 'skills/a')))!);
  expect(await readFile(join(root, 'skills/a/SKILL.md'), 'utf8')).toBe('new');
});

it('has nothing to write where nothing was improved', async () => {
  expect(await proposal({ after: BEFORE })).toBeUndefined();
});

it('is refused in a folder with other files', async () => {
  await writeFile(join(root, 'skills/a/guide.md'), 'edited');
  await expect(proposal({})).rejects.toMatchObject({ code: 'fix_conflict', exit: 5 });
});

it('is refused when other contents arrive than the run made', async () => {
  const sent = { ...AFTER, 'skills/a/SKILL.md': 'something else' };
  await expect(proposal({ sent })).rejects.toMatchObject({ code: 'fix_damaged' });
  await expect(proposal({ sent: { 'README.md': 'x' } })).rejects.toMatchObject({
    code: 'fix_damaged',
  });
});

it('never leaves the skill', async () => {
  for (const path of ['README.md', 'skills/b/SKILL.md', 'skills/a/../../README.md']) {
    const after = { ...BEFORE, [path]: 'theirs' };
    await expect(proposal({ after, sent: { x: '' } })).rejects.toMatchObject({
      code: expect.stringMatching(/^fix_/),
    });
  }
  expect(await readFile(join(root, 'README.md'), 'utf8')).toBe('mine');
});
