import { contribute, settingsPoint } from 'svc-registry/kernel';

/** What the program itself reads: where it keeps things, how it listens, how it reaches others. */
export const settings = [
  contribute(settingsPoint, 'SVC_HOME', {
    side: 'both',
    default: '~/.svc',
    summary: "The user's own folder: config.json, credentials, and by default the server's data",
  }),
  contribute(settingsPoint, 'SVC_DEBUG', {
    side: 'client',
    default: 'off',
    summary: 'Show the log of a command and where an error was thrown',
  }),
  contribute(settingsPoint, 'NO_COLOR', {
    side: 'client',
    summary: 'Print without colours, whatever its value',
  }),
  contribute(settingsPoint, 'FORCE_COLOR', {
    side: 'client',
    default: 'colours at a terminal',
    summary:
      'Print with colours even without a terminal; 0 prints without. NO_COLOR takes precedence',
  }),
  contribute(settingsPoint, 'COLUMNS', {
    side: 'client',
    default: 'the width of the terminal',
    summary: 'Width of texts for people in columns, even without a terminal; at least 20',
  }),
  contribute(settingsPoint, 'CI', {
    side: 'client',
    summary: 'Ask nothing: a question fails and names the flag that answers it',
  }),
  contribute(settingsPoint, 'SVC_HOST', {
    side: 'server',
    default: '127.0.0.1',
    summary: 'Address to listen on',
  }),
  contribute(settingsPoint, 'SVC_PORT', {
    side: 'server',
    default: '4873',
    summary: 'Port to listen on; 0 takes a free one',
  }),
  contribute(settingsPoint, 'SVC_PUBLIC_URL', {
    side: 'server',
    default: 'the address of the request',
    summary: 'Public address of the server, such as https://svc.example.com, used in links',
  }),
  contribute(settingsPoint, 'SVC_PACKAGE', {
    side: 'server',
    default: 'none: pages tell people to ask the operator of the server',
    summary:
      'What people pass to `npm install -g` to install svc, shown on the pages: the address of the package `svc-client`, or its name in your npm registry',
  }),
  contribute(settingsPoint, 'SVC_TRUST_PROXY', {
    side: 'server',
    default: 'no proxy',
    summary:
      'Whose X-Forwarded-* headers count: the number of proxies before the server, or their addresses and subnets; loopback is this machine',
  }),
  contribute(settingsPoint, 'SVC_LOG_LEVEL', {
    side: 'server',
    default: 'info; warn where the log is text for people',
    summary: 'What the log on stderr holds: debug, info, warn, error or silent',
  }),
  contribute(settingsPoint, 'SVC_METRICS_TOKEN', {
    side: 'server',
    secret: true,
    default: 'no metrics',
    summary: 'Who sends it as a bearer token may read GET /metrics; at least 16 characters',
  }),
  contribute(settingsPoint, 'HTTPS_PROXY', {
    side: 'both',
    secret: true,
    summary: 'The proxy for https addresses, http://user:password@host:port; also https_proxy',
  }),
  contribute(settingsPoint, 'HTTP_PROXY', {
    side: 'both',
    secret: true,
    summary: 'The proxy for http addresses; also http_proxy',
  }),
  contribute(settingsPoint, 'NO_PROXY', {
    side: 'both',
    default: 'this machine',
    summary:
      'Names, addresses and subnets that are reached without a proxy, with commas between; also no_proxy',
  }),
  contribute(settingsPoint, 'SVC_HTTP_TIMEOUT', {
    side: 'both',
    default: '30',
    summary: 'Seconds within which a server has to begin its answer to a request that only reads',
  }),
  contribute(settingsPoint, 'SVC_CA_FILE', {
    side: 'both',
    default: 'the authorities that Node.js trusts',
    summary: 'A PEM file with certificates of further authorities to trust',
  }),
  contribute(settingsPoint, 'NODE_EXTRA_CA_CERTS', {
    side: 'both',
    summary: 'The same for every program of Node.js; SVC_CA_FILE adds to it',
  }),
  contribute(settingsPoint, 'SVC_FAULT', {
    side: 'both',
    default: 'none',
    summary:
      'For tests: kills the process at a named point, <point> or <point>:<how many times to pass it>',
  }),
];
