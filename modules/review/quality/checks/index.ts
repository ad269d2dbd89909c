/** The gate: named checks, in the order in which they are shown. */
import type { Skill } from '../document/skill.js';
import type { Check, Validation } from '../report.js';
import {
  bodyExamples,
  bodyOutputFormat,
  bodySteps,
  descriptionTriggerHint,
  descriptionVoice,
} from './advice-checks.js';
import { checked, type CheckRule } from './check-rule.js';
import {
  compatibilityField,
  descriptionField,
  licenseField,
  nameField,
  unknownKeys,
} from './field-checks.js';
import { bodyPresent, frontMatterValid, lineCount } from './file-checks.js';
import { relativeLinks } from './relative-links.js';
import { schemasField } from './schemas-field.js';
import { allowedToolsField, metadataField, metadataVersion } from './typed-checks.js';

/** What can be checked of any file. */
const OF_FILES: readonly CheckRule[] = [lineCount, frontMatterValid];
/** What needs front matter that was read. */
const OF_FRONT_MATTER: readonly CheckRule[] = [
  nameField,
  descriptionField,
  descriptionVoice,
  descriptionTriggerHint,
  compatibilityField,
  allowedToolsField,
  metadataField,
  metadataVersion,
  licenseField,
  unknownKeys,
];
/** What needs text. */
const OF_BODIES: readonly CheckRule[] = [
  bodyPresent,
  bodyExamples,
  bodyOutputFormat,
  bodySteps,
  relativeLinks,
];

/** Carries out the checks that can be carried out. */
export function validate(skill: Skill): Validation {
  const { frontMatter, unreadable } = skill;
  const isRead = unreadable === undefined;
  const checks = [
    ...(unreadable === 'too-long' ? [lineCount] : OF_FILES),
    ...(isRead && frontMatter.problem === undefined ? OF_FRONT_MATTER : []),
    ...(frontMatter.values.has('schemas') ? [schemasField] : []),
    ...(isRead ? OF_BODIES : []),
  ].map((rule) => checked(rule, skill));
  const count = (status: Check['status']): number =>
    checks.filter((check) => check.status === status).length;
  const errorCount = count('error');
  const name = frontMatter.values.get('name');
  return {
    skillName: typeof name === 'string' ? name : null,
    skillDescription: skill.description === '' ? null : skill.description,
    checks,
    overallPassed: errorCount === 0,
    errorCount,
    warningCount: count('warning'),
  };
}
