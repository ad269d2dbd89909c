/** What callers need for the operations of reviews and fix runs. */
type ReviewPermission = 'review:read' | 'review:run';

export const may = (permission: ReviewPermission) => ({
  permission,
  on: 'reviewRun',
  of: ({ id }: { id: string }) => id,
});

export const ofWorkspace = (permission: ReviewPermission) => ({
  permission,
  on: 'workspace',
  of: ({ workspace }: { workspace: string }) => workspace,
});
