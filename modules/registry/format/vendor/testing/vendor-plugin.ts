import type { LooseFile, VendorPlugin, VendorSource } from '../../../contract/plugin-format.js';
import { readVendorPlugin } from '../index.js';

export type Texts = Readonly<Record<string, string | object>>;

/** Files from texts by path; objects are written as JSON. */
export function filesOf(texts: Texts): LooseFile[] {
  return Object.entries(texts).map(([path, text]) => ({
    path,
    executable: false,
    content: Buffer.from(typeof text === 'string' ? text : JSON.stringify(text, undefined, 2)),
  }));
}

/** The plugin that texts make in a vendor's form. */
export function converted(texts: Texts, more: Partial<VendorSource> = {}): VendorPlugin {
  return readVendorPlugin({
    files: filesOf(texts),
    name: 'acme-repo/tools',
    version: '0.0.0',
    source: 'acme/repo',
    ...more,
  });
}

/** The text of a file of the plugin. */
export function textIn({ contents }: VendorPlugin, path: string): string | undefined {
  const file = contents.files.find((other) => other.path === path);
  return file && Buffer.from(file.content).toString();
}

/** What was left out, as `<what>: <why>`. */
export const leftOutOf = ({ contents }: VendorPlugin): string[] =>
  contents.leftOut.map(({ what, why }) => `${what}: ${why}`);
