import { localPath } from '../../contract/local-path.js';

const HERE = 'http://server.invalid';
const MAX_LENGTH = 2000;

/** Begins the ids of a rendered text, so that none of them stands for something of the page. */
export const ID_PREFIX = 'md-';

function absolute(target: string): string | undefined {
  if (!/^(https?:\/\/[^/\\]|mailto:[^/\\])/i.test(target) || !URL.canParse(target))
    return undefined;
  const { href, username, password } = new URL(target);
  // `https://example.com@elsewhere` looks like an address of the former
  return username === '' && password === '' ? href : undefined;
}

function below(base: string, target: string): string | undefined {
  if (!URL.canParse(base, HERE)) throw new Error(`"${base}" is neither a path nor an address.`);
  const root = new URL(base, HERE);
  if (!URL.canParse(target, root.href)) return undefined;
  const url = new URL(target, root);
  const folder = root.pathname.slice(0, root.pathname.lastIndexOf('/') + 1);
  if (url.origin !== root.origin || !url.pathname.startsWith(folder)) return undefined;
  if (root.origin !== HERE) return absolute(url.href);
  const path = localPath(url.pathname + url.search);
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
