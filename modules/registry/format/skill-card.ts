import { fieldsOf } from '../../../toolbox/type-guards.js';
import type { LooseFile, SkillCard } from '../contract/plugin-format.js';
import { Findings } from './findings.js';
import { splitBytes } from './front-matter-text.js';
import { readSimpleMapping } from './simple-mapping.js';

/** Crafted YAML can be slow to parse; all skills share this limit. */
const BUDGET_MS = 5000;

type Values = ReadonlyMap<string, unknown>;

/** Reads skills of any author leniently, as agents do; problems name flaws for which some agents drop a skill. */
export async function readSkillCards(
  files: readonly LooseFile[],
): Promise<readonly SkillCard[] | undefined> {
  const simple = files.map(readSimpleCard);
  const others = files.filter((_, index) => simple[index] === undefined);
  if (others.length === 0) return simple.filter((card) => card !== undefined);
  // most collections get by without a YAML parser
  const { readFrontMatter } = await import('./front-matter.js');
  const { withinProcessorTime } = await import('../../../toolbox/time-budget.js');
  const read = (file: LooseFile): SkillCard => {
    const findings = new Findings();
    const values = readFrontMatter(file, findings)?.values ?? new Map<string, unknown>();
    return cardOf(file.path, values, findings);
  };
  const cards = withinProcessorTime(
    BUDGET_MS,
    () => new Map(others.map((file) => [file, read(file)] as const)),
  );
  return cards && files.flatMap((file, index) => simple[index] ?? cards.value.get(file) ?? []);
}

function readSimpleCard({ path, content }: LooseFile): SkillCard | undefined {
  const parts = splitBytes(content);
  const mapping = typeof parts === 'string' ? undefined : readSimpleMapping(parts.yaml);
  return mapping && cardOf(path, mapping.values, new Findings());
}

function cardOf(file: string, values: Values, findings: Findings): SkillCard {
  const name = textOf(values.get('name'));
  const description = textOf(values.get('description'));
  if (description === undefined && findings.errors.length === 0) {
    findings.error(
      'The front matter has no "description": several agents do not show such a skill.',
      { file, field: 'description' },
    );
  }
  return {
    name,
    description,
    internal: isInternal(values),
    problems: [...findings.errors, ...findings.warnings],
  };
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? undefined : text;
}

function isInternal(values: Values): boolean {
  return fieldsOf(values.get('metadata'))['internal'] === true;
}
