import parseVersion from 'semver/functions/parse.js';
import { shortened } from '../../../../toolbox/shortened.js';
import type { LooseFile, VendorSource } from '../../contract/plugin-format.js';
import { limits } from '../limits.js';
import { manifestWith } from '../manifest-file.js';
import type { Draft } from './draft.js';
import type { Form } from './forms.js';
import type { TakenHooks } from './hooks/take-hooks.js';

/** The components of the converted plugin, as its manifest lists them. */
export interface Components {
  readonly skills: readonly string[];
  readonly rules: readonly string[];
  readonly agents: readonly string[];
  readonly hooks: TakenHooks;
  /** Of a form that has what ours has. */
  readonly nativeHooks: Readonly<Record<string, unknown>>;
}

const DESCRIBES = ['author', 'license', 'homepage', 'repository', 'keywords', 'displayName'];
const MOST_OF_DESCRIPTION = 2000;

/** The manifest. What makes it larger than manifests may be is left out. */
export function ownManifest(
  components: Components,
  { form, source, draft }: { form: Form; source: VendorSource; draft: Draft },
): LooseFile {
  const head = headOf(form, source);
  const lists = listsOf(components);
  const whole = manifestWith({ ...head, ...extrasOf(form), ...lists });
  if (fits(whole)) return whole;
  draft.leftOut.add('description of the author and others', 'the manifest would be too large');
  const bare = manifestWith({ ...head, ...lists });
  if (fits(bare)) return bare;
  draft.leftOut.add('hooks', 'the manifest would be too large');
  const paths = Object.fromEntries(
    Object.entries(lists).filter(([key]) => !['hooks', 'nativeHooks'].includes(key)),
  );
  const withoutHooks = manifestWith({ ...head, ...paths });
  if (fits(withoutHooks)) return withoutHooks;
  const most = Math.floor(limits.manifestBytes / 2 / 3 / 220);
  draft.leftOut.add('components', `the manifest lists at most ${most} of each kind`);
  const cut = Object.fromEntries(
    Object.entries(paths).map(([key, list]) => [
      key,
      Array.isArray(list) ? list.slice(0, most) : list,
    ]),
  );
  return manifestWith({ ...head, ...cut });
}

const fits = ({ content }: LooseFile): boolean => content.length <= limits.manifestBytes;

function headOf({ fields }: Form, { name, version }: VendorSource): object {
  const text = (key: string): string | undefined => {
    const value = fields.get(key);
    const found = value?.type === 'string' ? value.string()?.trim() : '';
    return found === '' ? undefined : found;
  };
  const own = text('version');
  // without the address: one folder has several, and the contents must not differ by which one was written
  const description = text('description') ?? text('summary') ?? `The plugin ${name}.`;
  return {
    name,
    version: own !== undefined && parseVersion(own)?.version === own ? own : version,
    description: shortened(description, MOST_OF_DESCRIPTION),
    private: true,
  };
}

function extrasOf({ fields }: Form): object {
  return Object.fromEntries(
    DESCRIBES.flatMap((key) => {
      const value = fields.get(key);
      return value === undefined ? [] : [[key, value.plain()]];
    }),
  );
}

function listsOf({ skills, rules, agents, hooks, nativeHooks }: Components) {
  const shared = Object.fromEntries(hooks.hooks);
  const native = {
    ...nativeHooks,
    ...Object.fromEntries(
      [...hooks.native].map(([agent, events]) => [agent, Object.fromEntries(events)]),
    ),
  };
  return {
    // always written: a folder of that name is not searched then
    rules,
    skills: skills.map((path) => (path === '.' ? './' : path)),
    ...(agents.length > 0 && { agents }),
    ...(Object.keys(shared).length > 0 && { hooks: shared }),
    ...(Object.keys(native).length > 0 && { nativeHooks: native }),
  };
}
