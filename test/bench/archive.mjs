import { gzipSync } from 'node:zlib';
import { buffer } from 'node:stream/consumers';
import { pack } from 'tar-stream';

/** The archive of a plugin: a manifest and `files` Markdown files of about two kilobytes. */
export async function pluginArchive(name, version, files, { private: hidden = false } = {}) {
  const tar = pack();
  const manifest = { name, version, description: 'Measured', private: hidden };
  tar.entry({ name: 'package/.svc-plugin/plugin.json', mode: 0o644 }, JSON.stringify(manifest));
  for (let index = 1; index < files; index++) {
    tar.entry(
      { name: `package/docs/page-${String(index).padStart(3, '0')}.md`, mode: 0o644 },
      `# Page ${index} of ${version}\n\n${'Some words to read. '.repeat(100)}\n`,
    );
  }
  tar.finalize();
  return gzipSync(await buffer(tar));
}
