import { describe, expect, it } from '@jest/globals';
import { skillReference } from './skill-reference.js';

describe('the reference to a skill', () => {
  it.each([
    ['acme/tea', { kind: 'registry', skill: 'acme/tea' }],
    ['acme/tea@1.2.0-rc.1', { kind: 'registry', skill: 'acme/tea@1.2.0-rc.1' }],
    ['acme/kitchen@1.0.0#tea', { kind: 'registry', skill: 'acme/kitchen@1.0.0#tea' }],
    ['file:skills/tea', { kind: 'folder', path: 'skills/tea', skill: undefined }],
    ['file:.#make tea', { kind: 'folder', path: '.', skill: 'make tea' }],
  ])('%s is one', (text, expected) => {
    expect(skillReference(text)).toEqual(expected);
  });

  it.each([
    'tea',
    'acme/',
    '/tea',
    'acme/kitchen#',
    'file:',
    'file:#tea',
    'file:a#',
    'file:a#b#c',
    'a b/c',
  ])('%s is none', (text) => {
    expect(() => skillReference(text)).toThrow(`"${text}" names no skill.`);
  });
});
