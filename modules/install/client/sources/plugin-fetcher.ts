import { isSvcError, SvcError, type HostInfo } from 'svc-registry/kernel';
import type { PluginContents, PluginFormat } from '../../../registry/contract/plugin-format.js';
import { integrityMismatch } from '../../contract/errors.js';
import { archiveIntegrity, integrityOf, sriOfFingerprint } from '../project/integrity.js';
import type { LockedPlugin } from '../project/lock-file.js';
import type { RegistryClient } from './registry-client.js';

/** A plugin in memory, checked against everything that was promised about it. */
export interface FetchedPlugin {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
  readonly archive: string | undefined;
  readonly contents: PluginContents;
  /** Why the registry no longer gives it to newcomers; `undefined` when it does. */
  readonly archived: { readonly reason: string | null } | undefined;
}

/** Gets plugins once each: what is asked for again comes from memory. */
export class PluginFetcher {
  private readonly fetched = new Map<string, Promise<FetchedPlugin>>();

  constructor(
    private readonly format: PluginFormat,
    private readonly registry: RegistryClient,
    private readonly fault: HostInfo['fault'],
  ) {}

  /** A version of the registry. */
  fromRegistry(name: string, version: string): Promise<FetchedPlugin> {
    return this.once(`${name}@${version}`, () => this.download(name, version));
  }

  /** A folder on this machine. */
  fromFolder(folder: string): Promise<FetchedPlugin> {
    return this.once(`file:${folder}`, async () => {
      const contents = await this.format.readFolder(folder);
      this.fault?.('install.verify');
      const { name, version } = contents.manifest;
      return { name, version, contents, integrity: integrityOf(contents.files), archive: undefined, archived: undefined };
    });
  }

  private once(key: string, fetch: () => Promise<FetchedPlugin>): Promise<FetchedPlugin> {
    const known = this.fetched.get(key);
    if (known !== undefined) return known;
    const fresh = fetch();
    this.fetched.set(key, fresh);
    return fresh;
  }

  private async download(name: string, version: string): Promise<FetchedPlugin> {
    const [remote, archive] = await Promise.all([this.registry.version(name, version), this.registry.download(name, version)]);
    this.fault?.('install.download');
    const contents = await this.read(archive, `${name}@${version}`);
    const actual = await archiveIntegrity(archive);
    const expected = sriOfFingerprint(remote.fingerprint);
    const promised = {
      name,
      version,
      promisedBy: 'the registry',
      hint: 'The download was damaged or tampered with. Try again; if it stays, tell the operator of the server.',
    };
    if (actual !== expected) throw integrityMismatch({ ...promised, expected, actual });
    const { manifest } = contents;
    if (manifest.name !== name || manifest.version !== version) {
      throw integrityMismatch({ ...promised, expected: `${name}@${version}`, actual: `${manifest.name}@${manifest.version}` });
    }
    this.fault?.('install.verify');
    const archived = remote.archivedAt === null ? undefined : { reason: remote.archivedReason };
    return { name, version, contents, integrity: integrityOf(contents.files), archive: actual, archived };
  }

  private async read(archive: Uint8Array, what: string): Promise<PluginContents> {
    try {
      return await this.format.readArchive(archive);
    } catch (error) {
      if (!isSvcError(error)) throw error;
      const { code, status, exit, title, hint, issues, details } = error;
      throw new SvcError({ code, status, exit, title, hint, issues, details, message: `${what}: ${error.message}`, cause: error });
    }
  }
}

/** Throws `integrity_mismatch` when the content is not what the lock was written for. */
export function assertLocked(plugin: FetchedPlugin, locked: LockedPlugin): void {
  const hint =
    locked.source === 'registry'
      ? 'Somebody changed the lock or the registry. Take the last good svc-lock.json from version control, or remove the plugin and install it anew.'
      : `The folder changed since it was installed. To take its new content, run \`svc install ${locked.source}\`.`;
  const told = { name: plugin.name, version: plugin.version, promisedBy: 'svc-lock.json', hint };
  if (plugin.integrity !== locked.integrity) throw integrityMismatch({ ...told, expected: locked.integrity, actual: plugin.integrity });
  if (locked.archive !== undefined && plugin.archive !== undefined && locked.archive !== plugin.archive) {
    throw integrityMismatch({ ...told, expected: locked.archive, actual: plugin.archive });
  }
}
