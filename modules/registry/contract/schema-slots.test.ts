import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { localSchemaPath, readSlot } from './schema-slots.js';

it('tells schemas, files and addresses apart', () => {
  expect(readSlot('inputs', { type: 'object' })).toEqual({
    kind: 'inline',
    schema: { type: 'object' },
  });
  expect(readSlot('inputs', {})).toEqual({ kind: 'inline', schema: {} });
  expect(readSlot('output', { $ref: '../a.json' })).toEqual({
    kind: 'local',
    reference: '../a.json',
  });
  const remote = readSlot('output', { $ref: 'https://Schemas.Example/a' });
  expect(remote).toMatchObject({ kind: 'remote' });
  expect(String((remote as { url: URL }).url)).toBe('https://schemas.example/a');
});

it.each([
  [null],
  [true],
  ['./a.json'],
  [[]],
  [{ $ref: '' }],
  [{ $ref: null }],
  [{ $ref: ['./a.json'] }],
  [{ $ref: ' ./a.json' }],
  [{ $ref: '.' }],
  [{ $ref: '..' }],
  [{ $ref: 'HTTP://schemas.example/a' }],
  [{ $ref: 'https:schemas.example/a' }],
  [{ $ref: 'https://ann@schemas.example/a' }],
  [{ $ref: 'https://:pw@schemas.example/a' }],
  [{ $ref: './a.json', description: 'A' }],
])('refuses %j', (value) => {
  expect(readSlot('inputs', value)).toMatch(/inputs/);
});

describe('the file of a local reference', () => {
  it.each([
    ['skills/greet', './in.json', 'in.json'],
    ['skills/greet', './/a/.//b/../in.json', 'a/in.json'],
    ['skills/greet', '../greet/in.json', 'in.json'],
    ['skills/greet', '../../skills/greet/in.json', 'in.json'],
    ['.', './in.json', 'in.json'],
    ['skills/greet', '../in.json', undefined],
    ['skills/greet', '../greeting/in.json', undefined],
    ['skills/greet', './../../../skills/greet/in.json', undefined],
    ['skills/greet', './', undefined],
    ['skills/greet', './a/..', undefined],
    ['skills/greet', './a\\..\\in.json', undefined],
    ['skills/greet', './in\0.json', undefined],
    ['.', '../in.json', undefined],
  ])('in %s: %s', (folder, reference, path) => {
    expect(localSchemaPath(folder, reference)).toBe(path);
  });

  it('never leaves the folder', () => {
    const part = fc.constantFrom('..', '.', '', 'skills', 'greet', 'a', '...', '/');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const path = localSchemaPath('skills/greet', `./${parts.join('/')}`);
        expect(path ?? 'inside').toMatch(/^(?!\.{0,2}(\/|$))(?!.*\/\.\.?(\/|$))/);
      }),
    );
  });
});
