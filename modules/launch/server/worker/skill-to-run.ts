import { posix } from 'node:path';
import type { Outbound } from '../../../outbound/contract/index.js';
import type { LooseFile, PluginFormat } from '../../../registry/contract/plugin-format.js';
import type { Sandbox } from '../../../sandbox/contract/index.js';
import { skillAmbiguous } from '../../contract/launch-errors.js';
import { skillNotThere } from '../../contract/skill-errors.js';
import { printable } from '../../../../toolbox/printable.js';
import {
  fillBody,
  readSkill,
  remoteReader,
  resolveSchemas,
  type LaunchSchemas,
  type SchemaSources,
} from '../../preparation/index.js';
import type { LaunchRun } from '../runs/launch-run.entity.js';
import type { SkillInRepository } from '../runs/wanted-skill.js';
import { runInside } from '../../../sandbox/contract/run-inside.js';

/** Skills whose front matter is read for their names. */
const MOST_READ = 200;
const MOST_SKILL = 1024 * 1024;
const MOST_SCHEMA = 1024 * 1024;
/** Skills that an error names. */
const MOST_CHOICES = 20;

/** A skill whose files are in the sandbox. */
export interface SkillInside {
  /** Its folder, as an absolute path inside. */
  readonly folder: string;
  /** What is installed: the folder of its plugin, else its own. */
  readonly installFrom: string;
}

/** A skill with its inputs filled in. */
export interface SkillToRun {
  readonly name: string;
  readonly body: string;
  readonly schemas: LaunchSchemas;
}

/** Finds the skill of a reference such as `file:plugins/docs#changelog` in the clone. Throws `skill_not_there` and `skill_ambiguous`. */
export async function skillInClone(
  { sandbox, format }: Pick<Preparation, 'sandbox' | 'format'>,
  clone: string,
  { path, skill }: SkillInRepository,
): Promise<SkillInside> {
  const where = `file:${path === '' ? '.' : path}`;
  const root = posix.join(clone, path);
  const args = [
    root,
    '-maxdepth',
    '10',
    '-name',
    '.git',
    '-prune',
    '-o',
    '-name',
    'SKILL.md',
    '-type',
    'f',
    // a name may have line feeds
    '-print0',
  ];
  const { stdout } = await runInside(sandbox, { program: 'find', args, seconds: 30 });
  const all = stdout
    .split('\0')
    .filter(Boolean)
    .map((file) => posix.dirname(file))
    .sort();
  const found = all.includes(root) ? [root] : all;
  const named = skill === undefined ? found : await calledSo({ sandbox, format }, found, skill);
  const [first, ...others] = named;
  const choices = found
    .slice(0, MOST_CHOICES)
    .map((each) => printable(`${where}#${posix.basename(each)}`));
  if (first === undefined) throw skillNotThere({ skill, where, choices });
  if (others.length > 0) throw skillAmbiguous({ skill: where, choices });
  return { folder: first, installFrom: await pluginAround(sandbox, clone, first) };
}

/** The skills of that name: in their front matter, or of their folder. */
async function calledSo(
  { sandbox, format }: Pick<Preparation, 'sandbox' | 'format'>,
  folders: readonly string[],
  skill: string,
): Promise<readonly string[]> {
  const files: LooseFile[] = [];
  for (const folder of folders.slice(0, MOST_READ)) {
    const path = posix.join(folder, 'SKILL.md');
    const content = (await sandbox.read(path, MOST_SKILL)) ?? new Uint8Array();
    files.push({ path, executable: false, content });
  }
  const cards = await format.readSkillCards(files);
  return folders.filter(
    (folder, at) => posix.basename(folder) === skill || cards[at]?.name === skill,
  );
}

/** The folder of the plugin that a skill belongs to, within the clone; without one the skill's own. */
async function pluginAround(sandbox: Sandbox, clone: string, skill: string): Promise<string> {
  for (let folder = skill; folder.startsWith(clone); folder = posix.dirname(folder)) {
    const manifest = posix.join(folder, '.svc-plugin', 'plugin.json');
    if ((await sandbox.read(manifest, MOST_SKILL)) !== undefined) return folder;
  }
  return skill;
}

interface Preparation {
  readonly sandbox: Sandbox;
  readonly run: Pick<LaunchRun, 'inputs'>;
  readonly format: PluginFormat;
  readonly outbound: Outbound;
  readonly signal: AbortSignal;
}

/** Resolves the schemas of a skill, and fills its placeholders. Throws `schema_unresolved`, `inputs_invalid` and `plugin_invalid`. */
export async function prepareSkill(
  { folder }: SkillInside,
  { sandbox, run, format, outbound, signal }: Preparation,
): Promise<SkillToRun> {
  const name = printable(posix.basename(folder));
  const content = await sandbox.read(posix.join(folder, 'SKILL.md'), MOST_SKILL);
  if (content === undefined) throw skillNotThere({ skill: undefined, where: name, choices: [] });
  const skill = await readSkill({ path: posix.join(name, 'SKILL.md'), content }, format);
  const schemas = await resolveSchemas(skill, {
    readLocal: fileReader(sandbox, folder),
    fetchRemote: remoteReader(outbound, signal),
  });
  const given = { schema: schemas.inputs, body: skill.body, inputs: run.inputs };
  return { name: skill.name, body: await fillBody(given), schemas };
}

/** The sandbox follows no link, so nothing outside of the skill is read. */
const fileReader =
  (sandbox: Sandbox, folder: string): SchemaSources['readLocal'] =>
  async (path) => {
    const file = posix.join(folder, path);
    if (!file.startsWith(`${folder}/`)) return "it leaves the skill's folder";
    return (await sandbox.read(file, MOST_SCHEMA)) ?? 'there is no such file in the skill';
  };
