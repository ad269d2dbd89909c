import { contribute, settingsPoint } from 'svc-registry/kernel';

export const settings = [
  contribute(settingsPoint, 'SVC_URL', {
    side: 'client',
    default: 'the server you last signed in to, else http://127.0.0.1:4873',
    summary: 'The server that the command line talks to, such as https://svc.example.com',
  }),
  contribute(settingsPoint, 'SVC_TOKEN', {
    side: 'client',
    secret: true,
    default: 'the credentials that `svc login` saved for the server',
    summary: 'An API key, sent to the server of SVC_URL; takes precedence over a sign-in',
  }),
  contribute(settingsPoint, 'SVC_LOGIN_CODE', {
    side: 'client',
    secret: true,
    default: 'a prompt',
    summary: 'The one-time code that `svc login --code` redeems',
  }),
  contribute(settingsPoint, 'SVC_NO_BROWSER', {
    side: 'client',
    default: 'a browser is opened if there is a screen and no SSH connection',
    summary: 'Set to 1 to open no browser: the address of the page is shown instead',
  }),
  contribute(settingsPoint, 'SVC_WORKSPACE', {
    side: 'client',
    default: 'the workspace that svc.json names; for publishing, it is asked for',
    summary: 'The workspace that commands work in, where no flag names another',
  }),
  contribute(settingsPoint, 'SVC_PUBLIC_READ', {
    side: 'server',
    default: 'on',
    summary: 'Whether public plugins can be searched and installed without signing in: on or off',
  }),
  contribute(settingsPoint, 'SVC_ORG_CREATION', {
    side: 'server',
    default: 'off',
    summary: 'Whether every signed-in person can create organizations: on or off',
  }),
];
