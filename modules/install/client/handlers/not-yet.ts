import { notAvailableYet } from 'svc-registry/kernel';

/** Flags that help shows and whose machinery comes later. */
const later = {
  global: 'Working on the plugins of the user (--global)',
  watchLocal: 'Watching a local plugin (--watch-local)',
} as const;

/** Throws `not_available_yet` when one of these flags is used. */
export function refuseLater(input: { readonly global?: boolean; readonly watchLocal?: boolean }): void {
  if (input.global === true) throw notAvailableYet({ what: later.global });
  if (input.watchLocal === true) throw notAvailableYet({ what: later.watchLocal });
}
