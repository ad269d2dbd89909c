import { describe, expect, it } from '@jest/globals';
import { FIELDS, SECTIONS } from '../fields/index.js';
import { referencePages } from './reference-pages.js';

const page = Object.values(referencePages()).join('');
const rows = page.split('\n').filter((line) => line.startsWith('| `'));
const rowOf = (path: string): string | undefined =>
  rows.find((line) => line.startsWith(`| \`${path}\` |`));

describe('the page of all fields', () => {
  it('has a row for every field and a heading for every section', () => {
    for (const { path } of FIELDS) expect(rowOf(path)).toBeDefined();
    for (const { path } of SECTIONS) expect(page).toContain(`\n## \`${path}\`\n`);
  });

  it('has as many cells in every row as its table has columns', () => {
    const cells = (line: string): number => line.replaceAll('\\|', '').split('|').length - 2;
    expect(new Set(rows.map(cells))).toEqual(new Set([6, 3]));
  });

  it('says default, variable, flag and mark', () => {
    expect(rowOf('telemetry')).toMatch(
      /^\| `telemetry` \| true or false \| true \| `LNK_TELEMETRY` \| `--no-telemetry` \| .*\*\*No effect\.\*\* \|$/,
    );
  });

  it('describes the members of a value, with the kinds of entry that have them', () => {
    expect(rowOf('feature.split_queues.<name>.payload_protobuf')).toContain('Only for `Kafka`.');
    expect(rowOf('feature.split_queues[].queue_id')).toContain('Required.');
    expect(rowOf('feature.db_branches[].type')).toContain('one of clickhouse, cockroachdb');
  });

  it('shows what stands between backticks as it is', () => {
    expect(rowOf('key')).toContain('`{{ key }}`');
    expect(page).not.toContain('\\<');
  });
});
