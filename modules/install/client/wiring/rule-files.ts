import { pathsOf } from '../agents/agents.js';
import { endOfLine } from '../json/text-style.js';
import type { ManagedFiles } from '../project/managed-files.js';
import { readRule, rulesOf, type InstalledRule } from './rules-file.js';
import type { WiringJob } from './wiring-job.js';
import { hashOfText, isWholeFile } from './written-text.js';

const FRONT_MATTER = /^---[ \t]*\r?\n(?:[^]*?\r?\n)?(?=---[ \t]*(?:\r?\n|$))/;
const ALWAYS = 'alwaysApply: true';

/** Writes each rule as a separate file for agents that read rules so, and removes files of deleted rules. */
export async function writeRuleFiles(job: WiringJob): Promise<ManagedFiles['references']> {
  const wanted = wantedFiles(job);
  for (const [path, record] of job.before.references) {
    if (isWholeFile(record) && !wanted.has(path)) await removeFile(job, path, record);
  }
  const written = new Map<string, string>();
  for (const [path, rule] of wanted) {
    const record = await writeFile(job, path, rule);
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
  return (
    path.startsWith(`${folder}/svc__rule__`) &&
    path.endsWith('.mdc') &&
    !path.slice(folder.length + 1).includes('/')
  );
}

/** Returns the lock's record; `undefined` if the file is not svc's. */
async function writeFile(
  job: WiringJob,
  path: string,
  rule: InstalledRule,
): Promise<string | undefined> {
  const { changes, before, warn } = job;
  const source = await readRule(job, rule);
  const [now, record] = [await changes.read(path), before.references.get(path)];
  if (source === undefined) return record;
  const text = ruleFileText(source);
  const wanted = hashOfText(text);
  if (now !== undefined && hashOfText(now) === wanted) return wanted;
  if (now !== undefined && hashOfText(now) !== record) {
    warn(`${path} was written or changed by hand; it is left as it is.`);
    return record;
  }
  await changes.write(path, text);
  return wanted;
}

async function removeFile(
  { changes, warn }: WiringJob,
  path: string,
  record: string,
): Promise<void> {
  const now = await changes.read(path);
  if (now === undefined) return;
  if (hashOfText(now) === record) changes.remove(path);
  else warn(`${path} was changed by hand; it is left as it is.`);
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
