import { setTimeout as delay } from 'node:timers/promises';
import { internalError, type Context } from 'svc-registry/kernel';
import { versionExists } from '../contract/errors.js';
import { previewPublish, publishTile } from '../contract/operations.js';
import type { LooseFile, PluginContents } from '../contract/plugin-format.js';
import type { PublishPreview, PublishResult } from '../contract/publish-result.js';
import type { Bump } from '../contract/tile-inputs.js';
import { writeArchive } from '../format/archive/index.js';
import { MANIFEST_PATH } from '../format/index.js';
import type { FolderReading } from './folder/read-folder.js';
import { withField } from './manifest-edit.js';
import { requireValid } from './valid-plugin.js';

const MAX_RETRIES = 5;
/** Longest pause before the first retry, so that colliding clients do not retry at once. */
const JITTER_MS = 50;

export interface UploadOptions {
  readonly bump: Bump;
  readonly public: boolean;
  /** The source's commit. */
  readonly commit: string | undefined;
}

/** A plugin, ready to be sent. */
export interface Packed {
  readonly contents: PluginContents;
  readonly manifest: LooseFile;
  readonly archive: Uint8Array;
  readonly fingerprint: string;
}

/** Sends a plugin; if its version is taken, raises the version, packs and sends again. Writes nothing locally. */
export class Upload {
  private packed: Promise<Packed> | undefined;

  constructor(
    private reading: FolderReading,
    private readonly options: UploadOptions,
  ) {}

  async send(context: Context): Promise<Packed & { readonly result: PublishResult }> {
    for (let retries = 0; ; retries += 1) {
      try {
        return await this.attempt(context);
      } catch (error) {
        const next = versionExists.is(error) ? error.details['nextVersion'] : undefined;
        if (typeof next !== 'string' || retries === MAX_RETRIES) throw error;
        context.progress.note(`The version is already published; trying ${next}.`);
        this.change('version', next);
        await delay(Math.random() * JITTER_MS * 2 ** retries, undefined, {
          signal: context.signal,
        });
      }
    }
  }

  /** Asks the server what publishing would do now. */
  async preview({ invoke }: Context): Promise<PublishPreview> {
    const { contents, fingerprint } = await this.pack();
    const { workspace, plugin: tile, version } = contents.manifest;
    return invoke(previewPublish, {
      workspace,
      tile,
      version,
      fingerprint,
      bump: this.options.bump,
    });
  }

  /** Changes a field of the manifest that is packed from now on. */
  change(field: 'version' | 'private', value: string | boolean): void {
    const files = this.reading.files.map((file) =>
      file.path === MANIFEST_PATH ? withField(file, field, value) : file,
    );
    this.reading = { ...this.reading, files };
    this.packed = undefined;
  }

  pack(): Promise<Packed> {
    return (this.packed ??= packedFrom(this.reading));
  }

  private async attempt(context: Context): Promise<Packed & { readonly result: PublishResult }> {
    const packed = await this.pack();
    const { name, version, workspace } = packed.contents.manifest;
    context.progress.step(`Publishing ${name}@${version}`);
    const { public: agreed, bump, commit } = this.options;
    const input = {
      workspace,
      ...(agreed && { public: true }),
      ...(bump !== 'patch' && { bump }),
      ...(commit !== undefined && { commit }),
    };
    const result = await context.invoke(publishTile, input, { upload: packed.archive });
    return { ...packed, result };
  }
}

async function packedFrom(reading: FolderReading): Promise<Packed> {
  const { contents } = requireValid({ ...reading, advise: undefined }, 'The plugin');
  const manifest = reading.files.find(({ path }) => path === MANIFEST_PATH);
  if (manifest === undefined) throw internalError();
  return { contents, manifest, ...(await writeArchive(contents.files)) };
}
