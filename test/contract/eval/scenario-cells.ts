import type { TestHost } from 'svc-registry/testing';
import { cellEndsKey, type CellEnd } from '../../../modules/eval/server/cells/cell-ends.js';
import type { Solution } from '../../../modules/eval/server/cells/solution.js';
import { unitOfWorkKey } from '../../../modules/persistence/contract/db.js';
import type { PluginFile } from '../../../modules/registry/contract/plugin-format.js';

export type Files = Readonly<Record<string, string>>;

/** Files of a scenario whose only criterion needs no judge. */
export function scenarioFiles(name: string, more: Files = {}): Files {
  const criteria = {
    context: 'Files',
    type: 'weighted_checklist',
    checklist: [
      {
        name: 'File',
        description: 'out.txt is there',
        max_score: 2,
        check: { type: 'file', path: 'out.txt' },
      },
    ],
  };
  const files = {
    'task.md': `Write the file out.txt for ${name}.\n`,
    'criteria.json': JSON.stringify(criteria),
    ...more,
  };
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [`scenarios/${name}/${path}`, text]),
  );
}

export const scored = (points: number): CellEnd => ({
  status: 'scored',
  scored: { score: points / 2, results: [result(points)] },
  retries: 0,
  activatedSkills: [],
  agentMs: 1500,
});

const result = (score: number) => ({
  name: 'File',
  score,
  maxScore: 2,
  by: 'check' as const,
  reasoning: score > 0 ? 'out.txt is there.' : 'out.txt is missing.',
  quote: null,
  overridden: null,
});

export const voided: CellEnd = {
  status: 'void',
  failure: { class: 'timeout', message: 'The agent took longer than 30 minutes.' },
  retries: 2,
};

export const solution: Solution = {
  exit: { code: 0, signal: null },
  answer: 'Done.',
  transcript: 'wrote out.txt',
  diff: '+hello',
  changed: ['out.txt'],
  activatedSkills: [],
  evidence: ['The transcript never names the context.'],
  contamination: null,
  agentFailure: null,
  agentMs: 1500,
};

/** Files for an archive. */
export const filesOf = (files: Files): PluginFile[] =>
  Object.entries(files)
    .map(([path, text]) => ({ path, mode: 0o644 as const, content: Buffer.from(text) }))
    .sort((one, other) => (one.path < other.path ? -1 : 1));

/** Ends a cell as a worker would. */
export async function endCell(host: TestHost, cellId: string, end: CellEnd): Promise<void> {
  const units = await host.get(unitOfWorkKey);
  const ends = await host.get(cellEndsKey);
  await units.run((manager) => ends.end(manager, cellId, end));
}
