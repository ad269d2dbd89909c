import type { PluginCard } from '../../contract/plugin-info.js';

const [HEAD, TAIL] = [110, 50];
const escapes: Readonly<Record<string, string>> = {
  '\n': String.raw`\n`,
  '\t': String.raw`\t`,
  '\u001b': String.raw`\u001b`,
};

const escaped = (text: string, characters: RegExp): string =>
  text.replaceAll(characters, (character) => escapes[character] ?? character);

/** A plugin's text without colours of its own. The host's terminal writer makes all other control characters harmless. */
export function uncoloured(text: string): string {
  return escaped(text, /\u001b/g);
}

/** Prose of a plugin on one line, so that it cannot pass for lines of svc. */
export function lineOf(text: string): string {
  return uncoloured(text).replace(/\s+/g, ' ').trim();
}

/** A name or command of a plugin on one line, every character shown. A long one loses its middle, and says so. */
export function oneLine(text: string): string {
  const line = escaped(text, /[\n\t\u001b]/g);
  return line.length > HEAD + TAIL
    ? `${line.slice(0, HEAD)} … ${line.slice(-TAIL)} (${line.length} characters, --json has all)`
    : line;
}

/** What names exactly this plugin on the command line. The version is left out where it is the one that comes anyway. */
export function argumentOf({
  name,
  version,
  source,
  latestVersion,
}: Pick<PluginCard, 'name' | 'version' | 'source' | 'latestVersion'>): string {
  if (source !== 'registry') return source;
  return version === latestVersion ? name : `${name}@${version}`;
}
