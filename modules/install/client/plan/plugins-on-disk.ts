import { join } from 'node:path';
import type { PluginFolders } from '../../../registry/contract/plugin-format.js';
import { integrityOfHashes, hashesOnDisk, type FileHash } from '../project/integrity.js';
import type { LockedPlugin } from '../project/lock-file.js';
import { pluginFolder } from '../project/paths.js';
import { startedParts, type StartedParts } from './started-parts.js';

/** A plugin whose files match its integrity exactly. */
export interface SoundPlugin {
  /** What these files declare. */
  readonly parts: StartedParts;
  readonly hashes: readonly FileHash[];
}

interface Sight {
  /** `undefined` when the folder is not there. */
  readonly integrity: string | undefined;
  readonly hashes: readonly FileHash[];
  /** Read on first request. */
  parts?: Promise<StartedParts>;
}

/** The contents of `.svc/plugins`, hashed once per command, and again only if another command changed the lock meanwhile. */
export class PluginsOnDisk {
  private readonly known = new Map<string, Promise<Sight>>();

  constructor(
    private readonly root: string,
    private readonly format: Pick<PluginFolders, 'readDeclarations'>,
  ) {}

  /** `before`: the lock's current entry for the plugin. */
  async integrity(name: string, before: LockedPlugin): Promise<string | undefined> {
    return (await this.look(name, before)).integrity;
  }

  /** `undefined` if its files are missing or differ from the lock. */
  async sound(name: string, before: LockedPlugin): Promise<SoundPlugin | undefined> {
    const sight = await this.look(name, before);
    if (sight.integrity !== before.integrity) return undefined;
    sight.parts ??= this.format.readDeclarations(this.folder(name)).then(startedParts);
    return { parts: await sight.parts, hashes: sight.hashes };
  }

  /** How many files the plugin has in place, whether they match the lock or not. */
  async files(name: string, before: LockedPlugin): Promise<number> {
    return (await this.look(name, before)).hashes.length;
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
