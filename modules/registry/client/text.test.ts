import { describe, expect, it } from '@jest/globals';
import type { TextStyle } from 'svc-registry/kernel';
import { createdText, lintText, packText, publishText, searchText } from './text.js';

const plain = (text: string): string => text;
const style: TextStyle = { width: 40, bold: plain, dim: plain, red: plain, green: plain, yellow: plain, cyan: plain };
const outcome = {
  plugin: 'acme/tools',
  version: '1.0.1',
  private: true,
  fingerprint: 'ab',
  size: 900,
  files: ['a.md'],
  dryRun: false,
  unchanged: false,
};

describe('what people read', () => {
  it('after a publish', () => {
    expect(publishText({ ...outcome, raisedFrom: '1.0.0', moderationStatus: 'pending' }, style)).toBe(
      'Published acme/tools@1.0.1 (private, raised from 1.0.0): 1 file, 900 bytes\nIt becomes available once its security scan has passed.\nNext: svc install acme/tools',
    );
    expect(publishText({ ...outcome, unchanged: true }, style)).toBe(
      'acme/tools@1.0.1 is already published with exactly this content; nothing changed.',
    );
    expect(publishText({ ...outcome, private: false, dryRun: true }, style)).toBe(
      'Would publish acme/tools@1.0.1 (public): 1 file, 900 bytes\n  a.md',
    );
  });

  it('after a lint', () => {
    const costs = [
      { kind: 'rule' as const, name: 'style', always: 12, onDemand: 0 },
      { kind: 'skill' as const, name: 'go', always: 3, onDemand: 40 },
    ];
    const warnings = [{ message: 'Odd.', file: 'a.md', line: 3 }, { message: 'Strange.', file: 'b.md' }, { message: 'Loose.' }];
    expect(lintText({ plugin: 'acme/tools', version: '1.0.0', files: 2, bytes: 10, costs, warnings }, style).split('\n')).toEqual([
      'warning a.md:3: Odd.',
      'warning b.md: Strange.',
      'warning Loose.',
      'tokens, estimated: in every session + when used',
      '  rule  style 12 + 0',
      '  skill go    3 + 40',
      'ok acme/tools@1.0.0: 2 files, 10 bytes, 3 warnings',
    ]);
    expect(lintText({ plugin: null, version: null, files: 1, bytes: 1, costs: [], warnings: [] }, style)).toBe(
      'ok The skill: 1 file, 1 bytes, no warnings',
    );
  });

  it('after packing and creating', () => {
    const packed = { path: '/x/tools-1.0.0.tgz', plugin: 'acme/tools', version: '1.0.0', size: 5, files: 1, fingerprint: 'ab' };
    expect(packText(packed, style)).toBe('Packed acme/tools@1.0.0: 1 file, 5 bytes\n/x/tools-1.0.0.tgz\nsha256 ab');
    expect(createdText({ path: '/x', plugin: 'acme/tools', files: ['a'] }, style)).toContain('svc plugin publish /x');
    expect(createdText({ path: '/x', plugin: null, files: ['a'] }, style)).toContain('svc skill publish /x');
  });

  it('after a search', () => {
    const plugin = {
      kind: 'plugin' as const,
      plugin: 'acme/tools',
      version: '1.0.0',
      name: 'acme/tools',
      description: `Many\nwords ${'x'.repeat(60)}`,
      private: true,
    };
    const skill = { ...plugin, kind: 'skill' as const, name: 'go', description: 'Goes.', private: false };
    expect(searchText({ data: [plugin, skill], next: 'c', prev: null }, style).split('\n')).toEqual([
      'acme/tools@1.0.0 private',
      `  Many words ${'x'.repeat(26)}…`,
      'go skill of acme/tools@1.0.0',
      '  Goes.',
      'There is more; make the query narrower.',
    ]);
    expect(searchText({ data: [], next: null, prev: null }, style)).toBe('Nothing found.');
  });
});
