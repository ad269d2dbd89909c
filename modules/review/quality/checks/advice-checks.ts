/** Softer checks: none of them refuses a skill. */
import { personIn, useWhenAt } from '../caps.js';
import type { Skill } from '../document/skill.js';
import { EXAMPLE_WORDS, OUTPUT_WORDS, STEP_HEADING } from '../tables/phrases.js';
import { atKey, type CheckRule, type Outcome } from './check-rule.js';

const warnDescription = (skill: Skill, message: string, corrected?: string): Outcome => ({
  status: 'warning',
  message,
  ...(corrected !== undefined && { corrected }),
  ...atKey(skill, 'description'),
});

const warnBody = (skill: Skill, message: string): Outcome => ({
  status: 'warning',
  message,
  line: Math.min(skill.lines.length, skill.body.from + 1) || 1,
});

const heads = ({ content }: Skill, pattern: RegExp): boolean =>
  content.headings.some(({ text }) => pattern.test(text));
const says = ({ content }: Skill, pattern: RegExp): boolean =>
  content.paragraphs.some(({ text }) => pattern.test(text));

export const descriptionVoice: CheckRule = {
  name: 'description_voice',
  passed: 'The description is in the third person.',
  of(skill) {
    const words = personIn(skill.description);
    return words === undefined
      ? undefined
      : warnDescription(
          skill,
          `The description says "${words}"; write what the skill does in the third person.`,
        );
  },
};

export const descriptionTriggerHint: CheckRule = {
  name: 'description_trigger_hint',
  passed: 'The description says when to use the skill.',
  of: (skill) =>
    useWhenAt(skill.description) >= 0
      ? undefined
      : warnDescription(
          skill,
          'The description does not say when to use the skill; add a sentence "Use when …".',
        ),
};

export const bodyExamples: CheckRule = {
  name: 'body_examples',
  passed: 'The instructions have an example.',
  of: (skill) =>
    skill.content.fences.length > 0 || heads(skill, EXAMPLE_WORDS) || says(skill, EXAMPLE_WORDS)
      ? undefined
      : warnBody(skill, 'The instructions have no example; show one input and its result.'),
};

export const bodyOutputFormat: CheckRule = {
  name: 'body_output_format',
  passed: 'The instructions say what the result looks like.',
  of: (skill) =>
    heads(skill, OUTPUT_WORDS) || says(skill, OUTPUT_WORDS)
      ? undefined
      : warnBody(skill, 'The instructions do not say what the result looks like.'),
};

export const bodySteps: CheckRule = {
  name: 'body_steps',
  passed: 'The instructions have steps in order.',
  of: (skill) =>
    skill.content.paragraphs.some(({ ordered }) => ordered) || heads(skill, STEP_HEADING)
      ? undefined
      : warnBody(skill, 'The instructions have no steps in order; number what is done first.'),
};
