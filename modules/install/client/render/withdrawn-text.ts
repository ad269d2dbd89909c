import type { TextStyle } from 'svc-registry/kernel';
import { removalText } from '../../contract/error-words.js';
import type { FailedCheck, WithdrawnPlugin } from '../../contract/results.js';

const states: Record<WithdrawnPlugin['state'], string> = {
  archived: 'is archived',
  unpublished: 'was unpublished and cannot be downloaded again',
  missing: 'is not in the registry, or you may not see it',
};

/** Notes on plugins that are not offered for new installs, one line each. */
export function withdrawnLines(
  withdrawn: readonly WithdrawnPlugin[],
  style: TextStyle,
): readonly string[] {
  return withdrawn.map(({ name, version, state, reason }) => {
    const facts = [reason ?? [], state === 'archived' ? [] : removalText(name)].flat();
    const why = facts.length === 0 ? '' : `: ${facts.join(' ')}`;
    return `${style.yellow('!')} ${style.bold(name)} ${version} ${states[state]}${why}`;
  });
}

/** Plugins that could not be looked up or installed, one line each. */
export function failedLines(failed: readonly FailedCheck[], style: TextStyle): readonly string[] {
  return failed.map(({ name, message }) => `${style.red('✗')} ${style.bold(name)}: ${message}`);
}
