import { parsedUrl } from '../../../../toolbox/parsed-url.js';
import { localPath } from '../../contract/local-path.js';

const HERE = 'http://server.invalid';
const MAX_LENGTH = 2000;

/** Begins the ids of a rendered text, so that none of them stands for something of the page. */
export const ID_PREFIX = 'md-';

function absolute(target: string): string | undefined {
  const url = /^(https?:\/\/[^/\\]|mailto:[^/\\])/i.test(target) ? parsedUrl(target) : undefined;
  // `https://example.com@elsewhere` looks like an address of the former
  return url?.username === '' && url.password === '' ? url.href : undefined;
}

function below(base: string, target: string): string | undefined {
  const root = parsedUrl(base, HERE);
  if (root === undefined) throw new Error(`"${base}" is neither a path nor an address.`);
  const url = parsedUrl(target, root);
  const folder = root.pathname.slice(0, root.pathname.lastIndexOf('/') + 1);
  if (url?.origin !== root.origin || !url.pathname.startsWith(folder)) return undefined;
  if (root.origin !== HERE) return absolute(url.href);
  // people write links to folders with a slash at the end; no page has an address that ends with one
  const path = localPath(url.pathname.replace(/(?<=.)\/$/, '') + url.search);
  return path === undefined ? undefined : path + url.hash;
}

/**
 * Where a link of an untrusted text may lead, in the canonical spelling; `undefined` for any other. The target is parsed as browsers parse it, so that no
 * spelling means one thing here and another there.
 */
export function linkTarget(target: string, base: string | undefined): string | undefined {
  if (target === '' || target.length > MAX_LENGTH) return undefined;
  if (target.startsWith('#')) return new URL(`#${ID_PREFIX}${target.slice(1)}`, HERE).hash;
  return absolute(target) ?? (base === undefined ? undefined : below(base, target));
}
