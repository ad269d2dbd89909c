import { notFound, type SvcError } from 'svc-registry/kernel';
import { moderationHidden, versionUnpublished } from '../../../registry/contract/errors.js';
import { removalText } from '../../contract/error-words.js';
import {
  downloadUnavailable,
  entryUnknown,
  marketplaceMissing,
  packageVersionUnknown,
} from '../../contract/package-errors.js';
import type { FailedCheck } from '../../contract/results.js';
import {
  nothingToInstall,
  pathUnknown,
  refUnknown,
  repositoryUnavailable,
  repositoryUnreachable,
} from '../../contract/source-errors.js';

/** What sources and the registry answer about what is gone, private, moved or withheld. */
const GONE = [
  repositoryUnavailable,
  repositoryUnreachable,
  refUnknown,
  pathUnknown,
  nothingToInstall,
  downloadUnavailable,
  packageVersionUnknown,
  marketplaceMissing,
  entryUnknown,
  notFound,
  versionUnpublished,
  moderationHidden,
];

export function isGone(error: SvcError): boolean {
  return GONE.some((one) => one.is(error));
}

/** An error about one plugin as a row of a report; for what is gone with the way out. */
export function failedCheck(name: string, error: SvcError): FailedCheck {
  const { code, message, hint } = error;
  const isSaid = hint?.includes('svc uninstall') === true;
  const remedy = isGone(error) && !isSaid ? removalText(name) : undefined;
  return { name, code, message: [message, hint, remedy].filter(Boolean).join(' ') };
}
