import { defineOperation } from 'svc-registry/kernel';

const local = { runsAt: 'client', access: 'local' } as const;

/** The one operation with a host of its own: the program sends `hook run` there before anything else is loaded. */
export const runHooks = defineOperation({
  ...local,
  id: 'hooks.run',
  summary: 'Run the hooks of installed plugins for an event of a coding agent',
  description: [
    'Coding agents call this: `svc install` writes one entry for each event into their files. Reads the event as JSON from standard input,',
    'runs the hooks that it concerns in order and answers in the protocol of the agent. Exit code 2 means: blocked.',
  ].join(' '),
  effect: 'write',
  input: () => import('./inputs.js').then((m) => m.HookRunInput),
  output: () => import('./results.js').then((m) => m.HookAnswer),
  cli: {
    name: 'hook run',
    examples: [
      {
        command: 'svc hook run --agent=claude-code --event=PreToolUse < event.json',
        text: 'As Claude Code does',
      },
    ],
  },
});

export const testHooks = defineOperation({
  ...local,
  id: 'hooks.test',
  summary: 'Show which hooks would run for an event, and which would not and why',
  effect: 'write',
  input: () => import('./inputs.js').then((m) => m.HookTestInput),
  output: () => import('./results.js').then((m) => m.HookTest),
  cli: {
    name: 'hook test',
    positionals: ['event'],
    examples: [
      {
        command: 'svc hook test PreToolUse --tool Edit',
        text: 'What runs before a file is edited',
      },
      {
        command: 'svc hook test PreToolUse --agent gemini --tool run_shell_command --run',
        text: 'Run it and see the answer',
      },
    ],
  },
});
