// What the engine makes of pairs: which attacks have a finding that their twin lacks, and which twins alarm.
import { formsOf } from './pairs.mjs';

const ALARMS = ['HIGH', 'CRITICAL'];
const keyOf = ({ rule, fingerprint }) => `${rule} ${fingerprint}`;

/** `review` answers the findings of a Map of files. One row for each form: `{ id, group, form, caught, severity, alarms }`. */
export async function measurePairs(attacks, review) {
  const rows = [];
  for (const attack of attacks) {
    let twin;
    for (const form of formsOf(attack)) {
      twin ??= await review(form.twin);
      const known = new Set(twin.map(keyOf));
      const fresh = (await review(form.attack)).filter((finding) => !known.has(keyOf(finding)));
      rows.push({
        id: attack.id,
        group: attack.group,
        form: form.form,
        caught: fresh.length > 0,
        severity: fresh[0]?.severity,
        rules: [...new Set(fresh.map(({ rule }) => rule))],
        alarms: twin.filter(({ severity }) => ALARMS.includes(severity)).map(({ rule }) => rule),
      });
    }
  }
  return rows;
}

/** Rows of a form by group: `{ group, total, caught, high }`, and all of them together as the last. */
export function totalsOf(rows) {
  const groups = [...new Set(rows.map(({ group }) => group)), 'all'];
  return groups.map((group) => {
    const own = rows.filter((row) => group === 'all' || row.group === group);
    const caught = own.filter((row) => row.caught);
    const high = caught.filter(({ severity }) => ALARMS.includes(severity));
    return { group, total: own.length, caught: caught.length, high: high.length };
  });
}
