/** What callers need for the operations of tasks. */
type TaskPermission = 'task:read' | 'task:run';

export const may = (permission: TaskPermission) => ({
  permission,
  on: 'task',
  of: ({ id }: { id: string }) => id,
});

export const ofWorkspace = (permission: TaskPermission) => ({
  permission,
  on: 'workspace',
  of: ({ workspace }: { workspace: string }) => workspace,
});
