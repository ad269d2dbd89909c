import semver from 'semver';
import { internalError, type Context } from 'svc-registry/kernel';
import { versionExists } from '../contract/errors.js';
import { publishTile } from '../contract/operations.js';
import type { Bump } from '../contract/plugin-command-inputs.js';
import type { PluginContents } from '../contract/plugin-format.js';
import type { PublishResult } from '../contract/publish-result.js';
import { writeArchive } from '../format/archive/index.js';
import { MANIFEST_PATH, type SourceFile } from '../format/index.js';
import type { FolderReading } from './folder/read-folder.js';
import { withField } from './manifest-edit.js';
import { requireValid } from './valid-plugin.js';

const MAX_ATTEMPTS = 5;

export interface UploadOptions {
  readonly bump: Bump;
  readonly public: boolean;
  readonly dryRun: boolean;
  /** Where the source stands. */
  readonly commit: string | undefined;
}

export interface Uploaded {
  readonly contents: PluginContents;
  readonly manifest: SourceFile;
  readonly archive: Uint8Array;
  readonly fingerprint: string;
  /** `undefined` for a dry run. */
  readonly result: PublishResult | undefined;
}

/** Sends a plugin; when its version is taken, raises the version, packs again and tries again. Writes nothing on this machine. */
export class Upload {
  constructor(
    private reading: FolderReading,
    private readonly options: UploadOptions,
  ) {}

  async send(context: Context): Promise<Uploaded> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.attempt(context);
      } catch (error) {
        if (!versionExists.is(error) || attempt === MAX_ATTEMPTS) throw error;
        this.raise(error.details.nextVersion, context);
      }
    }
  }

  private async attempt(context: Context): Promise<Uploaded> {
    const { contents } = requireValid({ ...this.reading, advise: undefined }, 'The plugin');
    const { archive, fingerprint } = await writeArchive(contents.files);
    const { name, version, workspace } = contents.manifest;
    const uploaded = { contents, manifest: this.manifest(), archive, fingerprint };
    if (this.options.dryRun) return { ...uploaded, result: undefined };
    context.progress.step(`Publishing ${name}@${version}`);
    const { public: agreed, commit } = this.options;
    const input = { workspace, ...(agreed && { public: true }), ...(commit !== undefined && { commit }) };
    const result = await context.invoke(publishTile, input, { upload: archive });
    return { ...uploaded, result };
  }

  private raise(nextVersion: unknown, context: Context): void {
    const free = typeof nextVersion === 'string' ? semver.parse(nextVersion) : null;
    if (free === null) throw internalError(undefined, { cause: new Error('The server did not name the next version.') });
    const version = this.options.bump === 'patch' ? free.version : free.inc(this.options.bump).version;
    context.progress.note(`The version is already published; trying ${version}.`);
    const files = this.reading.files.map((file) => (file.path === MANIFEST_PATH ? withField(file, 'version', version) : file));
    this.reading = { ...this.reading, files };
  }

  private manifest(): SourceFile {
    const manifest = this.reading.files.find(({ path }) => path === MANIFEST_PATH);
    if (manifest === undefined) throw internalError();
    return manifest;
  }
}
