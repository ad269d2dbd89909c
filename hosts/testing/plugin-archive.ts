import { writeArchive } from '../../modules/registry/format/archive/write-archive.js';

/** A plugin to publish; whatever is left out is made up. */
export interface PluginSketch {
  /** `<workspace>/<plugin>`; default `acme/demo`, in a test world `demo` of its workspace. */
  readonly name?: string;
  /** Default `1.0.0`. */
  readonly version?: string;
  readonly description?: string;
  /** Default false. */
  readonly private?: boolean;
  /** More fields of the manifest. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Skill name to description. */
  readonly skills?: Readonly<Record<string, string>>;
  /** Rule name to text. */
  readonly rules?: Readonly<Record<string, string>>;
  /** Path to text of any other files. */
  readonly files?: Readonly<Record<string, string>>;
}

/** The archive of a plugin, as `svc plugin publish` sends it. */
export async function archiveOf(sketch: PluginSketch = {}): Promise<Uint8Array> {
  const { name = 'acme/demo', version = '1.0.0', description = 'A demo', extra, ...rest } = sketch;
  const manifest = { name, version, description, private: rest.private ?? false, ...extra };
  const skills = Object.entries(rest.skills ?? {}).map(([skill, text]) => [
    `skills/${skill}/SKILL.md`,
    `---\nname: ${skill}\ndescription: ${text}\n---\n# ${skill}\n`,
  ]);
  const rules = Object.entries(rest.rules ?? {}).map(([rule, text]) => [`rules/${rule}.md`, text]);
  const files = [
    ['.svc-plugin/plugin.json', JSON.stringify(manifest)],
    ...skills,
    ...rules,
    ...Object.entries(rest.files ?? {}),
  ];
  const contents = files.map(([path = '', text = '']) => ({
    path,
    mode: 0o644 as const,
    content: Buffer.from(text),
  }));
  return (await writeArchive(contents)).archive;
}
