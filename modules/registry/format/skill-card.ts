import type { LooseFile, SkillCard } from '../contract/plugin-format.js';
import { Findings } from './findings.js';
import { readFrontMatter } from './front-matter.js';
import { limits } from './limits.js';
import { withinTime } from './time-budget.js';

/** A YAML parser can be kept busy on purpose; all skills together get this long. */
const BUDGET_MS = 5000;

/** Reads skills of any author: what agents are content with is enough, and what some of them drop is told of. */
export function readSkillCards(files: readonly LooseFile[]): readonly SkillCard[] | undefined {
  return withinTime(BUDGET_MS, () => files.map(readSkillCard))?.value;
}

function readSkillCard({ path: file, content }: LooseFile): SkillCard {
  const findings = new Findings();
  const values = readFrontMatter({ file, content, findings, limits })?.values ?? new Map<string, unknown>();
  const name = textOf(values.get('name'));
  const description = textOf(values.get('description'));
  if (description === undefined && findings.errors.length === 0) {
    findings.error('The front matter has no "description": several agents do not show such a skill.', { file, field: 'description' });
  }
  return { name, description, internal: isInternal(values), problems: [...findings.errors, ...findings.warnings] };
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? undefined : text;
}

function isInternal(values: ReadonlyMap<string, unknown>): boolean {
  const metadata = values.get('metadata');
  return typeof metadata === 'object' && metadata !== null && (metadata as { internal?: unknown }).internal === true;
}
