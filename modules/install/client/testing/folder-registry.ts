import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import semver from 'semver';
import { notFound } from 'svc-registry/kernel';
import { versionUnpublished } from '../../../registry/contract/index.js';
import type { PluginFolders } from '../../../registry/contract/plugin-format.js';
import type { RegistryClient, RemoteVersion } from '../fetch/registry-client.js';

/** A registry with archives in a folder, so that several processes of a test can share it. */
export class FolderRegistry implements RegistryClient {
  downloads = 0;
  /** Reasons by `<name>@<version>` of what is archived. */
  readonly archived = new Map<string, string | null>();

  /** Hashes by `<name>@<version>` of what was published from a commit. */
  readonly commits = new Map<string, string>();

  constructor(
    readonly folder: string,
    private readonly format: PluginFolders,
  ) {}

  async publish(plugin: string): Promise<void> {
    const contents = await this.format.readFolder(plugin);
    const { name, version } = contents.manifest;
    await mkdir(join(this.folder, name), { recursive: true });
    await writeFile(this.file(name, version), await this.format.pack(contents));
  }

  file(name: string, version: string): string {
    return join(this.folder, name, `${version}.tgz`);
  }

  async latest(name: string): Promise<RemoteVersion> {
    const [first] = (await this.versions(name)).filter(({ archivedAt }) => archivedAt === null);
    if (first === undefined) throw notFound({ kind: 'plugin', id: name });
    return first;
  }

  async unpublish(name: string, version: string): Promise<void> {
    await rename(this.file(name, version), `${this.file(name, version)}.unpublished`);
  }

  async version(name: string, version: string): Promise<RemoteVersion> {
    const archive = await readFile(this.file(name, version)).catch(async () => {
      const gone = await stat(`${this.file(name, version)}.unpublished`).catch(() => undefined);
      if (gone !== undefined)
        throw versionUnpublished({ name, version, unpublishedAt: '2026-01-01T00:00:00.000Z' });
      throw notFound({ kind: 'version', id: `${name}@${version}`, hint: 'Is the name right?' });
    });
    const fingerprint = createHash('sha256').update(gunzipSync(archive)).digest('hex');
    return {
      version,
      fingerprint,
      commit: this.commits.get(`${name}@${version}`) ?? null,
      archivedAt: this.archived.has(`${name}@${version}`) ? '2026-01-01T00:00:00.000Z' : null,
      archivedReason: this.archived.get(`${name}@${version}`) ?? null,
      moderationPassed: true,
    };
  }

  async versions(name: string, commit?: string): Promise<readonly RemoteVersion[]> {
    const files = await readdir(join(this.folder, name)).catch((): string[] => {
      throw notFound({ kind: 'plugin', id: name, hint: 'Is the name right?' });
    });
    const versions = files
      .filter((file) => file.endsWith('.tgz'))
      .map((file) => file.replace(/\.tgz$/, ''))
      .sort(semver.rcompare);
    const all = await Promise.all(versions.map((version) => this.version(name, version)));
    return commit === undefined
      ? all
      : all.filter((version) => version.commit?.startsWith(commit) === true);
  }

  async download(name: string, version: string): Promise<Uint8Array> {
    this.downloads += 1;
    await this.version(name, version);
    return readFile(this.file(name, version));
  }
}
