/** When the agent asks before it acts. */
export const permissionModes = ['ask', 'accept-edits', 'auto', 'yolo'] as const;
export type PermissionMode = (typeof permissionModes)[number];

export const thinkingLevels = ['off', 'minimal', 'low', 'medium', 'high', 'xhigh'] as const;

/** Where a tool server is written. */
export const serverScopes = ['project', 'global'] as const;
export type ServerScope = (typeof serverScopes)[number];
