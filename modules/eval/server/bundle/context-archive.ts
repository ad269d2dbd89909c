import type { LooseFile, PluginFormat } from '../../../registry/contract/plugin-format.js';
import { ownPath, sentPath } from '../../scenario/bundle-path.js';

/** The files of a context as a `.tgz`. Archives never have files that instruct agents, so these are renamed in it. */
export function packContext(
  files: readonly LooseFile[],
  format: Pick<PluginFormat, 'pack'>,
): Promise<Uint8Array> {
  return format.pack({
    files: files
      .map(({ path, executable, content }) => ({
        path: sentPath(path),
        mode: executable ? (0o755 as const) : (0o644 as const),
        content,
      }))
      .sort((one, other) => (one.path < other.path ? -1 : 1)),
  });
}

/** The files of an archive that `packContext` has made. */
export async function openContext(
  archive: Uint8Array,
  format: Pick<PluginFormat, 'filesOfArchive'>,
): Promise<readonly LooseFile[]> {
  const files = await format.filesOfArchive(archive);
  return files.map((file) => ({ ...file, path: ownPath(file.path) }));
}
