import { settingsPoint } from 'svc-registry/kernel';
import type { Kernel, Program } from '../kernel/index.js';
import { similar } from './cli/similar.js';
import type { UnknownSetting } from './module/contract/settings-report.js';

type Env = Readonly<Record<string, string | undefined>>;

/** Variables for other programs: svc's own tests, the hooks of plugins, and the extension of `svc agent`. */
const others = /^SVC_(TEST_|(PLUGIN_DIR|PROJECT_DIR|AGENT|AGENT_SESSION|HOOK_EVENT)$)/;

/** Environment variables that look like a setting of the program but are not one. */
export function unknownSettings(
  env: Env,
  kernel: Kernel,
  program: Program = 'svc',
): readonly UnknownSetting[] {
  const settings = kernel.extensions.of(settingsPoint);
  const known = new Set(settings.map(({ id }) => id));
  const own = settings.filter(({ data }) => (data.program ?? program) === program);
  return Object.keys(env)
    .filter(
      (name) =>
        name.startsWith(`${program.toUpperCase()}_`) &&
        !known.has(name) &&
        !others.test(name) &&
        env[name] !== undefined,
    )
    .sort()
    .map((name) => {
      const meant = similar(
        name,
        own.map(({ id }) => id),
      );
      return { name, ...(meant === undefined ? {} : { meant }) };
    });
}

export function unknownSettingText({ name, meant }: UnknownSetting): string {
  return `${name} is not a setting and has no effect${meant === undefined ? '' : `: did you mean ${meant}?`}`;
}
