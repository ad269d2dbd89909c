import type { SvcError } from 'svc-registry/kernel';
import { repositoryUnavailable, repositoryUnreachable } from '../../../contract/source-errors.js';
import type { GitFailure } from './git-process.js';
import type { GitSource } from '../../resolve/git-source.js';

interface Reason {
  readonly said: RegExp;
  readonly why: string;
  readonly hint?: (source: Where) => string;
}

type Where = Pick<GitSource, 'url' | 'host' | 'credentials'>;

/** Messages of git and its helpers when access is denied. Some are part of messages on other failures too. */
const UNAVAILABLE =
  /could not read (?:Username|Password)|terminal prompts disabled|Authentication failed|repository .*not found|not found: did you run|returned error: (?:401|403|404)|Permission denied \(|does not appear to be a git repository|Access denied|could not be found|access rights/i;

const trust = (): string =>
  'If you trust its operator, set SVC_CA_FILE to a PEM file with the certificate of their authority.';
const spelling = ({ host }: Where): string => `Is "${host}" spelt right? Is this machine online?`;

const REWRITTEN = {
  why: 'a commit that was there before is gone: its history was rewritten',
  hint: (): string =>
    'Run the command again. If the lock names the commit, `svc update` moves to one that is there.',
};

/** The first match counts. */
const REASONS: readonly Reason[] = [
  {
    said: /Host key verification failed/i,
    why: 'the key of the host is not known here',
    hint: ({ host }) => `Connect once by hand (\`ssh -T git@${host}\`) and compare the key.`,
  },
  {
    said: /could not resolve proxy/i,
    why: 'the proxy that the environment names cannot be found',
    hint: () => 'Check HTTPS_PROXY and HTTP_PROXY.',
  },
  {
    said: /(?:HTTP code|response) 407|Proxy Authentication Required/i,
    why: 'the proxy requires a user name and password',
    hint: () => 'Put them into HTTPS_PROXY: http://user:password@host:port.',
  },
  {
    said: /HTTP code \d+ from proxy|CONNECT tunnel failed/i,
    why: 'the proxy refuses to reach the host',
    hint: () => 'Ask the operator of the proxy, or name the host in NO_PROXY.',
  },
  { said: /could not resolve host/i, why: 'the host cannot be found', hint: spelling },
  {
    said: /certificate|SSL|TLS|gnutls/,
    why: 'its certificate is not trusted here, or damaged',
    hint: trust,
  },
  {
    said: /connection refused|failed to connect|couldn't connect|could not connect/i,
    why: 'no server answers there',
    hint: spelling,
  },
  {
    said: /not our ref|unadvertised object|missing (?:blob|tree|commit)|bad object|remote error: upload-pack/i,
    ...REWRITTEN,
  },
  { said: /timed out|too slow/i, why: 'the host did not answer in time' },
  {
    said: /returned error: 429/,
    why: 'the host is rate limiting requests',
    hint: () =>
      'Wait a few minutes, or sign in with git: hosts allow more requests to signed-in users.',
  },
  {
    said: /returned error: 5\d\d/,
    why: 'the host answers with an error of its own',
    hint: () => 'Try again later.',
  },
  {
    said: /dumb http|not valid: is this a git repository/i,
    why: 'no git server answers at this address',
  },
  {
    said: /cannot run ssh|ssh: not found/i,
    why: 'the program ssh is not installed',
    hint: () => 'Install it, or use the https:// address.',
  },
  {
    said: /transport '.*' not allowed/i,
    why: 'the configuration of git leads to a protocol other than https and ssh',
  },
  { said: /no space left/i, why: 'the disk is full' },
];

/** Explains the failure for people. */
export function explainGitFailure(failure: GitFailure, source: Where): SvcError {
  const { url } = source;
  const extras = { cause: failure };
  if (failure.silentFor !== undefined) {
    const hint = 'Is the address right? SVC_GIT_TIMEOUT sets how many seconds to wait.';
    return repositoryUnreachable(
      { url, why: `no data was received for ${failure.silentFor} s`, hint },
      extras,
    );
  }
  const reason = REASONS.find(({ said }) => said.test(failure.said));
  if (reason !== undefined)
    return repositoryUnreachable({ url, why: reason.why, hint: reason.hint?.(source) }, extras);
  if (UNAVAILABLE.test(failure.said))
    return repositoryUnavailable({ url, hint: signInHint(source) }, extras);
  return repositoryUnreachable({ url, why: `git says "${lastLine(failure.said)}"` }, extras);
}

/** The host named the commit, or the lock does, and it is not in the repository. */
export function historyRewritten({ url }: Where): SvcError {
  return repositoryUnreachable({ url, why: REWRITTEN.why, hint: REWRITTEN.hint() });
}

function signInHint(source: Where): string {
  return [accessHint(source), folderHint(source)].filter(Boolean).join(' ');
}

/** Elsewhere than on the large hosts a folder looks like a part of the repository's address. */
function folderHint({ url }: Where): string | undefined {
  const isLong = /^https?:\/\/[^/]+(?:\/[^/]+){3,}$/.test(url) && !url.endsWith('.git');
  return isLong
    ? 'If a part of the address is a folder in the repository, write `//` before it: https://<host>/<repository>//<folder>.'
    : undefined;
}

function accessHint({ url, host, credentials }: Where): string {
  if (!/^https?:/.test(url))
    return `Is the name right? If the repository is private: \`ssh -T git@${host}\` tells whether your key is known there.`;
  if (credentials !== undefined)
    return 'Is the name right? If it is, the token or password of the URL does not open it.';
  return `Is the name right? If the repository is private, give git a credential helper that knows ${host} (\`gh auth setup-git\` on GitHub), or use the ssh address (git@${host}:…).`;
}

function lastLine(said: string): string {
  const lines = said.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const telling = lines.filter((line) => /^(?:fatal|error|remote):/.test(line));
  return (telling.at(-1) ?? lines.at(-1) ?? 'nothing')
    .replace(/^(?:fatal|error|remote): */, '')
    .replace(/\/\/[^/\s]*@/g, '//')
    .slice(0, 200);
}
