/** What callers need for the operations of evaluations and generations. */
type EvalPermission = 'eval:read' | 'eval:run';

export const may = (permission: EvalPermission) => ({
  permission,
  on: 'evalRun',
  of: ({ id }: { id: string }) => id,
});

export const mayGeneration = (permission: EvalPermission) => ({
  permission,
  on: 'scenarioGeneration',
  of: ({ id }: { id: string }) => id,
});

export const ofWorkspace = (permission: EvalPermission | 'workspace:edit_settings') => ({
  permission,
  on: 'workspace',
  of: ({ workspace }: { workspace: string }) => workspace,
});
