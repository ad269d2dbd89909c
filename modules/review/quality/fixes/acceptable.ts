/** What a candidate of a fix run may be: better texts of one skill, and nothing else. */
import type { BundleFile } from '../../engine/analyse.js';
import { newCapabilities } from '../../engine/capabilities.js';
import type { CapabilityKind, Report } from '../../engine/report.js';
import type { SkillReport } from '../report.js';
import { frontMatterOf } from './front-matter-block.js';
import { newFindings } from './new-findings.js';
import { filesOfSkill, isMarkdown, textOf } from './skill-texts.js';

/** Files with what the two reviews say of them. */
export interface JudgedFiles {
  readonly files: readonly BundleFile[];
  /** Of the one skill. */
  readonly quality: Pick<SkillReport, 'name' | 'validation'>;
  readonly security: Pick<Report, 'verdict' | 'findings' | 'omitted' | 'capabilities'>;
}

/** Why a candidate is dropped, in one sentence; `undefined` if it is acceptable. `folder` is that of the skill. */
export function refusalOf(
  before: JudgedFiles,
  after: JudgedFiles,
  folder: string,
): string | undefined {
  return (
    forbiddenChange(before.files, after.files, folder) ??
    failedGate(before.quality, after.quality) ??
    lessSecure(before.security, after.security) ??
    moreCapable(before, after)
  );
}

/** The part of it that needs no review. */
export function forbiddenChange(
  before: readonly BundleFile[],
  after: readonly BundleFile[],
  folder: string,
): string | undefined {
  const old = new Map(before.map((file) => [file.path, file]));
  const now = new Set(after.map(({ path }) => path));
  const ofSkill = new Set(filesOfSkill(before, folder).map(({ path }) => path));
  const missing = before.find(({ path }) => !now.has(path));
  if (missing !== undefined) return `It deletes or renames "${missing.path}".`;
  if (now.size !== after.length) return 'It has a path twice.';
  for (const file of after) {
    const was = old.get(file.path);
    if (was === undefined) return `It adds the file "${file.path}".`;
    const change = { was, file, isOfSkill: ofSkill.has(file.path) };
    const reason = forbiddenEdit(change);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

interface Change {
  readonly was: BundleFile;
  readonly file: BundleFile;
  readonly isOfSkill: boolean;
}

function forbiddenEdit({ was, file, isOfSkill }: Change): string | undefined {
  const { path } = file;
  if (was.mode !== file.mode) return `It changes the rights of "${path}".`;
  if (Buffer.compare(was.content, file.content) === 0) return undefined;
  if (!isOfSkill) return `It changes "${path}", which is not of the skill.`;
  if (!isMarkdown(path) || textOf(was) === undefined)
    return `It changes "${path}", which is no text of the skill.`;
  return (textOf(file) ?? '').trim() === '' ? `It leaves no text in "${path}".` : undefined;
}

function failedGate(
  before: JudgedFiles['quality'],
  { name, validation }: JudgedFiles['quality'],
): string | undefined {
  const error = validation.checks.find(({ status }) => status === 'error');
  if (error !== undefined) return `It fails the check ${error.name}: ${error.message}`;
  // a skill that could not be read has the name of its folder
  if (before.validation.skillName !== null && before.name !== name)
    return `It renames the skill from "${before.name}" to "${name}".`;
  return undefined;
}

function lessSecure(
  before: JudgedFiles['security'],
  after: JudgedFiles['security'],
): string | undefined {
  const [worst] = newFindings(before.findings, after.findings);
  if (worst !== undefined) {
    const { title, severity, file, line } = worst;
    return `It brings a new security finding (${severity}): ${title}, in ${file}:${line}.`;
  }
  if (after.omitted > before.omitted) return 'It brings more security findings than are listed.';
  if (after.verdict === 'error' && before.verdict !== 'error')
    return 'The security review could not read it.';
  return undefined;
}

/** What lets a skill do more. Programs are left out: many improvements name one. */
const GRANTS: Partial<Record<CapabilityKind, string>> = {
  host: 'the host',
  tool: 'the tool',
  hook: 'the hook',
};

/** What stood in front matter that could not be read, or in prose, is not new. */
function moreCapable(before: JudgedFiles, after: JudgedFiles): string | undefined {
  const texts = before.files.map((file) => textOf(file) ?? '');
  const heads = texts.map((text) => frontMatterOf(text)?.lines.join('') ?? '');
  const added = newCapabilities(before.security.capabilities, after.security.capabilities);
  for (const { kind, value, at } of added) {
    const what = GRANTS[kind];
    const known = kind === 'host' ? texts : heads;
    if (what === undefined || known.some((text) => text.includes(value))) continue;
    const [first] = at;
    return `It gives the skill ${what} "${value}", in ${first?.file ?? ''}:${first?.line ?? 1}.`;
  }
  return undefined;
}
