import { join } from 'node:path';
import type { PluginFormat } from '../../../registry/contract/plugin-format.js';
import { integrityOfHashes, hashesOnDisk, type FileHash } from '../project/integrity.js';
import type { LockedPlugin } from '../project/lock-file.js';
import { pluginFolder } from '../project/paths.js';
import { startedParts, type StartedParts } from './started-parts.js';

/** A plugin whose files are exactly those that its integrity stands for. */
export interface SoundPlugin {
  /** What these files declare. */
  readonly parts: StartedParts;
  readonly hashes: readonly FileHash[];
}

interface Sight {
  /** `undefined` when the folder is not there. */
  readonly integrity: string | undefined;
  readonly hashes: readonly FileHash[];
  /** Read when somebody asks. */
  parts?: Promise<StartedParts>;
}

/** What stands in `.svc/plugins`, every byte of it hashed, but once in a command: again only when another command changed the lock meanwhile. */
export class PluginsOnDisk {
  private readonly known = new Map<string, Promise<Sight>>();

  constructor(
    private readonly root: string,
    private readonly format: Pick<PluginFormat, 'readDeclarations'>,
  ) {}

  /** `before`: what the lock says about the plugin now. */
  async integrity(name: string, before: LockedPlugin): Promise<string | undefined> {
    return (await this.look(name, before)).integrity;
  }

  /** `undefined` when its files are missing, or are not those that the lock was written for. */
  async sound(name: string, before: LockedPlugin): Promise<SoundPlugin | undefined> {
    const sight = await this.look(name, before);
    if (sight.integrity !== before.integrity) return undefined;
    sight.parts ??= this.format.readDeclarations(this.folder(name)).then(startedParts);
    return { parts: await sight.parts, hashes: sight.hashes };
  }

  private look(name: string, before: LockedPlugin): Promise<Sight> {
    const key = `${name} ${before.integrity}`;
    const known = this.known.get(key) ?? this.hashed(this.folder(name));
    this.known.set(key, known);
    return known;
  }

  private async hashed(folder: string): Promise<Sight> {
    const found = await hashesOnDisk(folder);
    return { integrity: integrityOfHashes(folder, found), hashes: found.hashes };
  }

  private folder(name: string): string {
    return join(this.root, pluginFolder(name));
  }
}
