import { defineOperation } from 'svc-registry/kernel';

export const resetUser = defineOperation({
  id: 'identity.resetUser',
  summary: 'Make a one-time code with which anybody, also the last admin, chooses a new password',
  description:
    "Runs on the server's machine with the server's settings; on SQLite stop the server first. The present password and the sessions are good " +
    'until the code is redeemed; then all sessions end. API keys stay.',
  effect: 'write',
  runsAt: 'server',
  access: 'local',
  input: () => import('../dto/password-reset.js').then((m) => m.ResetUserInput),
  output: () => import('../dto/password-reset.js').then((m) => m.PasswordResetView),
  cli: {
    name: 'server user reset',
    positionals: ['email'],
    examples: [
      {
        command: 'svc server user reset ann@example.com --data-dir /var/lib/svc',
        text: 'Ann gets a new password',
      },
    ],
  },
});
