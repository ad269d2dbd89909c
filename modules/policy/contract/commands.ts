import { defineOperation, ExitCode } from 'svc-registry/kernel';

const dto = () => import('./dto/commands.js');
const command = { runsAt: 'client', access: 'local' } as const;

export const showPolicies = defineOperation({
  ...command,
  id: 'policy.show',
  summary: 'Show the policies of an organization, workspace or project',
  description:
    'As YAML that `svc policy edit --file` takes. With `--effective` what holds, which may come from further up.',
  effect: 'read',
  input: () => dto().then((m) => m.ShowPolicyInput),
  output: () => dto().then((m) => m.ShownPolicy),
  cli: {
    name: 'policy show',
    examples: [
      { command: 'svc policy show --workspace acme > policy.yaml', text: 'Keep it in a file' },
      {
        command: 'svc policy show --workspace acme --effective',
        text: 'What holds there, and where it comes from',
      },
    ],
  },
});

export const editPolicies = defineOperation({
  ...command,
  id: 'policy.edit',
  summary: 'Change the policies of an organization, workspace or project',
  description:
    'Opens the editor of VISUAL or EDITOR, or takes a file. The document replaces what is there: what it leaves out is no longer restricted. ' +
    'Refused when somebody else has changed the policies in the meantime.',
  effect: 'write',
  input: () => dto().then((m) => m.EditPolicyInput),
  output: () => dto().then((m) => m.EditedPolicy),
  cli: {
    name: 'policy edit',
    short: { yes: 'y' },
    examples: [
      { command: 'svc policy edit --org acme', text: 'In the editor' },
      {
        command: 'svc policy edit --workspace acme --file policy.yaml',
        text: 'From a file, such as one in version control',
      },
    ],
  },
});

export const evaluatePlugins = defineOperation({
  ...command,
  id: 'policy.evaluatePlugins',
  summary: 'Ask whether plugins may be installed',
  description:
    'By the policies of this project and its workspace, or of whatever a flag names. Ends with 7 when something may not be installed; a warning is only shown.',
  effect: 'read',
  input: () => dto().then((m) => m.EvaluatePluginsInput),
  output: () => dto().then((m) => m.EvaluatedPlugins),
  cli: {
    name: 'policy evaluate',
    positionals: ['source'],
    exits: [{ field: 'blocked', exit: ExitCode.denied }],
    examples: [
      { command: 'svc policy evaluate', text: 'The plugins of this project' },
      {
        command: 'svc policy evaluate acme/review@2.0.0 --org acme',
        text: 'One version, by the policies of the organization',
      },
    ],
  },
});
