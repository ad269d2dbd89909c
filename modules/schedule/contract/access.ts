/** What callers need for the operations of schedules. */
type SchedulePermission = 'schedule:read' | 'schedule:edit';

export const may = (permission: SchedulePermission) => ({
  permission,
  on: 'schedule',
  of: ({ id }: { id: string }) => id,
});

export const ofWorkspace = (permission: SchedulePermission) => ({
  permission,
  on: 'workspace',
  of: ({ workspace }: { workspace: string }) => workspace,
});
