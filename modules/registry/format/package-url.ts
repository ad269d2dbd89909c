/** A package URL without its version's parts: one spelling per package. */
export interface PackageUrl {
  readonly key: string;
}

/** True for a text that is meant as a package URL, even if it is invalid. */
export function looksLikePackageUrl(text: string): boolean {
  return /^pkg:/i.test(text);
}

/**
 * Reads `pkg:<type>/[<namespace>/]<name>[@<version>][?<qualifiers>][#<subpath>]`; answers what is wrong with it as a string.
 * Version, qualifiers and subpath are left out of the key; case and, for `pypi`, the choice of separator make no difference.
 */
export function parsePackageUrl(text: string): PackageUrl | string {
  const path = text
    .replace(/^pkg:\/*/i, '')
    .replace(/[?#].*$/s, '')
    .replace(/\/+$/, '')
    // an "@" at the beginning of a segment is an unencoded scope
    .replace(/(?<=[^/])@[^/]*$/, '');
  const [type = '', ...encoded] = path.split('/');
  if (!/^[a-z][a-z0-9.+-]*$/i.test(type))
    return type === '' ? 'the type is missing' : `"${type}" is not a type of packages`;
  const name = decoded(encoded.join('/'));
  if (name === undefined) return 'a "%" in it does not begin the encoding of a character';
  if (/[\p{Cc}\p{Cs}\s]/u.test(name)) return 'its name holds a blank or a control character';
  const kind = type.toLowerCase();
  const segments = comparable(name, kind)
    .split('/')
    .filter((segment) => segment !== '');
  return segments.length === 0
    ? 'the name is missing'
    : { key: `pkg:${kind}/${segments.map(encodeURIComponent).join('/')}` };
}

function comparable(name: string, kind: string): string {
  const folded = name.toLowerCase();
  return kind === 'pypi' ? folded.replace(/[-_.]+/g, '-') : folded;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
