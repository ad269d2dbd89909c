import type { JsonValue } from '../../../../toolbox/json-value.js';
import { pluginPath } from '../relative-path.js';
import type { CommandSource } from './commands.js';
import type { Draft } from './draft.js';
import { findFiles, nameUnlisted } from './find-files.js';
import { Finds, placeOf, type Found } from './found.js';
import type { Form } from './forms.js';

const plain = { name: undefined, values: new Map<string, unknown>(), content: undefined };

/** The commands of a manifest: files, folders, or a map of names. */
export function findCommands(form: Form, draft: Draft): Found<CommandSource> {
  const { commands: location } = form.facts;
  const listed = form.fields.get('commands');
  if (location !== undefined && listed?.type === 'object') {
    const finds = namedCommands(listed);
    nameUnlisted({ location, draft, finds }, 'commands');
    return finds;
  }
  const { parts, problems } = findFiles({ location, field: 'commands' }, form, draft);
  const commands = [...parts.keys()].map((path) => [path, { ...plain, path }] as const);
  return { parts: new Map(commands), problems };
}

function namedCommands(listed: JsonValue): Finds<CommandSource> {
  const finds = new Finds<CommandSource>();
  for (const [name, value] of listed.object() ?? []) {
    const fields = value.type === 'object' ? value.object() : undefined;
    const text = (key: string): string | undefined => {
      const field = fields?.get(key);
      return field?.type === 'string' ? field.string() : undefined;
    };
    const [source, content] = [text('source'), text('content')];
    const path = source === undefined ? undefined : pluginPath(source);
    if (path === undefined && content === undefined)
      finds.problem(placeOf(value), 'it names no file of the plugin and holds no text');
    else finds.parts.set(path ?? name, { name, path, content, values: valuesOf(text) });
  }
  return finds;
}

function valuesOf(text: (key: string) => string | undefined): ReadonlyMap<string, unknown> {
  const keys = [
    ['description', 'description'],
    ['argument-hint', 'argumentHint'],
    ['model', 'model'],
  ] as const;
  return new Map(
    keys.flatMap(([key, written]) => {
      const value = text(written);
      return value === undefined ? [] : [[key, value] as const];
    }),
  );
}
