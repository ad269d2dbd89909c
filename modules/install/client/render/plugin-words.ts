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

/** A plugin's prose on one line, so that it cannot imitate lines of svc. */
export function lineOf(text: string): string {
  return uncoloured(text).replace(/\s+/g, ' ').trim();
}

/** A plugin's name or command on one line with every character visible. A long one is shortened in the middle, visibly. */
export function oneLine(text: string): string {
  const line = escaped(text, /[\n\t\u001b]/g);
  return line.length > HEAD + TAIL
    ? `${line.slice(0, HEAD)} … ${line.slice(-TAIL)} (${line.length} characters, --json has all)`
    : line;
}

/** The command line argument for exactly this plugin. The version is left out if it is the default. */
export function argumentOf({
  name,
  version,
  source,
  latestVersion,
}: Pick<PluginCard, 'name' | 'version' | 'source' | 'latestVersion'>): string {
  if (source !== 'registry') return source;
  return version === latestVersion ? name : `${name}@${version}`;
}

/** The agents of a project, as the end of a sentence after "for". */
export function agentsText(agents: readonly string[]): string {
  return agents.length === 0 ? 'no agent' : agents.join(', ');
}
