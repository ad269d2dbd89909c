import { describe, expect, it } from '@jest/globals';
import {
  archiveText,
  createdText,
  guidanceText,
  lintText,
  migrateText,
  packText,
  publishText,
  unarchiveText,
  unpublishText,
} from './text.js';
import { plainStyle } from 'svc-registry/testing';

const style = plainStyle(40);
const outcome = {
  plugin: 'acme/tools',
  version: '1.0.1',
  private: true,
  fingerprint: 'ab',
  size: 900,
  files: ['a.md'],
  leftOut: [],
  dryRun: false,
  unchanged: false,
};

describe('what people read', () => {
  it('after a publish', () => {
    expect(
      publishText({ ...outcome, raisedFrom: '1.0.0', moderationStatus: 'pending' }, style),
    ).toBe(
      'Published acme/tools@1.0.1 (private, raised from 1.0.0): 1 file, 900 B\nIt becomes available once its security scan has passed.\nNext: svc install acme/tools',
    );
    expect(publishText({ ...outcome, unchanged: true }, style)).toBe(
      'acme/tools@1.0.1 is already published with exactly this content; nothing changed.',
    );
    expect(publishText({ ...outcome, private: false, dryRun: true }, style)).toBe(
      'Would publish acme/tools@1.0.1 (public): 1 file, 900 B\n  a.md',
    );
  });

  it('after a lint', () => {
    const costs = [
      { kind: 'rule' as const, name: 'style', always: 12, onDemand: 0 },
      { kind: 'skill' as const, name: 'go', always: 3, onDemand: 40 },
    ];
    const warnings = [
      { message: 'Odd.', file: 'a.md', line: 3 },
      { message: 'Strange.', file: 'b.md' },
      { message: 'Loose.' },
    ];
    expect(
      lintText(
        { plugin: 'acme/tools', version: '1.0.0', files: 2, bytes: 10, costs, warnings },
        style,
      ).split('\n'),
    ).toEqual([
      'warning a.md:3: Odd.',
      'warning b.md: Strange.',
      'warning Loose.',
      'tokens, estimated: in every session + when used',
      '  rule   style  12 + 0',
      '  skill  go     3 + 40',
      'ok acme/tools@1.0.0: 2 files, 10 B, 3 warnings',
    ]);
    expect(
      lintText({ plugin: null, version: null, files: 1, bytes: 1, costs: [], warnings: [] }, style),
    ).toBe('ok The skill: 1 file, 1 B, no warnings');
  });

  it('after packing and creating', () => {
    const packed = {
      path: '/x/tools-1.0.0.tgz',
      plugin: 'acme/tools',
      version: '1.0.0',
      size: 5,
      files: 1,
      fingerprint: 'ab',
    };
    expect(packText(packed, style)).toBe(
      'Packed acme/tools@1.0.0: 1 file, 5 B\n/x/tools-1.0.0.tgz\nsha256 ab',
    );
    expect(createdText({ path: '/x', plugin: 'acme/tools', files: ['a'] }, style)).toContain(
      'svc plugin publish /x',
    );
    expect(createdText({ path: '/x', plugin: null, files: ['a'] }, style)).toContain(
      'svc skill publish /x',
    );
  });

  it('after archiving, restoring and unpublishing', () => {
    const archived = {
      plugin: 'acme/tools',
      version: null,
      archivedAt: '2026-03-01T09:00:00.000Z',
      archivedReason: 'Old.',
      latestVersion: null,
    };
    expect(archiveText(archived, style)).toBe(
      'Archived acme/tools: Old.\nNothing of acme/tools can be newly installed.',
    );
    const version = { ...archived, version: '1.0.0', archivedReason: null, latestVersion: '0.9.0' };
    expect(archiveText(version, style)).toBe(
      'Archived acme/tools@1.0.0\nThe latest version is 0.9.0.',
    );
    expect(unarchiveText({ ...version, archivedAt: null }, style)).toBe(
      'Restored acme/tools@1.0.0\nThe latest version is 0.9.0.',
    );
    expect(unarchiveText({ ...archived, version: '1.0.0' }, style)).toBe(
      'acme/tools@1.0.0 stays archived with its whole plugin: Old.\nNext: svc plugin unarchive acme/tools',
    );
    expect(
      unpublishText({ plugin: 'acme/tools', version: '1.0.0', latestVersion: '0.9.0' }, style),
    ).toBe(
      'Unpublished acme/tools@1.0.0; its number is never used again.\nThe latest version is 0.9.0.',
    );
    expect(unpublishText({ plugin: 'acme/tools', version: null, latestVersion: null }, style)).toBe(
      'Unpublished all versions of acme/tools; their numbers are never used again.\nNothing of acme/tools can be newly installed.',
    );
  });

  it('after a migration, and instead of unpublishing a skill', () => {
    const migrated = {
      path: '/x',
      plugin: 'acme/tools',
      version: '1.0.0',
      manifest: '.svc-plugin/plugin.json',
      obsolete: 'tile.json',
    };
    expect(
      migrateText(
        { ...migrated, warnings: [{ message: 'Odd.', file: 'tile.json', line: 2 }] },
        style,
      ),
    ).toBe(
      'warning tile.json:2: Odd.\nMigrated acme/tools@1.0.0: /x/.svc-plugin/plugin.json\n' +
        'Next: look at it, remove tile.json (it is no longer read), then `svc plugin publish /x`.',
    );
    expect(
      guidanceText({ message: 'Why.', commands: [{ command: 'svc x', text: 'Does x' }] }, style),
    ).toBe('Why.\nDoes x:\n  svc x');
  });
});
