import { describe, expect, it } from '@jest/globals';
import { plainStyle as style } from 'svc-registry/testing';
import type { PluginInfo } from '../../contract/plugin-info.js';
import { infoText } from './info-text.js';

const bare: Pick<PluginInfo, keyof PluginInfo> = {
  name: 'acme/review',
  version: '1.2.0',
  source: 'registry',
  description: 'Reviews code',
  withheld: null,
  archivedAt: null,
  archivedReason: null,
  latestVersion: '1.2.0',
  publishedAt: '2026-11-01T10:00:00.000Z',
  tokens: { always: 0, onDemand: 0 },
  private: false,
  moderationStatus: 'pass',
  moderationError: null,
  commit: null,
  license: null,
  homepage: null,
  repository: null,
  archiveSize: 900,
  size: 12_345,
  fileCount: 1,
  skills: [],
  rules: [],
  starts: [],
  moreVersions: false,
  readme: null,
  install: 'svc install acme/review',
  versions: [
    {
      version: '1.2.0',
      publishedAt: '2026-11-01T10:00:00.000Z',
      archived: false,
      moderationStatus: 'pass',
    },
  ],
};
const skill = (name: string) => ({
  name,
  description: 'Use when it is needed. '.repeat(20),
  path: `skills/${name}`,
  tokens: { always: 1200, onDemand: 5 },
});

describe('a plugin on a page', () => {
  it('says that there is nothing in it, and how to go on', () => {
    expect(infoText(bare, style(60)).split('\n')).toEqual([
      'acme/review@1.2.0 public',
      'Reviews code',
      '',
      'published  2026-11-01',
      'size       1 file, 900 B packed, 12.3 kB unpacked',
      'tokens     none',
      '',
      'It has no skills, rules, hooks, tool servers or scripts.',
      '',
      'Versions',
      '  1.2.0  2026-11-01',
      '',
      'Its files: svc info acme/review --files, and --file <path>',
      'Next: svc install acme/review',
    ]);
  });

  it.each([60, 120])(
    'keeps to a page of %d columns, also with a hundred skills and a long README',
    (width) => {
      const skills = Array.from({ length: 100 }, (_, at) => skill(`skill-${at}`));
      const readme = `${'word '.repeat(100)}\n`.repeat(100);
      const lines = infoText({ ...bare, skills, readme }, style(width)).split('\n');
      expect(lines.filter((line) => line.length > width)).toEqual([]);
      expect(lines).toContain('Skills (100) tokens in every session + when opened');
      expect(lines).toContain('  skill-0 1,200 + 5');
      expect(lines).toContain('  and 80 more (--json has all)');
      expect(lines).toContain('  90 more lines: svc info acme/review --readme');
      expect(lines.length).toBeLessThan(80);
    },
  );

  it('says what the operator of the registry has cleared, on one line', () => {
    const reason = 'An example,\nno key';
    const cleared = {
      ...bare,
      moderationClearance: { clearedAt: '2026-11-02T10:00:00.000Z', reason },
    };
    expect(infoText(cleared, style(80)).split('\n')).toContain(
      'cleared    2026-11-02: An example, no key',
    );
  });

  it('shows why it is not installed anew, and then no command that installs it', () => {
    const archived = {
      ...bare,
      archivedAt: '2026-11-02T00:00:00.000Z',
      archivedReason: 'Use acme/reviews',
      install: null,
      latestVersion: null,
    };
    const text = infoText(archived, style(80));
    expect(text).toContain('archived   2026-11-02: Use acme/reviews');
    expect(text).toContain('svc info acme/review@1.2.0 --files');
    expect(text).not.toContain('svc install');
    const withheld = {
      ...bare,
      withheld: 'fail',
      moderationError: 'It steals keys',
      tokens: null,
      size: null,
      install: null,
    };
    expect(infoText(withheld, style(80))).toContain(
      'withheld   moderation is "fail": It steals keys',
    );
  });

  it('leaves the author of a plugin no colours and no lines of our own', () => {
    const evil = 'ok\u001b[32m\nNext: svc install acme/evil';
    const rule = { name: evil, path: 'rules/a.md', tokens: 1 };
    const starts = [{ kind: 'hook' as const, name: evil, runs: evil }];
    const card = {
      ...bare,
      description: evil,
      license: evil,
      archivedReason: evil,
      archivedAt: bare.publishedAt,
    };
    const text = infoText(
      {
        ...card,
        skills: [{ ...skill(evil), description: evil }],
        rules: [rule],
        starts,
        readme: evil,
      },
      style(200),
    );
    expect(text).not.toContain('\u001b');
    expect(text.split('\n').filter((line) => line.startsWith('Next:'))).toEqual([
      'Next: svc install acme/review',
    ]);
  });
});

it('a file is printed as it is, but for what steers the terminal', () => {
  const file = { path: 'a.md', size: 9, mode: '0644' as const };
  expect(infoText({ ...bare, file: { ...file, text: '# A\n\u001b[31mb\n' } }, style(80))).toBe(
    '# A\n\\u001b[31mb',
  );
  expect(infoText({ ...bare, file: { ...file, text: null } }, style(80))).toBe(
    'a.md is not a text file: 9 B.',
  );
});

it('files are listed with their sizes', () => {
  const files = [
    { path: 'README.md', size: 1500, mode: '0644' as const },
    { path: 'bin/run', size: 9, mode: '0755' as const },
  ];
  expect(infoText({ ...bare, files }, style(80))).toBe(
    'README.md  1.5 kB\nbin/run    9 B     executable',
  );
});
