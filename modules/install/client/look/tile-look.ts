import { shortened } from '../../../../toolbox/shortened.js';
import type { VersionView } from '../../../registry/contract/index.js';
import type { PluginFile } from '../../../registry/contract/plugin-format.js';
import type { TileLook } from '../../contract/plugin-info.js';
import type { LookedAt } from './look-at.js';
import { readmeOf, textOf } from './plugin-files.js';
import { pluginCard, rulesOf, skillsOf } from './plugin-info.js';

/** Entries of a list, and characters of a text. */
const MOST = {
  skills: 30,
  rules: 30,
  starts: 20,
  versions: 5,
  files: 40,
  description: 160,
  runs: 300,
  readme: 3_000,
};

type Note = (text: string) => void;

/** Describes a plugin in about a thousand tokens, at most a few thousand. Notes state what is cut and how to get it. */
export function tileLook(plugin: LookedAt, note: Note): TileLook {
  const { opened, registered } = plugin;
  const files = opened?.contents.files ?? [];
  const listed = <T>(entries: readonly T[], most: number, what: string): T[] => {
    if (entries.length > most) note(`${most} of ${entries.length} ${what} are listed.`);
    return entries.slice(0, most);
  };
  return {
    plugin: pluginCard(plugin),
    ...readmeBeginning(files, note),
    skills: listed(skillsOf(plugin), MOST.skills, 'skills').map(
      ({ name, description, path, tokens }) => ({
        name,
        path,
        tokens,
        description: shortened(description, MOST.description),
      }),
    ),
    rules: listed(rulesOf(plugin), MOST.rules, 'rules'),
    starts: listed(opened?.starts ?? [], MOST.starts, 'hooks, tool servers and scripts').map(
      ({ kind, name, runs }) => ({
        kind,
        name,
        runs: runs === null ? null : shortened(runs, MOST.runs),
      }),
    ),
    ...(registered !== undefined && {
      versions: registered.versions.slice(0, MOST.versions).map(versionWord),
    }),
    files: listed(
      files.map(({ path }) => path),
      MOST.files,
      'files',
    ),
  };
}

function readmeBeginning(files: readonly PluginFile[], note: Note): Pick<TileLook, 'readme'> {
  const file = readmeOf(files);
  const text = file === undefined ? null : textOf(file);
  if (file === undefined || text === null) return {};
  if (text.length > MOST.readme)
    note(`The README has ${text.length} characters; \`file\` "${file.path}" reads it.`);
  return { readme: text.slice(0, MOST.readme) };
}

function versionWord({ version, archivedAt }: VersionView): string {
  return archivedAt === null ? version : `${version} (archived)`;
}
