import { parsedUrl } from '../../../../toolbox/parsed-url.js';
import { looksLikePackageUrl, parsePackageUrl } from '../../format/package-url.js';
import type { PluginManifest } from '../../contract/plugin-format.js';

const FIELDS = ['describes', 'repository', 'homepage'];
const MAX_LENGTH = 2000;
const SCHEME = /^(?:git\+)?(https?|ssh|git):\/\//i;
/** `git@host:path`, which is ssh. */
const SCP = /^git@([^:/\s]+):(?!\/\/)/i;

/** An address in its look-up form, or why the text is invalid. */
export type Link =
  | { readonly key: string }
  | { readonly meant: 'package URL' | 'web address'; readonly problem: string };

/** Reads a package URL or the address of a page or repository. Returns `undefined` for text that is not meant as either. */
export function linkOf(text: string): Link | undefined {
  const address = text.trim();
  if (looksLikePackageUrl(address)) {
    const parsed = parsePackageUrl(address);
    return typeof parsed === 'string' ? { meant: 'package URL', problem: parsed } : parsed;
  }
  return SCHEME.test(address) || SCP.test(address) ? webLink(address) : undefined;
}

/**
 * One spelling per address: how it is fetched (`http`, `ssh`, `git+…`, `git@host:`), who fetches it, `www.`, the last slash, `.git`
 * and a fragment make no difference, nor does case.
 */
function webLink(address: string): Link {
  const viaWeb = /^(?:git\+)?https?:/i.test(address);
  const url = parsedUrl(address.replace(SCP, 'ssh://$1/').replace(SCHEME, 'https://'));
  const host = url?.hostname.replace(/\.+$/, '').replace(/^(?:www\.)+(?=[^.]+\.)/, '') ?? '';
  if (url === undefined || host === '')
    return { meant: 'web address', problem: 'the host is missing or cannot be that of a server' };
  const port = !viaWeb || url.port === '' || url.port === '80' ? '' : `:${url.port}`;
  const path = url.pathname.toLowerCase().replace(/(?:\/|\.git)+$/, '');
  return { key: `https://${host}${port}${path}${url.search}` };
}

/** The addresses that a manifest names: what it describes, its repository and its homepage. What is none is left out. */
export function linksOf(manifest: PluginManifest): string[] {
  const links = FIELDS.map((field) => {
    const value = manifest.extra[field];
    const address =
      typeof value === 'object' && value !== null ? (value as { url?: unknown }).url : value;
    return typeof address === 'string' && address.length <= MAX_LENGTH
      ? linkOf(address)
      : undefined;
  });
  return [
    ...new Set(links.flatMap((link) => (link !== undefined && 'key' in link ? link.key : []))),
  ];
}
