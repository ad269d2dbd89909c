import { isRecord } from '../../../../toolbox/type-guards.js';
import { FileTree } from '../file-tree.js';
import type { Draft } from './draft.js';
import { placeOf } from './found.js';
import type { Form } from './forms.js';
import { Converter } from './hooks/native-hook.js';

/** Hooks that a manifest of the one form that knows them has for single agents. */
export function givenNativeHooks(
  { id, fields }: Form,
  draft: Draft,
): Readonly<Record<string, unknown>> {
  const value = fields.get('nativeHooks');
  if (value === undefined) return {};
  if (id !== '.tessl-plugin/plugin.json' || value.type !== 'object') {
    draft.leftOut.add(placeOf(value), 'it is no map of agents');
    return {};
  }
  const tree = new FileTree(draft.all());
  return Object.fromEntries(
    [...(value.object() ?? [])].flatMap(([agent, config]) => {
      const converter = new Converter({ tree, startsInPlugin: false });
      const plain = config.plain();
      const converted = converter.convert(plain);
      const isConfig = isRecord(plain) || Array.isArray(plain);
      const wrong = isConfig && agent !== '' ? converter.wrong : 'it is no configuration of hooks';
      if (wrong !== undefined) draft.leftOut.add(placeOf(config), wrong);
      return wrong === undefined ? [[agent, converted] as const] : [];
    }),
  );
}
