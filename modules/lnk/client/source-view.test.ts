import { expect, it } from '@jest/globals';
import { ruleSourceText, sourceText } from './source-view.js';

it.each([
  [{ kind: 'flag', name: '--fs-mode' } as const, '--fs-mode', '--fs-mode'],
  [{ kind: 'environment', name: 'LNK_FILE_MODE' } as const, 'LNK_FILE_MODE', 'LNK_FILE_MODE'],
  [
    { kind: 'file', file: 'lnk.json', line: 12, column: 9, path: 'feature.fs.mode' } as const,
    'lnk.json:12:9',
    'lnk.json:12:9',
  ],
  [{ kind: 'default' } as const, 'default', 'built in'],
])('words for the source %j of a value and of a rule', (source, ofValue, ofRule) => {
  expect(sourceText(source)).toBe(ofValue);
  expect(ruleSourceText(source)).toBe(ofRule);
});
