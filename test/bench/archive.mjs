import { gzipSync } from 'node:zlib';
import { buffer } from 'node:stream/consumers';
import { pack } from 'tar-stream';

/** The archive of a plugin that has these files, by their paths. */
export async function archiveOf(files) {
  const tar = pack();
  for (const [name, text] of Object.entries(files))
    tar.entry({ name: `package/${name}`, mode: 0o644 }, text);
  tar.finalize();
  return gzipSync(await buffer(tar));
}

/** The archive of a plugin: a manifest and `files` Markdown files of about two kilobytes. */
export function pluginArchive(name, version, files, { private: hidden = false } = {}) {
  const pages = Array.from({ length: files - 1 }, (_, index) => [
    `docs/page-${String(index + 1).padStart(3, '0')}.md`,
    `# Page ${index + 1} of ${version}\n\n${'Some words to read. '.repeat(100)}\n`,
  ]);
  const manifest = JSON.stringify({ name, version, description: 'Measured', private: hidden });
  return archiveOf({ '.svc-plugin/plugin.json': manifest, ...Object.fromEntries(pages) });
}
