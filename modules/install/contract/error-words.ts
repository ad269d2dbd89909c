const MOST = 20;

/** Names in a message: the first ones and how many more there are. */
export function listed(names: readonly string[]): string {
  const more = names.length - MOST;
  return more > 0 ? `${names.slice(0, MOST).join(', ')} and ${more} more` : names.join(', ');
}

/** A sentence about names that may have been meant, with a space behind it; empty without any. */
export function nearText(near: readonly string[]): string {
  return near.length === 0 ? '' : `Did you mean ${near.join(' or ')}? `;
}

/** The way out where a plugin is gone. */
export function removalText(name: string): string {
  return `\`svc uninstall ${name}\` takes it out of svc.json.`;
}
