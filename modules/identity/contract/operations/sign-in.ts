import { defineCommand, defineOperation } from 'svc-registry/kernel';

const grant = () => import('../dto/sign-in.js').then((m) => m.SessionGrant);
const noInput = () => import('../dto/sign-in.js').then((m) => m.NoInput);

export const signIn = defineOperation({
  id: 'identity.signIn',
  summary: 'Start a session with an e-mail address and a password',
  description:
    'Limited per account and per network address: beyond the limits the answer is 429 with `retryAfterSeconds` in seconds.',
  effect: 'write',
  runsAt: 'server',
  limits: ['sign-in'],
  access: 'anyone',
  takesSecret: true,
  input: () => import('../dto/sign-in.js').then((m) => m.SignInInput),
  output: grant,
  http: { method: 'POST', path: '/v1/auth/sessions', tag: 'public', status: 201 },
});

export const redeemCode = defineOperation({
  id: 'identity.redeemCode',
  summary: 'Redeem a one-time code: creates the account, its memberships and a session',
  description:
    'A new server prints a code for its first administrator; an invitation prints one for the inviter to pass on. ' +
    'A person who already has an account gives its password and gains the memberships.',
  effect: 'write',
  runsAt: 'server',
  limits: ['sign-in'],
  access: 'anyone',
  takesSecret: true,
  input: () => import('../dto/sign-in.js').then((m) => m.RedeemCodeInput),
  output: grant,
  http: { method: 'POST', path: '/v1/auth/codes/redeem', tag: 'public', status: 201 },
});

export const signOut = defineCommand({
  id: 'identity.signOut',
  summary: 'End the session that this call is made with',
  effect: 'write',
  runsAt: 'server',
  access: 'signed-in',
  input: noInput,
  http: { method: 'DELETE', path: '/v1/auth/session', tag: 'public' },
});

/** The caller, with the organizations and the workspace that they belong to. */
export const whoAmI = defineOperation({
  id: 'identity.whoAmI',
  summary: 'Show who is signed in',
  description: 'With an API key it shows the key, its workspace or organization, and no user.',
  effect: 'read',
  runsAt: 'server',
  access: 'signed-in',
  input: noInput,
  output: () => import('../dto/sign-in.js').then((m) => m.Me),
  cli: { name: 'whoami', aliases: ['auth whoami'] },
  http: { method: 'GET', path: '/users/me', tag: 'public' },
});

export const login = defineOperation({
  id: 'identity.login',
  summary: 'Sign in to the server',
  description:
    'The server is SVC_URL, else the one you last signed in to, else http://127.0.0.1:4873. ' +
    'At a terminal the sign-in is approved in the browser. ' +
    'Password and code are entered at a prompt, on standard input or in the environment, never as arguments.',
  effect: 'write',
  runsAt: 'client',
  access: 'local',
  input: () => import('../dto/login.js').then((m) => m.LoginInput),
  output: () => import('../dto/login.js').then((m) => m.LoginResult),
  cli: {
    name: 'login',
    aliases: ['auth login'],
    examples: [
      { command: 'svc login', text: 'Opens a page of the server on which you approve the sign-in' },
      {
        command: 'svc login --no-browser',
        text: 'Shows the address of the page, for a browser on any machine',
      },
      {
        command: 'svc login --code',
        text: 'Redeems the code that a new server or an inviter printed',
      },
      {
        command: 'svc login --email ann@example.com --password-stdin < password.txt',
        text: 'For scripts',
      },
    ],
  },
});

export const logout = defineOperation({
  id: 'identity.logout',
  summary: 'End the session and remove the saved credentials',
  effect: 'write',
  idempotent: true,
  runsAt: 'client',
  access: 'local',
  input: () => import('../dto/login.js').then((m) => m.LogoutInput),
  output: () => import('../dto/login.js').then((m) => m.LogoutResult),
  cli: { name: 'logout', aliases: ['auth logout'] },
});

export const showToken = defineOperation({
  id: 'identity.showToken',
  summary: 'Print the token that svc sends to the server, for scripts',
  description:
    'The value of SVC_TOKEN, or else the token of your sign-in to the server of SVC_URL. Anyone who has it can do everything you can: keep it out of logs.',
  effect: 'read',
  runsAt: 'client',
  access: 'local',
  input: noInput,
  output: () => import('../dto/login.js').then((m) => m.TokenView),
  cli: {
    name: 'auth token',
    examples: [
      {
        command: 'curl -H "Authorization: Bearer $(svc auth token)" "$SVC_URL/users/me"',
        text: 'For programs other than svc',
      },
    ],
  },
});

export const browserSignIn = defineOperation({
  id: 'identity.browserSignIn',
  summary: 'Sign in with the browser',
  effect: 'write',
  runsAt: 'client',
  access: 'local',
  input: () => import('../dto/login.js').then((m) => m.BrowserSignInInput),
  output: () => import('../dto/login.js').then((m) => m.BrowserSignIn),
  mcp: {
    name: 'login',
    title: 'Sign in to the registry',
    destructive: false,
    openWorld: true,
    omit: ['open', 'wait'],
    description:
      'Opens the browser to sign in and answers immediately: show the person the page and the code. When they have approved, the credentials are ' +
      'saved and the dependencies of the project are synced; `status` shows who is signed in.',
  },
});
