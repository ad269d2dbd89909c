import { contribute, settingsPoint } from 'svc-registry/kernel';

export const settings = [
  contribute(settingsPoint, 'SVC_URL', {
    side: 'client',
    default: 'the server signed in to last, else http://127.0.0.1:4873',
    summary: 'The server that the command line talks to, such as https://svc.example.com',
  }),
  contribute(settingsPoint, 'SVC_TOKEN', {
    side: 'client',
    secret: true,
    default: 'what `svc login` has left for the server',
    summary: 'An API key, sent to the server of SVC_URL; goes before a sign-in',
  }),
  contribute(settingsPoint, 'SVC_LOGIN_CODE', {
    side: 'client',
    secret: true,
    default: 'it is asked for',
    summary: 'The one-time code that `svc login --code` redeems',
  }),
  contribute(settingsPoint, 'SVC_NO_BROWSER', {
    side: 'client',
    default: 'a browser is opened where there is a screen and no SSH',
    summary: 'Set to 1, no browser is ever opened: the address of the page is shown',
  }),
  contribute(settingsPoint, 'SVC_PUBLIC_READ', {
    side: 'server',
    default: 'on',
    summary: 'Whether strangers may search and install public plugins: on or off',
  }),
  contribute(settingsPoint, 'SVC_ORG_CREATION', {
    side: 'server',
    default: 'off',
    summary: 'Whether people who are signed in may create organizations: on or off',
  }),
];
