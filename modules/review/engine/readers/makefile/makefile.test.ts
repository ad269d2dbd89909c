import { expect, test } from '@jest/globals';
import type { Reading } from '../../facts.js';
import { scriptUnit } from '../../testing/facts.js';
import { readMakefile } from './makefile.js';

const facts = (text: string): unknown[] => {
  const reading = readMakefile(scriptUnit({ file: 'Makefile', language: 'makefile', text }));
  return (reading as Reading).facts.flatMap((fact) => {
    if (fact.kind === 'request') return [[fact.at.line, fact.tool, fact.url.text]];
    if (fact.kind === 'execute')
      return [[fact.at.line, fact.program, fact.sources.map(({ kind }) => kind)]];
    return fact.kind === 'delete' ? [[fact.at.line, fact.path.text]] : [];
  });
};

test.each<[string, string, unknown[]]>([
  [
    'a recipe with continued lines',
    'URL := https://a.example\nall: deps\n\t@curl -s $(URL)/i | \\\n\t  sh\n',
    [
      [3, 'curl', 'https://a.example/i'],
      [4, 'sh', ['network']],
    ],
  ],
  [
    'dollar signs',
    'clean:\n\t-rm -rf $$TMP $(OUT)\n',
    [
      [2, '${TMP}'],
      [2, '${OUT}'],
    ],
  ],
  [
    'what runs while it is read',
    'X := $(shell curl -s https://a.example | sh)\n',
    [
      [1, 'curl', 'https://a.example'],
      [1, 'sh', ['network']],
    ],
  ],
  ['a justfile', 'build target:\n    rm -rf {{target}}\n', [[2, '${target}']]],
  ['rules only', 'all: a b\na: a.c\n\t$(CC) -o a a.c\n', []],
])('%s', (_name, text, expected) => {
  expect(facts(text)).toEqual(expected);
});
