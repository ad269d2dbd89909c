import { posix } from 'node:path';
import { isSvcError } from 'svc-registry/kernel';
import type { RulesFile } from '../../contract/agents.js';
import { pathsOf } from '../agents/agents.js';
import { endOfLine } from '../json/text-style.js';
import type { ManagedFiles } from '../project/managed-files.js';
import { RULES_FILE } from '../project/paths.js';
import { rulesInFull, rulesOf } from './rules-file.js';
import { findOurs, isWholeFile, type OurText } from './written-text.js';
import type { WiringJob } from './wiring-job.js';

const MARKER = '<!-- svc-managed -->';

const IMPORT = String.raw`@(?:~\/|(?:\.\.\/)*)\.svc\/RULES\.md`;
const HEAD = String.raw`\s*##? Agent Rules <!-- svc-managed -->\r?\n\r?\n`;
const ADDED = String.raw`${HEAD}${IMPORT} follow the \[instructions\]\([~./]*svc\/RULES\.md\)\r?\n`;
const HEADING = new RegExp(`^${HEAD}`);
const FORMS: Readonly<Record<'reference' | 'text', RegExp>> = {
  reference: new RegExp(`^(?:${IMPORT}\\r?\\n|${ADDED})$`),
  text: HEADING,
};

/** Whether a recorded text has the form that svc adds to an existing file. */
export function isMarkedReference(record: string): boolean {
  return new RegExp(`^${ADDED}$`).test(record);
}

/** Whether a recorded text is one that svc puts into such a file. */
export function isOurReference(kind: RulesFile['kind'], record: string): boolean {
  return kind !== 'rule-files' && FORMS[kind].test(record);
}

/** An agent's instruction file under its real path, whichever link leads to it. */
interface Instructions extends RulesFile {
  /** The path that it imports. */
  readonly target: string;
  /** A person asked for the file, so it is written even if its readers do not support imports. */
  readonly isRequested: boolean;
}

/**
 * Appends a reference to the rules to the agents' instruction files, once, and changes nothing else. Removes it
 * again if no chosen agent reads the file any more.
 */
export async function writeRulesReferences(job: WiringJob): Promise<ManagedFiles['references']> {
  const wanted = instructionFiles(job);
  for (const [path, ours] of job.before.references) {
    if (!isWholeFile(ours) && !wanted.has(path)) await takeOut(job, path, ours);
  }
  const written = new Map<string, string>();
  for (const [path, file] of wanted) {
    const ours = await putIn(job, path, file);
    if (ours !== undefined) written.set(path, ours);
  }
  return written;
}

/**
 * In user scope the reference is written only once there are rules, because those files apply to every project. In a project it is written
 * once agents are chosen, and removed with the last plugin.
 */
function isReferenced({
  scope,
  plugins,
  locked,
  before,
  news,
  makeInstructions,
}: WiringJob): boolean {
  if (scope.kind === 'user') return [...plugins.values()].some(({ rules }) => rules.length > 0);
  if (locked.size > 0 || news === undefined || makeInstructions === true) return true;
  return !news.emptied && (news.agents.size > 0 || before.references.size > 0);
}

function instructionFiles(job: WiringJob): ReadonlyMap<string, Instructions> {
  const { scope, agents, changes, warn, makeInstructions = false } = job;
  if (!isReferenced(job)) return new Map();
  const files = agents
    .flatMap((agent) => pathsOf(agent, scope).rules ?? [])
    .filter(({ kind }) => kind !== 'rule-files');
  // AGENTS.md is created only when a person agrees (specification, "Directory .svc/")
  if (scope.kind === 'project' && agents.length > 0)
    files.unshift({ kind: 'reference', path: 'AGENTS.md', create: false });
  const hasRules = rulesOf(job.locked).length > 0;
  const wanted = new Map<string, Instructions>();
  for (const file of files) {
    const real = unlessOutside(() => changes.realPath(file.path), warn);
    if (real === undefined) continue;
    const kind = hasRules ? file.kind : 'reference';
    const instructions = withRequest({ ...file, kind }, makeInstructions, scope.kind);
    wanted.set(real, together(wanted.get(real), instructions));
  }
  return wanted;
}

/** Several agents read the file: one that creates it takes precedence, and all get the text when one of them follows no reference. */
function together(one: Instructions | undefined, other: Instructions): Instructions {
  if (one === undefined) return other;
  const kind = [one, other].some((each) => each.kind === 'text') ? 'text' : 'reference';
  return { ...(one.create ? one : other), kind };
}

function withRequest(
  file: RulesFile,
  makeInstructions: boolean,
  scope: 'project' | 'user',
): Instructions {
  const isRequested = makeInstructions && !file.create;
  return {
    ...file,
    create: file.create || isRequested,
    target: targetOf(file, scope),
    isRequested,
  };
}

/** A file that leads out of the project is not svc's: the command skips it and goes on. */
function unlessOutside(look: () => string, warn: WiringJob['warn']): string | undefined {
  try {
    return look();
  } catch (error) {
    if (!isSvcError(error) || error.code !== 'unsafe_path') throw error;
    warn(`${error.message} The rules are not mentioned there.`);
    return undefined;
  }
}

/** Relative to the file, as agents resolve imports; in user scope with `~`, so that it is right on all machines that share the file. */
function targetOf({ path }: RulesFile, scope: 'project' | 'user'): string {
  return scope === 'user' ? `~/${RULES_FILE}` : posix.relative(posix.dirname(path), RULES_FILE);
}

/** Returns the lock's record; `undefined` if the file holds nothing of svc's. */
async function putIn(
  job: WiringJob,
  path: string,
  file: Instructions,
): Promise<string | undefined> {
  const { changes, before } = job;
  const text = await changes.read(path);
  if (text === undefined) return file.create ? make(job, path, file) : undefined;
  const ours = findOurs(text, before.references.get(path));
  if (ours !== undefined && (await isCurrent(job, file, ours.text))) return ours.text;
  const rest = without(text, ours);
  if (await mentions(job, file, rest)) return ours?.text;
  if (ours !== undefined && wasMade(ours.text, rest)) return make(job, path, file);
  const added = await addition(job, file, rest);
  await changes.write(path, rest + added);
  return added;
}

async function make(job: WiringJob, path: string, file: Instructions): Promise<string> {
  const full = (await addition(job, file, '')).trimStart();
  const text =
    file.kind === 'reference' && job.scope.kind === 'project' && !file.isRequested
      ? `@${file.target}\n`
      : full;
  await job.changes.write(path, text);
  return text;
}

/** Rules that are not installed yet, as after a clone, cannot be written: what stands there stays. */
async function isCurrent(job: WiringJob, file: Instructions, ours: string): Promise<boolean> {
  const essential = await essence(job, file, ours);
  if (file.kind !== 'text') return ours.includes(essential);
  const isWhole = rulesOf(job.plugins).length === rulesOf(job.locked).length;
  return !isWhole || ours.replace(HEADING, '') === essential;
}

/** Text added to an existing file begins with an empty line; the text of a created file does not. */
function wasMade(ours: string, rest: string): boolean {
  return rest === '' && !/^\s/.test(ours);
}

/** Keeps text after the removed part on a line of its own, even if the text before lacks a line end. */
function without(text: string, ours: OurText | undefined): string {
  if (ours === undefined) return text;
  const [before, after] = [text.slice(0, ours.start), text.slice(ours.end)];
  return before === '' || after === '' || before.endsWith('\n')
    ? before + after
    : before + endOfLine(text) + after;
}

/** Whether the reference is already there, by a person or in another imported file. */
async function mentions(
  { changes }: WiringJob,
  { kind, target, create }: Instructions,
  text: string,
): Promise<boolean> {
  if (text.includes(MARKER) || (kind === 'reference' && text.includes(`@${target}`))) return true;
  if (!create || !text.includes('@AGENTS.md')) return false;
  const imported = (await changes.read('AGENTS.md')) ?? '';
  return [`@${target}`, MARKER].some((ours) => imported.includes(ours));
}

/** The effective part of the addition, with the line ends of the surrounding text. */
async function essence(
  job: WiringJob,
  { kind, target }: Instructions,
  text: string,
): Promise<string> {
  const body = kind === 'text' ? await rulesInFull(job) : `@${target}`;
  return body.replaceAll('\n', endOfLine(text));
}

async function addition(job: WiringJob, file: Instructions, text: string): Promise<string> {
  const newline = endOfLine(text);
  const heading = /^# /m.test(text) ? '##' : '#';
  const gap = text === '' || text.endsWith('\n') ? newline : newline + newline;
  const more = file.kind === 'text' ? '' : ` follow the [instructions](${file.target})${newline}`;
  return `${gap}${heading} Agent Rules ${MARKER}${newline}${newline}${await essence(job, file, text)}${more}`;
}

/** A file that svc created is deleted unless it was edited. */
async function takeOut(
  { changes, warn }: WiringJob,
  path: string,
  recorded: string,
): Promise<void> {
  const real = unlessOutside(() => changes.realPath(path), warn);
  const text = real === undefined ? undefined : await changes.read(path);
  if (text === undefined) return;
  const ours = findOurs(text, recorded);
  const rest = without(text, ours);
  if (ours === undefined && text.includes(RULES_FILE)) {
    warn(`${path} was changed by hand where it points at the rules; it is left as it is.`);
  }
  if (ours !== undefined && wasMade(ours.text, rest)) changes.remove(path);
  else if (ours !== undefined) await changes.write(path, rest);
}
