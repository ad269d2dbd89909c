import { join } from 'node:path';
import { integrityOnDisk } from '../project/integrity.js';
import type { LockedPlugin } from '../project/lock-file.js';
import { pluginFolder } from '../project/paths.js';

/** What stands in `.svc/plugins`, every byte of it hashed, but once in a command: again only when another command changed the lock meanwhile. */
export class PluginsOnDisk {
  private readonly known = new Map<string, Promise<string | undefined>>();

  constructor(private readonly root: string) {}

  /** `before`: what the lock says about the plugin now. */
  integrity(name: string, before: LockedPlugin): Promise<string | undefined> {
    const key = `${name} ${before.integrity}`;
    const known = this.known.get(key) ?? integrityOnDisk(join(this.root, pluginFolder(name)));
    this.known.set(key, known);
    return known;
  }
}
