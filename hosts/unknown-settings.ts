import { settingsPoint } from 'svc-registry/kernel';
import type { Kernel } from '../kernel/index.js';
import { similar } from './cli/similar.js';
import type { UnknownSetting } from './module/contract/settings-report.js';

type Env = Readonly<Record<string, string | undefined>>;

/** Variables for other programs: svc's own tests, and the hooks of plugins. */
const others = /^SVC_(TEST_|(PLUGIN_DIR|PROJECT_DIR|AGENT|HOOK_EVENT)$)/;

/** Environment variables that look like a setting but are not one. */
export function unknownSettings(env: Env, kernel: Kernel): readonly UnknownSetting[] {
  const known = new Set(kernel.extensions.of(settingsPoint).map(({ id }) => id));
  return Object.keys(env)
    .filter(
      (name) =>
        name.startsWith('SVC_') &&
        !known.has(name) &&
        !others.test(name) &&
        env[name] !== undefined,
    )
    .sort()
    .map((name) => {
      const meant = similar(name, known);
      return { name, ...(meant === undefined ? {} : { meant }) };
    });
}

export function unknownSettingText({ name, meant }: UnknownSetting): string {
  return `${name} is not a setting and has no effect${meant === undefined ? '' : `: did you mean ${meant}?`}`;
}
