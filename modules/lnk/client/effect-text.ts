import type { Field } from '../config/fields/field.js';

const TEXTS = {
  none: 'It is accepted, and has no effect here.',
  operator: 'It has no effect without an operator, and this program works without one.',
  refused: 'It is valid, and `lnk exec` refuses it: only an operator can do it.',
} as const;

const STAGES = {
  unstable: 'It is not stable yet: its meaning may change.',
  deprecated: 'It is deprecated.',
} as const;

/** What people should know before they use a field; `null` for one that works. */
export function effectText({ effect, stage }: Field): string | null {
  const texts = [
    ...(effect === undefined ? [] : [TEXTS[effect]]),
    ...(stage === undefined ? [] : [STAGES[stage]]),
  ];
  return texts.length === 0 ? null : texts.join(' ');
}
