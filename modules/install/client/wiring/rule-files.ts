import { posix } from 'node:path';
import { pathsOf } from '../agents/agents.js';
import { endOfLine } from '../json/text-style.js';
import type { ManagedFiles } from '../project/managed-files.js';
import { readRule, rulesOf, type InstalledRule } from './rules-file.js';
import type { WiringJob } from './wiring-job.js';
import { removeWholeFile, writeWholeFile } from './whole-file.js';
import { isWholeFile } from './written-text.js';

const FRONT_MATTER = /^---[ \t]*\r?\n(?:[^]*?\r?\n)?(?=---[ \t]*(?:\r?\n|$))/;
const ALWAYS = 'alwaysApply: true';

/** Writes each rule as a separate file for agents that read rules so, and removes files of deleted rules. */
export async function writeRuleFiles(job: WiringJob): Promise<ManagedFiles['references']> {
  const wanted = wantedFiles(job);
  for (const [path, record] of job.before.references) {
    if (isWholeFile(record) && hasRuleName(path) && !wanted.has(path))
      await removeWholeFile(job, path, record);
  }
  const written = new Map<string, string>();
  for (const [path, rule] of wanted) {
    const [before, source] = [job.before.references.get(path), await readRule(job, rule)];
    const record =
      source === undefined
        ? before
        : await writeWholeFile(job, { path, text: ruleFileText(source), reserved: true }, before);
    if (record !== undefined) written.set(path, record);
  }
  return written;
}

function wantedFiles({ agents, scope, plugins }: WiringJob): ReadonlyMap<string, InstalledRule> {
  const paths = agents
    .flatMap((agent) => pathsOf(agent, scope).rules ?? [])
    .filter(({ kind }) => kind === 'rule-files');
  const rules = rulesOf(plugins);
  return new Map(
    paths.flatMap(({ path }) => rules.map((rule) => [`${path}/${fileName(rule)}`, rule] as const)),
  );
}

/** The separator is two underscores, which no workspace's or plugin's name contains. */
function fileName({ plugin, rule }: InstalledRule): string {
  return `svc__rule__${plugin.replace('/', '__')}__${rule.name}.mdc`;
}

/** Whether a path has the form of a rule file in a folder of rules. */
export function isRuleFile(folder: string, path: string): boolean {
  return posix.dirname(path) === folder && hasRuleName(path);
}

function hasRuleName(path: string): boolean {
  const name = posix.basename(path);
  return name.startsWith('svc__rule__') && name.endsWith('.mdc');
}

/** The rule with front matter that applies it to every file, unless its author decided otherwise. */
export function ruleFileText(source: string): string {
  const text = source.replace(/^\uFEFF/, '');
  const newline = endOfLine(text);
  const head = FRONT_MATTER.exec(text)?.[0];
  if (head === undefined) return `---${newline}${ALWAYS}${newline}---${newline}${newline}${text}`;
  if (/^alwaysApply[ \t]*:/m.test(head)) return text;
  return `${head}${ALWAYS}${newline}${text.slice(head.length)}`;
}
