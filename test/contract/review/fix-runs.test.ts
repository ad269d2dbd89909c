import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect } from '@jest/globals';
import {
  cancelFix,
  downloadFix,
  listFixes,
  retryFix,
  showFix,
  startFix,
} from '../../../modules/review/contract/fix-operations.js';
import { listReviews, showReview } from '../../../modules/review/contract/operations.js';
import { itInTurn } from '../databases-by-day.js';
import { describeEachDatabase } from '../databases.js';
import { FixHost, sha256 } from './fix-host.js';
import { bundleOf } from './review-host.js';

const BODY = [
  '# Poet',
  '',
  '1. Ask for the form of the poem; see [the forms](docs/forms.md).',
  '2. Write the poem, and show it to the user.',
  '',
].join('\n');
const CLEAN = {
  'SKILL.md': `---\nname: poet\ndescription: Writes sonnets and odes. Use when the user asks for a poem.\n---\n\n${BODY}`,
  'docs/forms.md': '# Forms\n\nAn ode is long.\n',
};
const LONG = [
  '# Forms',
  ...['Odes', 'Sonnets', 'Haiku'].flatMap((form) => [
    `## ${form}`,
    ...Array<string>(110).fill('A line.'),
  ]),
].join('\n');
/** A colon without quotes, a link with another file in mind, and a long file without a list of its contents. */
const FAULTY = {
  'SKILL.md': `---\nname: poet\ndescription: Writes poems: sonnets and odes. Use when the user asks for one.\n---\n\n${BODY}`,
  'references/forms.md': LONG,
  'scripts/count.sh': 'wc -l "$1"\n',
};

describeEachDatabase('fix runs without a model', (databases) => {
  const it = itInTurn(databases);
  let host: FixHost;

  beforeEach(async () => {
    host = await FixHost.start(databases);
    await host.plan({ credits: 100 });
  });
  afterEach(() => host.stop());

  it('make the safe fixes, each explained, and nothing else', async () => {
    const started = await host.begin(FAULTY, { label: 'nightly' });
    expect(started).toMatchObject({
      type: 'fix',
      subject: { type: 'skill', name: 'poet' },
      label: 'nightly',
      fix: { config: { threshold: 90, maxIterations: 3, model: null }, files: [], iterations: [] },
    });
    expect(await host.credits()).toEqual({ used: 0, reserved: 5 });
    const ended = await host.end(started.reviewRunId);
    expect(ended).toMatchObject({
      status: 'completed',
      engine: { name: 'svc-quality' },
      security: null,
      review: null,
      fix: {
        baselineScore: null,
        finalScore: expect.any(Number),
        iterations: [{ iteration: 1, dropped: null, score: ended.fix!.finalScore }],
      },
    });
    const { changes } = ended.fix!.iterations[0]!;
    expect(changes).toEqual([
      expect.stringMatching(/^SKILL\.md:3: .*"description".*colon/),
      expect.stringMatching(/^SKILL\.md:8: .*"docs\/forms\.md".*"references\/forms\.md"/),
      expect.stringMatching(/^references\/forms\.md:2: .*list of its sections/),
    ]);
    expect(ended.fix!.summaryOfChanges).toBe(changes.join('\n'));
    expect(await host.credits()).toEqual({ used: 5, reserved: 0 });
    const { data } = await host.invoke(listFixes, { workspace: 'tools' });
    expect(data).toMatchObject([{ type: 'fix', reviewScore: ended.fix!.finalScore }]);
  });

  it('are fetched as the files that their view has the hashes of', async () => {
    const run = await host.fix(FAULTY);
    const bundle = await host.bundle(run);
    expect(Object.keys(bundle).sort()).toEqual(Object.keys(FAULTY).sort());
    expect(bundle['scripts/count.sh']).toBe(FAULTY['scripts/count.sh']);
    expect(bundle['SKILL.md']).toBe(
      FAULTY['SKILL.md']
        .replace(/description: (.*)/, 'description: "$1"')
        .replace('docs/forms.md', 'references/forms.md'),
    );
    expect(bundle['references/forms.md']).toContain('- [Sonnets](#sonnets)');
    expect(run.fix!.files).toEqual(
      Object.entries(FAULTY).map(([path, text]) => ({
        path,
        before: sha256(text),
        after: sha256(bundle[path]!),
      })),
    );
  });

  it('improve one skill of a plugin, and keep all its other files', async () => {
    const inFolder = Object.entries(FAULTY).map(([path, text]) => [`skills/poet/${path}`, text]);
    const plugin = { 'README.md': '# Poems\n', ...(Object.fromEntries(inFolder) as typeof FAULTY) };
    const run = await host.fix(plugin);
    expect(run.fix!.files.map(({ path }) => path)).toEqual(inFolder.map(([path]) => path));
    const bundle = await host.bundle(run);
    expect(bundle['README.md']).toBe(plugin['README.md']);
    expect(bundle['skills/poet/SKILL.md']).toContain('description: "Writes poems:');
  });

  it('change nothing, and cost nothing, at the threshold and where nothing can be fixed', async () => {
    for (const [threshold, why] of [
      [1, /has the score \d+, and 1 was asked for/],
      [100, /no fix applies/],
    ] as const) {
      const run = await host.fix(CLEAN, { threshold });
      const { baselineScore, finalScore, ...fix } = run.fix!;
      expect(finalScore).toBe(baselineScore);
      expect(fix).toMatchObject({
        iterations: [],
        summaryOfChanges: expect.stringMatching(why),
        files: Object.entries(CLEAN).map(([path, text]) => ({
          path,
          before: sha256(text),
          after: sha256(text),
        })),
      });
      expect(await host.bundle(run)).toEqual(CLEAN);
    }
    expect(await host.credits()).toEqual({ used: 0, reserved: 0 });
  });

  it('drop a repaired skill that the gate refuses nevertheless', async () => {
    const named = FAULTY['SKILL.md'].replace('name: poet\n', 'name: "po_et!"\n');
    const misnamed = { ...FAULTY, 'SKILL.md': named };
    const run = await host.fix(misnamed);
    expect(run.fix).toMatchObject({
      baselineScore: null,
      finalScore: null,
      iterations: [{ score: null, dropped: expect.stringContaining('It fails the check') }],
      summaryOfChanges: expect.stringContaining('It fails the check'),
    });
    expect(await host.bundle(run)).toEqual(misnamed);
  });

  it('are of one skill', async () => {
    const two = { 'a/SKILL.md': CLEAN['SKILL.md'], 'b/c/skill.md': CLEAN['SKILL.md'] };
    await expect(host.begin(two)).rejects.toMatchObject({
      code: 'one_skill_needed',
      message: expect.stringContaining('a, b/c'),
    });
    await expect(host.begin({ 'README.md': 'x' })).rejects.toMatchObject({ code: 'no_skill' });
    await expect(host.begin({})).rejects.toMatchObject({ code: 'nothing_to_review' });
    await expect(host.invoke(startFix, { workspace: 'tools' })).rejects.toMatchObject({
      code: 'upload_missing',
    });
    await expect(host.begin(CLEAN, { maxIterations: 11 })).rejects.toMatchObject({ status: 400 });
    await expect(host.begin(CLEAN, { threshold: 101 })).rejects.toMatchObject({ status: 400 });
    expect((await host.invoke(listFixes, { workspace: 'tools' })).data).toEqual([]);
  });

  it('need a paid plan for more than the default, before anything is read', async () => {
    await host.plan({ plan: 'free' });
    for (const more of [
      { reviewPlugin: 'nobody/nothing' },
      { reviewPluginSent: true },
      { model: 'openai/other' },
    ])
      await expect(
        host.invoke(
          startFix,
          { workspace: 'tools', ...more },
          { upload: Buffer.from('no archive') },
        ),
      ).rejects.toMatchObject({ code: 'upgrade_required', status: 403, exit: 7 });
    await host.plan({ plan: 'team-v1' });
    await expect(host.begin(CLEAN, { reviewPlugin: 'plain' })).rejects.toMatchObject({
      code: 'model_not_configured',
    });
    expect((await host.invoke(listFixes, { workspace: 'tools' })).data).toEqual([]);
  });

  it('need credits for an iteration', async () => {
    await host.plan({ credits: 9 });
    await host.begin(CLEAN);
    await expect(host.begin(FAULTY)).rejects.toMatchObject({
      code: 'credits_exhausted',
      status: 403,
      exit: 7,
    });
    expect((await host.invoke(listFixes, { workspace: 'tools' })).data).toHaveLength(1);
  });

  it('are neither reviews nor found as such', async () => {
    const { reviewRunId: review } = await host.host.begin(CLEAN);
    const { reviewRunId: fix } = await host.begin(CLEAN);
    const absent = randomUUID();
    for (const operation of [showFix, retryFix, cancelFix, downloadFix]) {
      const messages: string[] = [];
      for (const id of [review, absent])
        await host.invoke(operation as typeof showFix, { id }).catch((error: unknown) => {
          const { code, message } = error as { code: string; message: string };
          messages.push(`${code} ${message.replace(id, 'id')}`);
        });
      expect(messages).toEqual([messages[1], expect.stringContaining('not_found')]);
    }
    const idsOf = async (list: typeof listReviews) =>
      (await host.invoke(list, { workspace: 'tools' })).data.map(({ reviewRunId }) => reviewRunId);
    expect(await idsOf(listFixes)).toEqual([fix]);
    expect((await idsOf(listReviews)).sort()).toEqual([fix, review].sort());
    expect(await host.invoke(showReview, { id: fix })).toMatchObject({ type: 'fix' });
  });

  it('that wait are cancelled at once, for nothing', async () => {
    const { reviewRunId: id } = await host.begin(FAULTY);
    await expect(host.invoke(downloadFix, { id })).rejects.toMatchObject({
      code: 'review_not_completed',
      status: 409,
    });
    for (let count = 0; count < 2; count += 1)
      expect(await host.invoke(cancelFix, { id })).toMatchObject({
        status: 'cancelled',
        fix: { files: [], summaryOfChanges: null },
      });
    await expect(host.invoke(retryFix, { id })).rejects.toMatchObject({ code: 'wrong_state' });
    expect(await host.credits()).toEqual({ used: 0, reserved: 0 });
  });

  it('take any archive that was sent, whatever its ignore file says', async () => {
    const files = { ...FAULTY, '.svcignore': 'scripts/\nreferences/\n' };
    const upload = await bundleOf(files);
    const { reviewRunId } = await host.invoke(startFix, { workspace: 'tools' }, { upload });
    const run = await host.end(reviewRunId);
    expect(Object.keys(await host.bundle(run)).sort()).toEqual(Object.keys(files).sort());
  });
});
