/** Commands about runs (specification, "Evals"). */
import { defineListOperation, defineOperation, ExitCode } from 'svc-registry/kernel';
import type * as Inputs from './command-inputs.js';

const inputs = (): Promise<typeof Inputs> => import('./command-inputs.js');
const views = () => import('./run-view.js');
const local = { runsAt: 'client', access: 'local' } as const;
const exits = [{ field: 'status', is: ['failed'], exit: ExitCode.gate }] as const;

/** Answers the run at its end, with `wait: false` a list of `StartedEval`, with `listAgents` an `EvalAgentsView`. */
export const runEval = defineOperation({
  ...local,
  id: 'eval.run',
  summary: 'Find out whether agents do better with a plugin or with files than without',
  description:
    'Each scenario is solved without the context (baseline) and with it, and both solutions are scored by the same criteria. The plan and its price are shown first, and on a terminal confirmed. ' +
    'The folder has to be linked to a project. Ctrl+C ends the waiting, not the run; with --json alone nothing is waited for. The command fails with exit code 8 if the run failed.',
  effect: 'write',
  input: () => inputs().then((m) => m.RunEvalInput),
  output: () => views().then((m) => m.EvalRunView),
  cli: {
    name: 'eval run',
    positionals: ['source'],
    short: { runs: 'n', label: 'l', force: 'f', yes: 'y' },
    withJson: { wait: false },
    exits,
    examples: [
      { command: 'svc eval run', text: 'Evaluate the plugin in this folder by its evals/' },
      {
        command: "svc eval run evals --context 'AGENTS.md' --runs 5",
        text: 'Whether a file helps, each scenario five times',
      },
      {
        command: 'svc eval run evals --context acme/review@1.2.0 --wait --json',
        text: 'A published plugin, in a script',
      },
    ],
  },
});

export const listEvalsCommand = defineListOperation({
  ...local,
  id: 'eval.list',
  summary: 'List the evaluations of a workspace, newest first',
  effect: 'read',
  input: () => inputs().then((m) => m.EvalsCommandInput),
  output: () => views().then((m) => m.EvalRunListed),
  cli: { name: 'eval list', short: { workspace: 'w' } },
});

export const viewEval = defineOperation({
  ...local,
  id: 'eval.view',
  summary: 'Show an evaluation: its verdict, and what it comes from',
  description: 'The command fails with exit code 8 if the run failed.',
  effect: 'read',
  input: () => inputs().then((m) => m.ViewEvalInput),
  output: () => views().then((m) => m.EvalRunView),
  cli: {
    name: 'eval view',
    positionals: ['id'],
    exits,
    examples: [
      {
        command: 'svc eval view --last --report report.html',
        text: 'The newest run, and its report with the evidence of every score',
      },
    ],
  },
});

export const retryEvalCommand = defineOperation({
  ...local,
  id: 'eval.retry',
  summary: 'Repeat a failed evaluation as a new one, without the cells that it finished',
  effect: 'write',
  input: () => inputs().then((m) => m.RetryEvalInput),
  output: () => views().then((m) => m.EvalRunView),
  cli: { name: 'eval retry', positionals: ['id'] },
});

export const workspaceEvals = defineOperation({
  ...local,
  id: 'eval.workspaceSwitch',
  summary: 'Switch the evaluations of a workspace on or off, or show whether they are on',
  description:
    'Off, no evaluation and no generation of scenarios can be started. What goes on ends, and results stay readable.',
  effect: 'write',
  idempotent: true,
  input: () => inputs().then((m) => m.WorkspaceEvalsInput),
  output: () => views().then((m) => m.EvalsSwitchView),
  cli: { name: 'workspace evals', positionals: ['state'], short: { workspace: 'w' } },
});
