import { defineError, ExitCode } from 'svc-registry/kernel';

/** A hook blocked what the agent was about to do. Agents read the exit code 2 as that, and the reason after it. */
export const hookBlocked = defineError<{ reason: string }>({
  code: 'hook_blocked',
  status: 409,
  exit: ExitCode.usage,
  title: 'Blocked by a hook',
  cause: 'A hook of a plugin or of the project has refused the action.',
  remedy:
    'Read the reason that the hook gives. `svc hook test <event>` shows the hooks and where they come from.',
  message: ({ reason }) => reason,
});

/** A hook could not be run. Nothing is blocked: agents show the text and go on. */
export const hookFailed = defineError<{ what: string }>({
  code: 'hook_failed',
  status: 500,
  exit: ExitCode.bug,
  title: 'A hook failed',
  cause:
    'The program of a hook could not be started, failed, or answered something that cannot be used.',
  message: ({ what }) => what,
  hint: () => 'Run `svc hook test <event>` to see the hooks and where they come from.',
});

export const hookErrors = [hookBlocked, hookFailed];
