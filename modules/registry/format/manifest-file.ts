import type { LooseFile } from '../contract/plugin-format.js';
import { MANIFEST_PATH } from './limits.js';

export interface ManifestFields {
  readonly name: string;
  readonly description: string;
  readonly private: boolean;
  readonly skills?: readonly string[];
}

const FIRST_VERSION = '0.1.0';

/** A manifest as `plugin new` and `skill publish` write it. */
export function manifestFile({ name, ...others }: ManifestFields): LooseFile {
  return manifestWith({ name, version: FIRST_VERSION, ...others });
}

/** A manifest with these fields, in this order. */
export function manifestWith(fields: object): LooseFile {
  const content = Buffer.from(`${JSON.stringify(fields, undefined, 2)}\n`);
  return { path: MANIFEST_PATH, executable: false, content };
}
