import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseLinkedName, PROJECT_NAME } from '../../install/contract/project-files.js';
import { projectNameFrom } from './names.js';

describe('names of projects', () => {
  it('are made of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        expect(projectNameFrom(text)).toMatch(PROJECT_NAME);
      }),
    );
    expect(projectNameFrom('My café (web)')).toBe('My-cafe-web');
    expect(projectNameFrom('…')).toBe('project');
  });

  it('stay what they are', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\w[\w-]{0,100}\w$/), (name) => {
        expect(projectNameFrom(name)).toBe(name);
      }),
    );
  });

  it.each([[undefined], ['web'], ['/web'], ['acme/'], ['acme/web/x'], ['acme/a b'], ['@acme/web']])(
    '%j is no link',
    (name) => {
      expect(parseLinkedName(name)).toBeUndefined();
    },
  );

  it('are linked with their workspace', () => {
    expect(parseLinkedName('acme/web')).toEqual({ workspace: 'acme', name: 'web' });
  });
});
