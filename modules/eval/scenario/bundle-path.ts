/**
 * Paths in the archives of scenarios. Archives never have files that instruct agents, whatever they are for; fixtures and contexts do. Such a name gets a `_`
 * at its end on the way to the server, and loses it there.
 */
const NAME = '(?:agents\\.md|claude\\.md|gemini\\.md|\\.svc)';
const OWN = new RegExp(`^${NAME}_*$`, 'i');
const SENT = new RegExp(`^${NAME}_+$`, 'i');

const eachName = (path: string, change: (name: string) => string): string =>
  path.split('/').map(change).join('/');

/** The path under which a file is sent. */
export const sentPath = (path: string): string =>
  eachName(path, (name) => (OWN.test(name) ? `${name}_` : name));

/** The path that a file has been sent for. */
export const ownPath = (path: string): string =>
  eachName(path, (name) => (SENT.test(name) ? name.slice(0, -1) : name));
