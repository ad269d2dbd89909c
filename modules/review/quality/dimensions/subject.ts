import { capsOf } from '../caps.js';
import { describe } from '../document/description.js';
import type { Skill } from '../document/skill.js';
import type { Subject } from './feature.js';

/** A skill, with what several dimensions need of it. */
export const subjectOf = (skill: Skill): Subject => ({
  skill,
  description: describe(skill),
  content: skill.content,
  caps: capsOf({
    description: skill.description,
    body: skill.lines.slice(skill.body.from).join('\n'),
  }),
});
