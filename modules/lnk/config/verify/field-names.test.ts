import { describe, expect, it } from '@jest/globals';
import { KEY_MISTAKES, mistakeAt } from '../check/common-mistakes.js';
import { FORM_MISTAKES } from '../check/mistakes/forms.js';
import { FIELDS, SECTIONS } from '../fields/index.js';
import { RULES } from './verify.js';

const FIELD_PATHS = new Set(FIELDS.map(({ path }) => path));
const PATHS = new Set([...FIELD_PATHS, ...SECTIONS.map(({ path }) => path)]);

/** Whether the path is a section, a field, or in the value of a field. */
function isKnown(path: string): boolean {
  const parts = path.split('.');
  return (
    PATHS.has(path) ||
    parts.some((_, index) => index > 0 && FIELD_PATHS.has(parts.slice(0, index).join('.')))
  );
}

describe('names of fields', () => {
  it('are those of the table in rules', () => {
    const reads = RULES.flatMap((rule) => rule.reads);
    expect(reads.filter((path) => !FIELD_PATHS.has(path))).toEqual([]);
  });

  it('are those of the table in common mistakes', () => {
    const meant = Object.values(KEY_MISTAKES)
      .flatMap((keys) => Object.values(keys))
      .filter((text) => !text.includes(' '));
    const sections = Object.keys(KEY_MISTAKES).filter((section) => section !== '');
    const forms = Object.keys(FORM_MISTAKES);
    expect([...meant, ...sections, ...forms].filter((path) => !isKnown(path))).toEqual([]);
  });

  it('are no mistakes themselves', () => {
    const wrong = [...PATHS].filter((path) => mistakeAt(path.split('.')) !== undefined);
    expect(wrong).toEqual([]);
  });
});
