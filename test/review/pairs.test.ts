import { expect, test } from '@jest/globals';
import { withRoles } from '../../modules/registry/format/file-roles.js';
import { analyse } from '../../modules/review/engine/analyse.js';
import type { Finding } from '../../modules/review/engine/report.js';
import { measurePairs, totalsOf, type Row } from './measure.mjs';
import { attacksOf, type Files } from './pairs.mjs';

async function review(files: Files): Promise<readonly Finding[]> {
  const bundle = [...files].map(([path, content]) => ({ path, mode: 0o644, content }) as const);
  return (await analyse(withRoles(bundle))).findings;
}

async function measure(folder: string): Promise<readonly Row[]> {
  const rows = await measurePairs(attacksOf(folder), review);
  console.log(folder, JSON.stringify(totalsOf(rows.filter(({ form }) => form === 'plain'))));
  return rows;
}

test('attacks of every group are caught in each form, and their twins do not alarm', async () => {
  const rows = await measure('attacks');
  for (const form of ['plain', 'split', 'encoded']) {
    const own = rows.filter((row) => row.form === form);
    const missed = own.filter(({ caught }) => !caught).map(({ id }) => id);
    expect({ form, missed, enough: missed.length <= own.length * 0.05 }).toMatchObject({
      enough: true,
    });
  }
  expect(rows.filter(({ alarms }) => alarms.length > 0)).toEqual([]);
}, 300_000);

test('most attacks that no rule was written for are caught, and hardly a twin alarms', async () => {
  const rows = (await measure('unseen')).filter(({ form }) => form === 'plain');
  const missed = rows.filter(({ caught }) => !caught);
  const alarming = rows.filter(({ alarms }) => alarms.length > 0);
  expect(missed.length).toBeLessThanOrEqual(rows.length * 0.4);
  expect(alarming.length).toBeLessThanOrEqual(rows.length * 0.05);
}, 300_000);
