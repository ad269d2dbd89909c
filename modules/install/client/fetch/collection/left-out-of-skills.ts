/** Not named: it is no content of anybody. */
const VERSION_CONTROL = /(?:^|\/)\.git(?:\/|$)/;
const PACKAGES = /^(.*?(?:^|\/)node_modules)(?:\/|$)/;
const SECRETS =
  /(?:^|\/)(?:\.env(?:\.(?!example$|sample$|template$|dist$)[^/]*)?|\.npmrc|\.netrc|\.pypirc|[^/]*\.(?:key|pem|p12|pfx)|id_(?:rsa|dsa|ecdsa|ed25519))$/;

/** What stays behind, `undefined` for nothing that is worth naming, and why; `false` for content. */
export type StaysBehind = false | undefined | { readonly what: string; readonly why: string };

/** Whether a file of a skill's folder stays behind when the skill is copied. Everything else is copied byte for byte. */
export function staysBehind(path: string): StaysBehind {
  if (VERSION_CONTROL.test(path)) return undefined;
  const packages = PACKAGES.exec(path)?.[1];
  if (packages !== undefined)
    return { what: `${packages}/`, why: 'installed packages are not copied' };
  if (SECRETS.test(path))
    return { what: path, why: 'files of this name hold secrets, which are never copied' };
  return false;
}
