import { counted } from '../../../toolbox/plural.js';
import type { DataCheck } from '../../persistence/contract/db.js';
import { sealedColumnsPoint } from '../contract/index.js';
import { SecretKeys } from './keys.js';
import { sealedPages } from './sealed-rows.js';
import { openValue } from './sealed-value.js';

const REMEDY =
  'Give the server the keys that sealed them (secret.key beside the SQLite database, else SVC_SECRET_KEY), or set them again.';

/** Opens every sealed value. */
export const checkSealed: DataCheck = async (data) => {
  const keys = await new SecretKeys(data.host, data.folder).present();
  const counts = new Map<string, number>();
  for (const { id: column, data: sealed } of data.extensions.of(sealedColumnsPoint)) {
    if (!data.has(sealed)) continue;
    for await (const page of sealedPages(data, sealed))
      for (const { id: row, value } of page) {
        const opened = openValue(value, keys, { column, row });
        if ('text' in opened) continue;
        const what = `${sealed.table}.${sealed.column} cannot be opened: ${opened.why}`;
        counts.set(what, (counts.get(what) ?? 0) + 1);
      }
  }
  return [...counts].map(
    ([what, count]) => `${counted(count, 'sealed value')} of ${what}. ${REMEDY}`,
  );
};
