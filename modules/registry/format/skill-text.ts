import { withinProcessorTime } from '../../../toolbox/time-budget.js';
import { pluginInvalid } from '../contract/plugin-errors.js';
import type { LooseFile, SkillText } from '../contract/plugin-format.js';
import { Findings } from './findings.js';
import { readFrontMatter } from './front-matter.js';
import { rulesBroken } from './rules-broken.js';

/** Crafted YAML can be slow to parse. */
const BUDGET_MS = 2000;

/** Reads one `SKILL.md`. Throws `plugin_invalid`. */
export function readSkillText(file: Pick<LooseFile, 'path' | 'content'>): SkillText {
  const read = withinProcessorTime(BUDGET_MS, () => {
    const findings = new Findings();
    return { findings, text: readFrontMatter(file, findings) };
  });
  if (read === undefined)
    throw pluginInvalid({
      what: `Reading ${file.path} takes too long; make its front matter simpler.`,
    });
  const { text, findings } = read.value;
  if (text === undefined) throw rulesBroken('The skill', findings.errors);
  return { values: text.values, body: text.body };
}
