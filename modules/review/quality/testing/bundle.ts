import { withRoles } from '../../../registry/format/file-roles.js';
import type { BundleFile } from '../../engine/analyse.js';
import { assess } from '../assess.js';
import type { Check, QualityReport, SkillReport } from '../report.js';
import type { Texts } from './paddings.js';

type Contents = Readonly<Record<string, string | Uint8Array>>;

/** The files of a bundle, by path. */
export const bundle = (contents: Contents): readonly BundleFile[] =>
  withRoles(
    Object.entries(contents).map(([path, content]) => ({
      path,
      mode: 0o644 as const,
      content: typeof content === 'string' ? Buffer.from(content) : content,
    })),
  );

export const assessed = (contents: Contents): Promise<QualityReport> => assess(bundle(contents));

/** The report on the skill `demo`, with further files in its folder. */
export async function assessedSkill(text: string, others: Contents = {}): Promise<SkillReport> {
  const beside = Object.entries(others).map(([path, content]) => [`demo/${path}`, content]);
  const { skills } = await assessed({
    'demo/SKILL.md': text,
    ...(Object.fromEntries(beside) as Contents),
  });
  const [report] = skills;
  if (report === undefined) throw new TypeError('a bundle with one skill has one report');
  return report;
}

/** A check of the report on the skill `demo`; `undefined` if it was not carried out. */
export async function checkOf(
  name: string,
  text: string,
  others?: Contents,
): Promise<Check | undefined> {
  const { validation } = await assessedSkill(text, others);
  return validation.checks.find((check) => check.name === name);
}

/** A `SKILL.md` named `demo`. */
export const skillText = ({ description, body }: Texts): string =>
  `---\nname: demo\ndescription: ${JSON.stringify(description)}\n---\n\n${body}\n`;
