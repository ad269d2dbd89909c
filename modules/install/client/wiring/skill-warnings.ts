import type { ErrorIssue } from 'svc-registry/kernel';
import type { PluginContents, PluginFile } from '../../../registry/contract/plugin-format.js';
import {
  isUnquotedColonWarning,
  UNQUOTED_COLON,
} from '../../../registry/contract/unquoted-colon.js';
import type { SkillFlaw } from '../../contract/agents.js';
import { pathsOf } from '../agents/agents.js';
import type { FetchedPlugin } from '../fetch/fetcher.js';
import { pluginFolder } from '../project/paths.js';
import { frontMatterLines } from './front-matter.js';
import { skillClashes } from './skill-clashes.js';
import { nameSkills, type NamedSkill } from './skill-names.js';
import type { WiringJob } from './wiring-job.js';

const flaws: Readonly<Record<SkillFlaw, string>> = {
  'unquoted-colon': 'a value in its front matter holds a colon and is not quoted',
  'no-description': 'it has no description',
  'no-front-matter': 'it has no front matter',
};

/** The plugins whose content is new, by name. */
type FreshPlugins = ReadonlyMap<string, Pick<FetchedPlugin, 'contents'>>;

/** Warns once, when a skill is new, which agents will not show it, and why. */
export async function warnOfSkills(job: WiringJob, fresh: FreshPlugins): Promise<void> {
  const skills = nameSkills(job.plugins, job.selection);
  warnOfSameNames(job, { skills, fresh });
  warnOfLostRules(job, fresh);
  const come = skills.filter((skill) => fresh.has(skill.plugin));
  for (const text of await skillClashes({ ...job, skills: come })) job.warn(text);
  for (const [plugin, { contents }] of fresh) {
    warnOfFlaws(
      job,
      skills.filter((skill) => skill.plugin === plugin),
      contents.files,
    );
  }
}

/** One line for each skill and agent. */
function warnOfFlaws(
  job: WiringJob,
  skills: readonly NamedSkill[],
  files: readonly PluginFile[],
): void {
  const strict = loaders(job).filter(({ loader }) => loader.drops.length > 0);
  if (strict.length === 0) return;
  const byPath = new Map(files.map(({ path, content }) => [path, content] as const));
  for (const { plugin, skill, folder } of skills) {
    const content = byPath.get(`${folder}/SKILL.md`.slice(pluginFolder(plugin).length + 1));
    const found = content === undefined ? [] : flawsOf(Buffer.from(content).toString('utf8'));
    for (const { display, loader } of strict) {
      const flaw = found.find((one) => loader.drops.includes(one));
      if (flaw !== undefined)
        job.warn(`${display} will not show the skill "${skill}" of ${plugin}: ${flaws[flaw]}.`);
    }
  }
}

/** Links have unique names, but agents that use the name inside the skill see duplicates. */
function warnOfSameNames(
  job: WiringJob,
  { skills, fresh }: { skills: readonly NamedSkill[]; fresh: FreshPlugins },
): void {
  const byName = loaders(job).filter(({ loader }) => loader.identity === 'name');
  const agents = byName.map(({ display }) => display).join(', ');
  const hidden =
    agents === ''
      ? ''
      : ` Known by the name inside, not by their folder's, one may hide the other in ${agents}.`;
  const named = new Map<string, NamedSkill[]>();
  for (const skill of skills) named.set(skill.skill, [...(named.get(skill.skill) ?? []), skill]);
  for (const [name, alike] of named) {
    if (alike.length < 2 || !alike.some(({ plugin }) => fresh.has(plugin))) continue;
    const plugins = alike.map(({ plugin }) => plugin).join(' and ');
    job.warn(
      `${plugins} each have a skill "${name}": they are linked as ${alike.map(({ link }) => link).join(' and ')}.${hidden}`,
    );
  }
}

function warnOfLostRules({ agents, scope, plugins, warn }: WiringJob, fresh: FreshPlugins): void {
  const without = agents
    .filter((agent) => pathsOf(agent, scope).rules === null)
    .map(({ facts }) => facts.display);
  const bringing = [...plugins]
    .filter(([name, { rules }]) => rules.length > 0 && fresh.has(name))
    .map(([name]) => name);
  if (without.length === 0 || bringing.length === 0) return;
  warn(
    `The rules of ${bringing.join(', ')} are not written for ${without.join(', ')}: svc knows no location for rules there.`,
  );
}

/** The flaws for which one of the agents drops a skill. */
export function droppedFlaws(
  agents: WiringJob['agents'],
  scope: WiringJob['scope'],
): ReadonlySet<SkillFlaw> {
  return new Set(loaders({ agents, scope }).flatMap(({ loader }) => loader.drops));
}

function loaders({ agents, scope }: Pick<WiringJob, 'agents' | 'scope'>) {
  return agents.flatMap((agent) => {
    const { display, skillLoader: loader } = agent.facts;
    return loader === undefined || pathsOf(agent, scope).skills === null
      ? []
      : [{ display, loader }];
  });
}

function flawsOf(text: string): readonly SkillFlaw[] {
  const head = frontMatterLines(text);
  if (head === undefined) return ['no-front-matter'];
  const described = head.some((line) => /^description[ \t]*:/.test(line));
  return [
    ...(described ? [] : (['no-description'] as const)),
    ...(head.some((line) => UNQUOTED_COLON.test(line)) ? (['unquoted-colon'] as const) : []),
  ];
}

const MOST_WARNINGS = 5;

/** Warns of parts of the source that the installed plugin lacks, and of parts that agents may reject. */
export function warnOfContents(
  { manifest, warnings: all }: PluginContents,
  { drops, warn }: { drops: ReadonlySet<SkillFlaw>; warn: (text: string) => void },
): void {
  // if an agent drops the skill for it, a warning with the agent's name was given already
  const said = ({ message }: ErrorIssue): boolean =>
    drops.has('unquoted-colon') && isUnquotedColonWarning(message);
  const warnings = warningTexts({ warnings: all.filter((warning) => !said(warning)) });
  for (const text of warnings.slice(0, MOST_WARNINGS)) warn(`${manifest.name}: ${text}`);
  if (warnings.length > MOST_WARNINGS)
    warn(`${manifest.name}: and ${warnings.length - MOST_WARNINGS} more of this kind (--json).`);
}

/** One sentence each, with the file that it is about. */
export function warningTexts({ warnings }: Pick<PluginContents, 'warnings'>): readonly string[] {
  return warnings.map(({ file, message }) => [file, message].filter(Boolean).join(': '));
}
