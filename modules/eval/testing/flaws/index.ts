import { checklistsFlaws } from './checklists.js';
import type { Flaw } from './flaw.js';
import { formFlaws } from './form.js';
import { preparationFlaws } from './preparation.js';
import { textsFlaws } from './texts.js';

/** Flawed scenarios with their twins. */
export const flaws: readonly Flaw[] = [
  ...formFlaws,
  ...preparationFlaws,
  ...checklistsFlaws,
  ...textsFlaws,
];
