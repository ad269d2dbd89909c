/** What a baseline must not see is planted where agents look. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeWithBubblewrap } from '../../../modules/sandbox/testing/bubblewrap.js';
import { CellsHost, type Draft } from './cells-host.js';
import { filesThere, makes, taskOf } from './drafts.js';
import { context, leaks, type Leak } from './leaks.js';

const fixtures = { app: { type: 'directory', path: '../app', installPath: '.' } };

/** The scenario of a leak, or of its twin. */
function scenarioOf({ files, fixture, steps, ...leak }: Leak, kind: 'text' | 'clean') {
  const text = leak[kind];
  return {
    'task.md': taskOf([...(steps?.(text) ?? []), makes('made.txt')]),
    'criteria.json': filesThere('made.txt'),
    ...(fixture && { 'scenario.json': JSON.stringify({ fixtures }) }),
    ...files?.(text),
  };
}

/** Environments belong to runs, so a leak by one has a run of its own. */
function draftsOf(kind: 'text' | 'clean'): readonly Draft[] {
  const named = leaks.map((leak, at) => [`s${String(at).padStart(2, '0')}`, leak] as const);
  const draft = (which: typeof named, variables?: Draft['variables']): Draft => ({
    scenarios: Object.fromEntries(which.map(([name, leak]) => [name, scenarioOf(leak, kind)])),
    fixtures: Object.fromEntries(
      which.flatMap(([name, leak]) =>
        Object.entries(leak.fixture?.(leak[kind]) ?? {}).map(([path, text]) => [
          `${name}/app/${path}`,
          text,
        ]),
      ),
    ),
    context,
    ...(variables && { variables }),
  });
  const [own, others] = [
    named.filter(([, { variables }]) => variables !== undefined),
    named.filter(([, { variables }]) => variables === undefined),
  ];
  return [
    draft(others),
    ...own.map(([name, leak]) => draft([[name, leak]], leak.variables?.(leak[kind]))),
  ];
}

describeWithBubblewrap('the baseline of an evaluation', () => {
  let server: CellsHost;
  beforeAll(async () => {
    server = await CellsHost.open();
  });
  afterAll(() => server.stop());

  async function ended(kind: 'text' | 'clean'): Promise<Record<string, unknown>> {
    const result: Record<string, unknown> = {};
    for (const draft of draftsOf(kind))
      for (const { scenario, status, contamination, solution, failure } of await server.run(
        await server.draft(draft),
      )) {
        const name = leaks[Number(scenario.slice(1))]!.name;
        const evidence = solution?.evidence.length ?? 0;
        result[name] = { status, contamination, hasEvidence: evidence > 0, failure };
      }
    return result;
  }
  const all = (value: object) => Object.fromEntries(leaks.map(({ name }) => [name, value]));

  it('is void for each of 40 leaks', async () => {
    expect(leaks).toHaveLength(40);
    const isVoid = { status: 'void', contamination: 'baseline-saw-context', failure: null };
    expect(await ended('text')).toEqual(all({ ...isVoid, hasEvidence: true }));
  }, 120_000);

  it('counts for each of their twins', async () => {
    const counts = { status: 'scored', contamination: null, failure: null, hasEvidence: false };
    expect(await ended('clean')).toEqual(all(counts));
  }, 120_000);
});
