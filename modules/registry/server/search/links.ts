import type { PluginManifest } from '../../contract/plugin-format.js';

const FIELDS = ['describes', 'repository', 'homepage'];

/** True for what is looked up as an address instead of as words. */
export function isLink(query: string): boolean {
  return /^(pkg:|https?:\/\/|git\+https?:\/\/)/i.test(query.trim());
}

/** One spelling per address: without `git+`, `.git`, a last slash and, for a package URL, its version. */
export function linkKey(address: string): string {
  const plain = address
    .replaceAll('\0', '')
    .trim()
    .replace(/^git\+/i, '')
    .replace(/\/+$/, '')
    .replace(/\.git$/i, '');
  return /^pkg:/i.test(plain) ? plain.replace(/(?<=[^/])@[^@/]*$/, '').toLowerCase() : plain.toLowerCase();
}

/** The addresses that a manifest names: what it describes, its repository and its homepage. */
export function linksOf(manifest: PluginManifest): string[] {
  const addresses = FIELDS.flatMap((field) => {
    const value = manifest.extra[field];
    const address = typeof value === 'object' && value !== null ? (value as { url?: unknown }).url : value;
    return typeof address === 'string' && address.length <= 2000 && isLink(address) ? [linkKey(address)] : [];
  });
  return [...new Set(addresses)];
}
