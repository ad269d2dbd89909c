import { denied } from 'svc-registry/kernel';
import type { ShownPlugin } from '../../../contract/plugin-page.js';
import { pluginPath } from './addresses.js';

/** What a page is about that asks before it changes something: a version, or the plugin with all its versions. */
export interface ChangedObject {
  /** `acme/deploy`, or `acme/deploy 1.2.0`. */
  readonly name: string;
  /** Address of its page. */
  readonly path: string;
  readonly isVersion: boolean;
}

/** Throws `denied` for those who may see the plugin and not change it. */
export function changedObject(
  { tile, version, path }: ShownPlugin,
  { permission, wanted }: { readonly permission: string; readonly wanted: string | undefined },
): ChangedObject {
  if (tile.allowedActions?.includes(permission) !== true) throw denied({ permission });
  return wanted === undefined
    ? { name: tile.name, path: pluginPath(tile.name), isVersion: false }
    : { name: `${tile.name} ${version.version}`, path, isVersion: true };
}
