import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ownPath, sentPath } from './bundle-path.js';

const names = [
  'AGENTS.md',
  'agents.MD',
  'CLAUDE.md',
  'GEMINI.md_',
  '.svc',
  '.svc__',
  'a',
  'a_',
  '',
];
const path = fc
  .array(fc.oneof(fc.constantFrom(...names), fc.string()), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join('/'));

it('every path comes back as it was, and none that archives refuse is sent', () => {
  fc.assert(
    fc.property(path, (own) => {
      const sent = sentPath(own);
      expect(ownPath(sent)).toBe(own);
      for (const name of sent.split('/'))
        expect(name).not.toMatch(/^(?:agents\.md|claude\.md|gemini\.md|\.svc)$/i);
    }),
  );
});

it('other names stay as they are', () => {
  expect(sentPath('docs/AGENTS.md/notes.md')).toBe('docs/AGENTS.md_/notes.md');
  expect(ownPath('README.md_')).toBe('README.md_');
});
