import { defineCommand, defineOperation } from 'svc-registry/kernel';

const dto = () => import('./dto.js');
const access = {
  permission: 'workspace:edit_settings',
  on: 'workspace',
  of: (input: { workspace: string }) => input.workspace,
} as const;
const path = '/v1/workspaces/:workspace/model';
const view = () => dto().then((m) => m.WorkspaceModelView);

export const showWorkspaceModel = defineOperation({
  id: 'models.showWorkspaceModel',
  summary: 'Show the model of a workspace, and the tokens that were used',
  effect: 'read',
  runsAt: 'server',
  access,
  input: () => dto().then((m) => m.WorkspaceModelRef),
  output: view,
  cli: { name: 'workspace model show', positionals: ['workspace'] },
  http: { method: 'GET', path, tag: 'public' },
});

export const setWorkspaceModel = defineCommand({
  id: 'models.setWorkspaceModel',
  summary: 'Replace the model of a workspace, with its address and its key',
  effect: 'write',
  idempotent: true,
  runsAt: 'server',
  takesSecret: true,
  access,
  input: () => dto().then((m) => m.SetWorkspaceModelInput),
  http: { method: 'PUT', path, tag: 'public' },
});

export const removeWorkspaceModel = defineCommand({
  id: 'models.removeWorkspaceModel',
  summary: 'Remove the model of a workspace, and its key',
  effect: 'write',
  idempotent: true,
  runsAt: 'server',
  access,
  input: () => dto().then((m) => m.WorkspaceModelRef),
  cli: {
    name: 'workspace model remove',
    positionals: ['workspace'],
    confirm: 'Remove the model of the workspace {workspace}, and its key?',
  },
  http: { method: 'DELETE', path, tag: 'public' },
});

export const setModel = defineOperation({
  id: 'models.setModel',
  summary: 'Set the model that judges texts for a workspace',
  description:
    'Replaces the model, its address and its key at once. The key is entered at a prompt or on standard input, never as an argument. ' +
    'The server stores it sealed, and never shows it.',
  effect: 'write',
  idempotent: true,
  runsAt: 'client',
  access: 'local',
  input: () => dto().then((m) => m.SetModelInput),
  output: view,
  cli: {
    name: 'workspace model set',
    positionals: ['workspace', 'model'],
    examples: [
      { command: 'svc workspace model set tools openai/gpt-5', text: 'Prompts for the key' },
      {
        command:
          'svc workspace model set tools openai/qwen3 --base-url https://models.example.com/v1',
        text: 'A server of your own that speaks the protocol of OpenAI',
      },
    ],
  },
});
