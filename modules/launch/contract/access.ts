/** What callers need for the operations of launches. */
type LaunchPermission = 'launch:read' | 'launch:run';

export const may = (permission: LaunchPermission) => ({
  permission,
  on: 'launchRun',
  of: ({ id }: { id: string }) => id,
});

export const ofWorkspace = (permission: LaunchPermission) => ({
  permission,
  on: 'workspace',
  of: ({ workspace }: { workspace: string }) => workspace,
});
