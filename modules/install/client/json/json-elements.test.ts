import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { jsonListCorpus } from '../testing/json-list-corpus.js';
import { JsonDocument } from './json-document.js';
import { appendElement, removeElement, removeMember } from './json-edit.js';

const list = ['hooks', 'Stop'];
const hook = { matcher: 'Bash', hooks: [{ type: 'command', command: 'svc hook run' }] };
const corpus = Object.entries(jsonListCorpus);

/** A byte order mark stays, as in every file of an agent. */
function edited(text: string, edit: (document: JsonDocument) => JsonDocument): string {
  const body = text.replace(/^\uFEFF/, '');
  return (
    text.slice(0, text.length - body.length) +
    edit(JsonDocument.parse('f.json', body, 'jsonc')).text
  );
}

function elements(text: string): readonly unknown[] {
  return (JsonDocument.parse('f.json', text.replace(/^\uFEFF/, ''), 'jsonc').get(list) ??
    []) as readonly unknown[];
}

function append(text: string, value: unknown): string {
  return edited(text, (document) => appendElement(document, list, value));
}

function remove(text: string, value: unknown): string {
  const index = elements(text).findIndex(
    (element) => JSON.stringify(element) === JSON.stringify(value),
  );
  return edited(text, (document) => removeElement(document, [...list, index]));
}

/** Takes the list away if it was made and is empty again. */
function settled(text: string, before: string): string {
  const made = !before.includes('"Stop"') && elements(text).length === 0;
  return made ? edited(text, (document) => removeMember(document, list)) : text;
}

describe('lists in JSON files that people wrote', () => {
  it.each(corpus)(
    'get an element at their end, and lose it to the same bytes: %s',
    (_name, text) => {
      const added = append(text, hook);
      expect(elements(added)).toEqual([...elements(text), hook]);
      expect(settled(remove(added, hook), text)).toBe(text);
    },
  );

  it.each(corpus)(
    'return to the same bytes after random additions and removals: %s',
    (_name, text) => {
      const own = [hook, { own: 2 }, 'own', ['own'], { own: {} }];
      const step = fc.record({ value: fc.constantFrom<unknown>(...own), add: fc.boolean() });
      fc.assert(
        fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
          const changed = steps.reduce(
            (now, { value, add }) => (add ? append(now, value) : remove(now, value)),
            text,
          );
          const cleared = steps.reduce((now, { value }) => remove(now, value), changed);
          expect(settled(cleared, text)).toBe(text);
        }),
        { numRuns: 100 },
      );
    },
  );

  it('lose an element between others, and nothing else', () => {
    const text = '{"hooks": {"Stop": [\n  1, // one\n  2, // two\n  3 // three\n]}}';
    expect(remove(text, 2)).toBe('{"hooks": {"Stop": [\n  1, // one\n  3 // three\n]}}');
    expect(remove(text, 1)).toBe('{"hooks": {"Stop": [\n  2, // two\n  3 // three\n]}}');
    expect(remove(text, 3)).toBe('{"hooks": {"Stop": [\n  1, // one\n  2 // two\n]}}');
    expect(remove(text, 4)).toBe(text);
  });

  it('are refused with their position when something else stands there', () => {
    expect(() => append('{\n  "hooks": { "Stop": {} }\n}', hook)).toThrow(
      expect.objectContaining({
        issues: [
          { file: 'f.json', line: 2, column: 22, field: 'hooks.Stop', message: 'must be an array' },
        ],
      }),
    );
  });
});
