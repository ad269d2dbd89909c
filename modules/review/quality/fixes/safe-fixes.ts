import type { BundleFile } from '../../engine/analyse.js';
import { addContents } from './add-contents.js';
import type { Fix, Fixer } from './fix.js';
import { orderFields } from './order-fields.js';
import { quoteValues } from './quote-values.js';
import { repairLinks } from './repair-links.js';
import { isSkillFile, textsOfSkill, withTexts } from './skill-texts.js';

export interface SafelyFixed {
  readonly files: readonly BundleFile[];
  /** In the order in which they were made. */
  readonly fixes: readonly Fix[];
}

/** Front matter counts in `SKILL.md` only. */
const ofSkillFile: readonly Fixer[] = [quoteValues, orderFields];
const ofEachText: readonly Fixer[] = [repairLinks, addContents];

/** Makes the fixes that need no judgement in the texts of the skill in `folder`. All other bytes stay. A second time there is nothing left to fix. */
export function safeFixes(files: readonly BundleFile[], folder: string): SafelyFixed {
  const fixes: Fix[] = [];
  const texts = textsOfSkill(files, folder).map((text) => {
    const fixers = [...(isSkillFile(text.path) ? ofSkillFile : []), ...ofEachText];
    let fixed = text;
    for (const fixer of fixers) {
      const result = fixer(fixed, files);
      fixes.push(...result.fixes);
      fixed = { ...fixed, text: result.text };
    }
    return fixed;
  });
  return { files: fixes.length === 0 ? files : withTexts(files, texts), fixes };
}
