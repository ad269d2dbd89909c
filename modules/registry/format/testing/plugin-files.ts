import type { LooseFile } from '../../contract/plugin-format.js';

const manifest = { name: 'acme/tools', version: '1.0.0', description: 'Tools.' };

/** A plugin's files from texts by path; the manifest is there unless given, with `fields` added. */
export function pluginFiles(
  texts: Readonly<Record<string, string>>,
  fields: Readonly<Record<string, unknown>> = {},
): LooseFile[] {
  const all = {
    '.svc-plugin/plugin.json': JSON.stringify({ ...manifest, ...fields }, undefined, 2),
    ...texts,
  };
  return Object.entries(all).map(([path, text]) => ({
    path,
    executable: false,
    content: Buffer.from(text),
  }));
}

export function skillText(name: string, body = 'Say hello.'): string {
  return `---\nname: ${name}\ndescription: Use when greeting someone.\n---\n${body}`;
}
