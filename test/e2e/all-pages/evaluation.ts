import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { idempotent, ledger, noCards, partial, task } from '../../../modules/eval/testing/base.js';
import type { EvalRunView } from '../../../modules/eval/contract/run-view.js';
import { answering, dialects, type ModelEndpoint } from '../../contract/models/model-endpoint.js';
import { writePlugin } from '../registry-server.js';
import { teaCriteria } from '../tea-criteria.js';
import { writeFiles } from '../write-files.js';
import type { Commands } from './commands.js';

const dialect = dialects[0]!;

/** With the skill, which it is told to read, the agent knows the leaf. */
const steps = [
  { print: 'Looks around.' },
  {
    when: {
      said: 'Before you begin',
      then: [
        { run: "find . -name SKILL.md -exec cat '{}' +" },
        { write: { path: 'tea.txt', content: 'sencha\n' } },
      ],
      else: [{ write: { path: 'tea.txt', content: 'water\n' } }],
    },
  },
  { answer: 'Served.' },
];

/** A plugin of the workspace `dev` whose only scenario is solved with it and without; the id of the evaluation. */
export async function beginEvaluation(commands: Commands): Promise<string> {
  const cwd = join(commands.program.cwd, 'pot');
  await mkdir(join(cwd, '.git'), { recursive: true });
  const manifest = { name: 'dev/pot', version: '1.0.0', description: 'Pots.', private: true };
  await writeFiles(cwd, {
    '.svc-plugin/plugin.json': JSON.stringify(manifest),
    'skills/tea/SKILL.md':
      '---\nname: tea\ndescription: Makes tea. Use when somebody is thirsty.\n---\n\nThe pot is filled with sencha.\n',
    'evals/fill/task.md': `Fill the pot: write what is in it to \`tea.txt\`.\n\n\`\`\`script\n${JSON.stringify(steps)}\n\`\`\`\n`,
    'evals/fill/criteria.json': JSON.stringify(teaCriteria('sencha')),
  });
  await commands.svc(['project', 'create', '--workspace', 'dev', 'kitchen'], { cwd });
  await commands.svc(['plugin', 'publish', cwd]);
  const run = ['eval', 'run', '.', '--context', 'dev/pot@1.0.0', '--agent', 'scripted', '--yes'];
  const [begun] = await commands.json<readonly { evalRunId: string }[]>(run, { cwd });
  return begun?.evalRunId ?? '';
}

/** The id of a solution of an evaluation that has ended. */
export async function solutionOf(id: string, { program }: Commands): Promise<string> {
  // it has failed where there is no sandbox
  const { stdout } = await program.run(['eval', 'view', '--wait', '--json', id]);
  const { scenarios } = JSON.parse(stdout) as EvalRunView;
  const solutions = scenarios.flatMap((scenario) => scenario.solutions);
  return solutions.find(({ variant }) => variant === 'with-context')?.cells[0]?.cellId ?? '';
}

/** The id of scenarios that a model has written for a plugin of the workspace `written`. */
export async function generate(commands: Commands, model: ModelEndpoint): Promise<string> {
  const { program } = commands;
  await commands.svc(['workspace', 'create', 'written']);
  const base = ['--base-url', dialect.baseUrl(model.origin), '--key-stdin'];
  await commands.svc(['workspace', 'model', 'set', 'written', dialect.model, ...base], {
    input: 'sk-0123456789abcdef\n',
  });
  const scenario = { name: 'Refunds', description: 'Money back', context: 'Refunds', task };
  const scenarios = [{ ...scenario, criteria: [idempotent, ledger, partial, noCards] }];
  model.answer = answering(200, dialect.value({ scenarios }));
  const folder = await writePlugin(join(program.cwd, 'shop'), { name: 'written/shop' });
  const { generations } = await commands.json<{ generations: { generationId: string }[] }>([
    ...['scenario', 'generate', folder, '--count', '1'],
  ]);
  return generations[0]?.generationId ?? '';
}
