import { parsedUrl } from '../../../../toolbox/parsed-url.js';
import { normalGitAddress } from '../../../project/contract/source.js';
import { repositoryAddressInvalid } from '../../contract/launch-errors.js';

const SHORT = /^[\w.-]+\/[\w.-]+$/;
const SCP = /^(?:ssh:\/\/)?[\w.-]+@[\w.-]+[:/]/;
/** Of a URL, where it is in lower case. `*.example.org` is a URL's host too, but for a sandbox it means all subdomains. */
const HOST = /^(?:\[[\da-f:.]+\]|[\da-z._-]+)$/;

/** The address that is cloned for `<owner>/<name>` on GitHub, an address, or `git@<host>:<path>`. Throws `repository_address_invalid`. */
export function repositoryAddress(repo: string): string {
  if (SHORT.test(repo) && !repo.split('/').some(isDots)) return `https://github.com/${repo}`;
  const url = parsedUrl((SCP.test(repo) ? normalGitAddress(repo) : undefined) ?? repo);
  if (url === undefined) throw refused(repo, NO_ADDRESS);
  // the error would show what stands there
  if (`${url.username}${url.password}` !== '')
    throw refused(url.host, 'its address contains a user name or a password');
  if (hostOf(url) === undefined) throw refused(repo, NO_ADDRESS);
  if (`${url.search}${url.hash}` !== '') throw refused(repo, 'its address has a query');
  return url.href.replace(/\/+$/, '');
}

/** The host of an address, as a sandbox takes it; `undefined` for one that is not of the web, or names no single host. */
export function hostOf({ hostname, port, protocol }: URL): string | undefined {
  if (!/^https?:$/.test(protocol) || !HOST.test(hostname)) return undefined;
  const standard = protocol === 'http:' ? '80' : '443';
  return `${hostname}:${port === '' ? standard : port}`;
}

const NO_ADDRESS = 'it is neither <owner>/<name> nor an https address';
const isDots = (part: string): boolean => /^\.+$/.test(part);
const refused = (repo: string, why: string) => repositoryAddressInvalid({ repo, why });
