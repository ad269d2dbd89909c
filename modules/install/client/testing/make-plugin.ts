import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface PluginSketch {
  readonly name: string;
  readonly version?: string;
  readonly skills?: readonly string[];
  readonly rules?: readonly string[];
  /** More members of its manifest, such as `hooks`. */
  readonly manifest?: object;
  readonly files?: Readonly<Record<string, string>>;
}

/** Writes a plugin into a folder. */
export async function makePlugin(
  folder: string,
  { name, version = '1.0.0', skills = [], rules = [], manifest, files = {} }: PluginSketch,
): Promise<string> {
  const all: Record<string, string> = {
    '.svc-plugin/plugin.json': JSON.stringify({
      name,
      version,
      description: `About ${name}`,
      ...manifest,
    }),
    ...Object.fromEntries(
      skills.map((skill) => [`skills/${skill}/SKILL.md`, skillText(skill, version)]),
    ),
    ...Object.fromEntries(rules.map((rule) => [`rules/${rule}.md`, `# ${rule} of ${version}\n`])),
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return folder;
}

function skillText(skill: string, version: string): string {
  return `---\nname: ${skill}\ndescription: Use when ${skill} is needed.\n---\n\nText of ${version}.\n`;
}
