import { posix } from 'node:path';
import { by } from '../../../../toolbox/by.js';
import type { SubagentFolder } from '../../contract/agents.js';
import { pathsOf, type Agent } from '../agents/agents.js';
import type { LockedPart } from '../project/lock-file.js';
import type { ManagedFiles } from '../project/managed-files.js';
import { pluginFolder } from '../project/paths.js';
import { leavesOutTools, subagentText } from './subagent-text.js';
import { uniqueNames } from './unique-names.js';
import { removeWholeFile, writeWholeFile } from './whole-file.js';
import { newsOf, type WiringJob } from './wiring-job.js';
import { isWholeFile } from './written-text.js';

/** A sub-agent of an installed plugin, and its name for agents. */
interface NamedSubagent {
  readonly plugin: string;
  readonly part: LockedPart;
  readonly name: string;
}

/**
 * Writes sub-agents as files into the folders of the chosen agents, in the form that each agent reads, and removes those of plugins or agents
 * that are gone. Files and not links: agents differ in the front matter that they accept, and some pass over links.
 */
export async function writeSubagents(job: WiringJob): Promise<ManagedFiles['references']> {
  const subagents = nameSubagents(job);
  warnOfSkipped(job, subagents);
  const wanted = wantedFiles(job, subagents);
  const folders = job.known.flatMap((agent) => pathsOf(agent, job.scope).subagents ?? []);
  for (const [path, record] of job.before.references) {
    const isSubagent = folders.some((folder) => isSubagentFile(folder, path));
    if (isWholeFile(record) && isSubagent && !wanted.has(path))
      await removeWholeFile(job, path, record);
  }
  const written = new Map<string, string>();
  const limited = new Map<string, Set<string>>();
  for (const [path, { subagent, folder, agent }] of wanted) {
    const source = await job.changes.read(`${pluginFolder(subagent.plugin)}/${subagent.part.path}`);
    const before = job.before.references.get(path);
    const record =
      source === undefined
        ? before
        : await writeWholeFile(
            job,
            { path, text: subagentText(source, { name: subagent.name, folder }) },
            before,
          );
    if (record !== undefined) written.set(path, record);
    if (source !== undefined && leavesOutTools(source, folder) && isNews(job, agent, subagent))
      limited.set(
        agent.facts.display,
        (limited.get(agent.facts.display) ?? new Set()).add(subagent.name),
      );
  }
  for (const [agent, names] of limited)
    job.warn(
      `${agent} cannot read which tools these sub-agents are limited to, and gives them all of its own: ${[...names].join(', ')}.`,
    );
  return written;
}

/** Whether a path has the form of a sub-agent's file in a folder. */
export function isSubagentFile({ folder, extension }: SubagentFolder, path: string): boolean {
  return posix.dirname(path) === folder && path.endsWith(extension);
}

/** Each sub-agent's own name, `<plugin>-<name>` where two plugins use the same, and with the workspace in front where even that clashes. */
function nameSubagents({ plugins }: WiringJob): readonly NamedSubagent[] {
  const all = [...plugins]
    .sort(by(([key]) => key))
    .flatMap(([plugin, { subagents = [] }]) => subagents.map((part) => ({ plugin, part })));
  const names = uniqueNames(
    all.map(({ plugin, part }) => {
      const [workspace = '', short = ''] = plugin.split('/');
      return [
        part.name,
        `${short}-${part.name}`,
        `${workspace}-${short}-${part.name}`,
        // workspaces and plugins have no underscores in their names, so this form is unambiguous
        `${workspace}__${short}__${part.name}`,
      ];
    }),
    { comparable: (name) => name.toLowerCase() },
  );
  return all.map((each, index) => ({ ...each, name: names[index] ?? each.part.name }));
}

interface WantedFile {
  readonly subagent: NamedSubagent;
  readonly folder: SubagentFolder;
  readonly agent: Agent;
}

/** Agents that share a folder are served once. */
function wantedFiles(
  { agents, scope }: WiringJob,
  subagents: readonly NamedSubagent[],
): ReadonlyMap<string, WantedFile> {
  const wanted = new Map<string, WantedFile>();
  for (const agent of agents) {
    const folder = pathsOf(agent, scope).subagents;
    if (folder === undefined) continue;
    for (const subagent of subagents)
      wanted.set(`${folder.folder}/${subagent.name}${folder.extension}`, {
        subagent,
        folder,
        agent,
      });
  }
  return wanted;
}

function isNews(job: WiringJob, agent: Agent, { plugin }: NamedSubagent): boolean {
  return newsOf(job, [agent], [plugin]).length > 0;
}

/** One line for each plugin and agent without a location. */
function warnOfSkipped(job: WiringJob, subagents: readonly NamedSubagent[]): void {
  const lacking = job.agents.filter((agent) => pathsOf(agent, job.scope).subagents === undefined);
  for (const plugin of new Set(subagents.map((each) => each.plugin))) {
    const count = subagents.filter((each) => each.plugin === plugin).length;
    for (const agent of newsOf(job, lacking, [plugin]))
      job.warn(
        `${agent.facts.display} has no sub-agents of plugins: ${count} of ${plugin} ${count === 1 ? 'is' : 'are'} not installed there.`,
      );
  }
}
