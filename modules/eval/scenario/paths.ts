import { posix } from 'node:path';
import type { JsonValue } from '../../../toolbox/json-value.js';
import type { Findings } from './findings.js';

/** A path that a file names, without `./` and a slash at the end; reported, and `undefined`, if it is absolute or cannot be a path. */
export function relativePath(value: JsonValue, findings: Findings): string | undefined {
  const written = value.text();
  if (written === undefined) return undefined;
  if (/[\0\\]/.test(written)) {
    value.error('A path has / between its folders, and no NUL.');
    return undefined;
  }
  if (posix.isAbsolute(written) || /^(?:[A-Za-z]:|~)/.test(written)) {
    findings.add('outside', `"${written}" is not a relative path.`, value.location);
    return undefined;
  }
  return posix.normalize(written).replace(/(?<=.)\/$/, '');
}

/** The same for a path that stays below the folder that it is relative to, which `folder` names. */
export function innerPath(
  value: JsonValue,
  { findings, folder }: { readonly findings: Findings; readonly folder: string },
): string | undefined {
  const path = relativePath(value, findings);
  if (path === undefined || !(path === '..' || path.startsWith('../'))) return path;
  findings.add('outside', `"${path}" leads out of ${folder}.`, value.location);
  return undefined;
}
