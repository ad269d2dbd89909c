import { defineCommand, defineListOperation } from 'svc-registry/kernel';

const noInput = () => import('../dto/sign-in.js').then((m) => m.NoInput);

export const listSessions = defineListOperation({
  id: 'identity.listSessions',
  summary: 'List where you are signed in',
  description:
    'Most recently used first. A user has at most 100 sessions: a further sign-in ends the least recently used one.',
  effect: 'read',
  runsAt: 'server',
  access: 'signed-in',
  input: noInput,
  output: () => import('../dto/session.js').then((m) => m.SessionView),
  cli: { name: 'session list' },
  http: { method: 'GET', path: '/v1/auth/sessions', tag: 'public' },
});

export const endSession = defineCommand({
  id: 'identity.endSession',
  summary: 'End one of your sessions',
  effect: 'write',
  runsAt: 'server',
  access: 'signed-in',
  input: () => import('../dto/session.js').then((m) => m.SessionRef),
  cli: { name: 'session end', positionals: ['id'] },
  http: { method: 'DELETE', path: '/v1/auth/sessions/:id', tag: 'public' },
});

export const signOutEverywhere = defineCommand({
  id: 'identity.signOutEverywhere',
  summary: 'End all your sessions, of programs and of browsers',
  description:
    'Approved sign-ins of programs that have not fetched their session yet are withdrawn, too. API keys stay valid.',
  effect: 'write',
  runsAt: 'server',
  access: 'signed-in',
  input: noInput,
  http: { method: 'DELETE', path: '/v1/auth/sessions', tag: 'public' },
});

export const changePassword = defineCommand({
  id: 'identity.changePassword',
  summary: 'Change your password',
  description: 'All other sessions end, of programs and of browsers. Limited like signing in.',
  effect: 'write',
  runsAt: 'server',
  access: 'signed-in',
  takesSecret: true,
  input: () => import('../dto/session.js').then((m) => m.ChangePasswordInput),
  http: { method: 'POST', path: '/v1/auth/password', tag: 'public' },
});
