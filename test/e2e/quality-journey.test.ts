/** Quality reviews and fix runs with the built programs, without a model: on every surface, with gates, of repositories, and what is written when. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { AppliedFixView } from '../../modules/review/contract/applied-fix-view.js';
import { describeByDayOn } from '../contract/databases-by-day.js';
import { GitServer } from '../network/git-server.js';
import { until } from '../until.js';
import { failed, openTools, type ToolClient } from './mcp/tool-client.js';
import type { Finished, RunOptions } from './program.js';
import { openRegistryServer, type RegistryServer } from './registry-server.js';
import { atTerminal, keys, onTerminals } from './terminal.js';

const skill = (name: string, body = 'Write four lines that rhyme.'): string =>
  `---\nname: ${name}\ndescription: Writes short poems. Use when a poem is needed.\n---\n\n# ${name}\n\n${body}\n`;

/** The link leads nowhere, and only one file can be meant. */
const BROKEN = {
  'SKILL.md': skill('poet', 'Write four lines that rhyme, as [the guide](docs/guide.md) says.'),
  'references/guide.md': '# Guide\n\nCount the syllables.\n',
};

describeByDayOn('postgres', 'quality by the built programs', (database) => {
  let registry: RegistryServer;
  let tools: ToolClient;
  let git: GitServer;
  let good: string;
  let headers: Readonly<Record<string, string>>;

  beforeAll(async () => {
    registry = await openRegistryServer(database);
    headers = { authorization: `Bearer ${await registry.apiKey('member')}` };
    good = await folder('good', { 'SKILL.md': skill('good') });
    tools = await openTools(registry.program, { cwd: registry.program.cwd });
    git = await GitServer.start();
    await (
      await git.create('acme/tools')
    ).commit({
      'skills/pdf/SKILL.md': skill('pdf'),
      'skills/xlsx/SKILL.md': skill('xlsx').replace('name: xlsx', 'name: XLSX Files'),
    });
    await (
      await git.create('acme/plugin')
    ).commit({
      '.svc-plugin/plugin.json': '{"name": "strangers/plugin", "version": "1.0.0"}',
      'skills/pdf/SKILL.md': skill('pdf'),
    });
    await (await git.create('acme/none')).commit({ 'README.md': '# Nothing\n' });
    await git.create('acme/empty');
  });
  afterAll(async () => {
    await tools.close();
    await git.close();
    await registry.close();
  });

  async function folder(name: string, files: Readonly<Record<string, string>>): Promise<string> {
    const at = join(registry.program.cwd, name);
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(at, path)), { recursive: true });
      await writeFile(join(at, path), text);
    }
    return at;
  }
  const run = (args: readonly string[], options?: RunOptions): Promise<Finished> =>
    registry.program.run(args, options);
  const review = (...args: readonly string[]): Promise<Finished> =>
    run(['review', 'run', ...args, '--workspace', 'acme']);
  const fix = (...args: readonly string[]): Promise<Finished> => run(['review', 'fix', ...args]);
  const shown = ({ stdout }: Finished): AppliedFixView => JSON.parse(stdout) as AppliedFixView;
  const textAt = (at: string, path = 'SKILL.md'): Promise<string> =>
    readFile(join(at, path), 'utf8');
  const listed = async (): Promise<number> =>
    (await registry.json<{ data: unknown[] }>(['review', 'list', '-w', 'acme', '--limit', '100']))
      .data.length;

  it('are one result on every surface', async () => {
    const answer = await review('quality', good, '--json', '--label', 'first');
    expect(answer).toMatchObject({ code: 0 });
    const view = shown(answer);
    expect(view).toMatchObject({
      type: 'quality',
      status: 'completed',
      label: 'first',
      subject: { type: 'skill', name: 'good' },
      engine: { name: 'svc-quality' },
      security: null,
      fix: null,
      validation: { overallPassed: true, errorCount: 0 },
    });
    const { reviewRunId: id, review: result, judges } = view;
    const [only] = result!.skills;
    expect(judges).toEqual(only!.judges);
    const { origin } = registry.server;
    const address = `${origin}/experimental/review-runs/${id}`;
    expect(await (await fetch(address, { headers })).json()).toEqual({ data: view });
    const { nextStep, ...ofTool } = await tools.data('review_view', { runId: id });
    expect(ofTool).toEqual(view);
    expect(nextStep).toMatch(/score/);
    const text = (await run(['review', 'view', id])).stdout;
    expect(text).toMatch(new RegExp(`^${result!.reviewScore}/100 {2}good`));
    for (const { evaluation } of Object.values(only!.judges))
      for (const [name, { suggestion, evidence }] of Object.entries(evaluation.scores)) {
        expect(text).toContain(name);
        if (suggestion !== null) expect(text).toContain(suggestion);
        for (const { file, line } of evidence) expect(text).toContain(`${file}:${line}`);
      }
    const list = (await run(['review', 'list', '-w', 'acme'])).stdout;
    expect(list).toMatch(new RegExp(`${result!.reviewScore}/100\\s+quality\\s+good`));
  });

  it('pass a threshold, or end with exit code 8', async () => {
    const { review: result } = shown(await review(good, '--json'));
    const score = result!.reviewScore!;
    const at = (threshold: number) => review(good, '--threshold', String(threshold), '--json');
    expect(await at(score)).toMatchObject({ code: 0 });
    const above = await at(score + 1);
    expect(above).toMatchObject({ code: 8 });
    expect(shown(above)).toMatchObject({ gate: 'fail', reusedFromReviewRunId: expect.anything() });
    const refused = await folder('refused', { 'SKILL.md': '---\nname: refused\n---\n\nText\n' });
    const none = await review(refused, '--threshold', '1');
    expect(none).toMatchObject({ code: 8 });
    expect(none.stdout).toMatch(/^no score[\s\S]*error {2}description_field {2}SKILL\.md/);
    expect(none.stdout).toContain('does not pass --threshold');
    expect(await review(refused, '--threshold', '0')).toMatchObject({ code: 0 });
    const last = ['review', 'view', '--last', '-w', 'acme'];
    expect(await run([...last, '--threshold', '1'])).toMatchObject({ code: 8 });
    expect(await run([...last, '--fail-on', 'low'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('this is a quality review'),
    });
    expect(await run([...last, '--sarif'])).toMatchObject({ code: 2 });
  });

  it('refuse what makes no sense, before a run exists', async () => {
    const before = await listed();
    for (const line of [
      ['run', good, '--json'],
      ['run', good, '--threshold', '80', '--no-wait', '-w', 'acme'],
      ['run', good, '--fail-on', 'low', '-w', 'acme'],
      ['fix', 'acme/none', '-w', 'acme'],
    ])
      expect([line, await run(['review', ...line])]).toMatchObject([line, { code: 2 }]);
    for (const line of [
      ['run', good, '--threshold', '101', '-w', 'acme'],
      ['fix', good, '--max-iterations', '0', '-w', 'acme'],
      ['fix', good, '--max-iterations', '11', '-w', 'acme'],
    ])
      expect([line, await run(['review', ...line])]).toMatchObject([line, { code: 3 }]);
    const both = ['skill', 'review', good, '--threshold', '80', '--optimize'];
    expect(await run(both)).toMatchObject({ code: 2 });
    expect(await listed()).toBe(before);
  });

  it('review skills of folders and of repositories', async () => {
    const skillReview = (...args: readonly string[]) => run(['skill', 'review', ...args]);
    const url = git.url('acme/tools');
    const all = await skillReview(url, '--json');
    expect(all).toMatchObject({ code: 0 });
    expect(shown(all).review!.skills.map(({ path }) => path)).toHaveLength(2);
    const one = await skillReview(url, '--skill', 'pdf', '--json');
    expect(shown(one).review!.skills).toMatchObject([{ name: 'pdf' }]);
    expect(await skillReview(url, '--skill', 'pdf', '--threshold', '100')).toMatchObject({
      code: 8,
    });
    expect(await skillReview(url, '--skill', 'docx')).toMatchObject({
      stderr: expect.stringContaining('pdf'),
    });
    // the manifest in somebody else's repository does not choose who pays
    const strangers = shown(await skillReview(git.url('acme/plugin'), '--json'));
    expect(strangers).toMatchObject({ status: 'completed' });
    expect(shown(await run(['review', 'view', '--last', '-w', 'acme', '--json']))).toMatchObject({
      reviewRunId: strangers.reviewRunId,
    });
    expect(await skillReview(git.url('acme/none'))).toMatchObject({
      stderr: expect.stringContaining('no skill'),
    });
    expect((await skillReview(git.url('acme/empty'))).code).toBe(4);
    expect((await skillReview(git.url('acme/absent'))).code).toBe(4);
    expect(await skillReview(good, '--json')).toMatchObject({ code: 0 });
    const env = { SVC_HOME: join(registry.program.home, 'nobody') };
    expect(await run(['skill', 'review', url], { env })).toMatchObject({ code: 7 });
  });

  it('write nothing without a terminal and without --yes, and name the command that does', async () => {
    const poet = await folder('poet', BROKEN);
    const answer = await fix(poet, '--json', '-w', 'acme', '--threshold', '100');
    expect(answer).toMatchObject({ code: 8 });
    const view = shown(answer);
    expect(view).toMatchObject({ type: 'fix', gate: 'fail', differences: expect.any(String) });
    const { reviewRunId: id, fix: result, applyWith } = view;
    expect(result!.finalScore!).toBeGreaterThan(result!.baselineScore ?? -1);
    expect(view).not.toHaveProperty('written');
    expect(await textAt(poet)).toBe(BROKEN['SKILL.md']);
    expect(applyWith).toBe(`svc review fix --run ${id} --yes ${poet}`);
    const again = await fix('--run', id, '--yes', poet);
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('Written: SKILL.md') });
    expect(await textAt(poet)).toContain('[the guide](references/guide.md)');
    expect(await textAt(poet, 'references/guide.md')).toBe(BROKEN['references/guide.md']);
    // nothing is left to be written
    const twice = await fix('--run', id, '--yes', poet);
    expect(twice).toMatchObject({ code: 0, stdout: expect.stringContaining('already') });
    expect(twice.stdout).not.toContain('Next:');
    expect(shown(await fix('--run', id, '--yes', poet, '--json'))).toMatchObject({ written: [] });
    expect(shown(await run(['review', 'view', id, '--json']))).toMatchObject({ fix: result });
    expect(await run(['review', 'view', id, '--threshold', '1'])).toMatchObject({ code: 2 });
  });

  it('repair a skill with --yes, also one of a plugin', async () => {
    const plugin = await folder('plugin', {
      '.svc-plugin/plugin.json': '{"name": "acme/plugin", "version": "1.0.0"}',
      'skills/poet/SKILL.md': BROKEN['SKILL.md'],
      'skills/poet/references/guide.md': BROKEN['references/guide.md'],
      'skills/other/SKILL.md': skill('other'),
    });
    // there are two skills
    expect(await fix(plugin, '--yes')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('skills/poet'),
    });
    const one = await fix(join(plugin, 'skills/poet'), '--yes', '-w', 'acme');
    expect(one).toMatchObject({ code: 0 });
    expect(one.stdout).toMatch(/^(?:no score|\d+\/100) -> \d+\/100 {2}poet/);
    expect(one.stdout).toContain('+Write four lines');
    expect(await textAt(plugin, 'skills/poet/SKILL.md')).toContain('(references/guide.md)');
    const optimized = await folder('optimized', BROKEN);
    const whole = await run(['skill', 'review', optimized, '--optimize', '--yes', '--json']);
    expect(shown(whole)).toMatchObject({ type: 'fix', written: ['SKILL.md'] });
    expect(await textAt(optimized)).toContain('(references/guide.md)');
  });

  it('do not touch a skill that was edited since the run began', async () => {
    const poet = await folder('edited', BROKEN);
    const { reviewRunId: id } = shown(await fix(poet, '--json', '-w', 'acme'));
    const mine = `${BROKEN['SKILL.md']}\nMine.\n`;
    await writeFile(join(poet, 'SKILL.md'), mine);
    expect(await fix('--run', id, '--yes', poet)).toMatchObject({ code: 5 });
    expect(await textAt(poet)).toBe(mine);
    const refused = await tools.call('review_view', { runId: id, apply: true, path: poet });
    expect(refused).toMatchObject(failed({ code: 'fix_conflict' }));
    expect(await textAt(poet)).toBe(mine);
  });

  it('are started, followed and applied by agents', async () => {
    const poet = await folder('agent', BROKEN);
    const started = await tools.data('review_fix', { path: poet, workspace: 'acme' });
    const runId = String(started['reviewRunId']);
    expect(started).toMatchObject({ type: 'fix', nextStep: expect.stringContaining(runId) });
    const ended = await until(async () => {
      const view = await tools.data('review_view', { runId });
      return view['status'] === 'completed' ? view : undefined;
    });
    expect(await textAt(poet)).toBe(BROKEN['SKILL.md']);
    const { nextStep, ...view } = ended;
    expect(nextStep).toContain('apply true');
    expect(shown(await run(['review', 'view', runId, '--json']))).toEqual(view);
    const address = `${registry.server.origin}/experimental/fix-runs/${runId}`;
    expect(await (await fetch(address, { headers })).json()).toEqual({ data: view });
    const { fix: result } = view as unknown as AppliedFixView;
    const text = (await run(['review', 'view', runId])).stdout;
    expect(text).toContain(`-> ${result!.finalScore}/100  poet`);
    expect(text).toContain(result!.summaryOfChanges);
    expect(text).toContain(`svc review fix --run ${runId}`);
    const applied = await tools.data('review_view', { runId, apply: true, path: poet });
    expect(applied).toMatchObject({ written: ['SKILL.md'] });
    expect(await textAt(poet)).toContain('(references/guide.md)');
    const { reviewRunId: quality } = (await tools.data('review_run', {
      path: good,
      workspace: 'acme',
    })) as unknown as AppliedFixView;
    for (const more of [{ apply: true }, { path: good }, { apply: true, path: good }])
      expect(await tools.call('review_view', { runId: quality, ...more })).toMatchObject(
        failed({ code: 'usage' }),
      );
  });

  onTerminals('ask a person, who sees the differences first', async () => {
    const poet = await folder('asked', BROKEN);
    const at = (answer: string) =>
      atTerminal(registry.program, ['review', 'fix', poet, '-w', 'acme'], {
        columns: 200,
        answers: [['Write these changes to 1 file', answer]],
      });
    const no = await at(`n${keys.enter}`);
    expect(no).toMatchObject({ code: 0, stdout: expect.stringContaining('+Write four lines') });
    expect(no.stdout).toMatch(/Run `svc review fix --run \S+ --yes/);
    expect(no.stdout).toMatch(/no score -> \d+\/100[\s\S]*\+Write four lines/);
    expect(await textAt(poet)).toBe(BROKEN['SKILL.md']);
    // the result is not lost
    const stopped = await at(keys.interrupt);
    expect(stopped).toMatchObject({
      code: 130,
      stdout: expect.stringMatching(/Write it later with `svc review fix --run \S+ --yes/),
    });
    expect(await textAt(poet)).toBe(BROKEN['SKILL.md']);
    expect(await at(`y${keys.enter}`)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Written: SKILL.md'),
    });
    expect(await textAt(poet)).toContain('(references/guide.md)');
  });
});
