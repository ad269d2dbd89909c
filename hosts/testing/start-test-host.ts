import {
  startTestHost as startHost,
  type TestHost as KernelHost,
  type TestHostOptions as KernelHostOptions,
} from '../../kernel/testing/index.js';
import type { PluginSketch } from './plugin-archive.js';
import { withRequired } from './required-modules.js';
import type { TestWorld } from './test-world.js';

/** What a test needs besides its modules. */
export interface TestHostOptions extends KernelHostOptions {
  /** The modules under test; those of the product that they require are added. */
  readonly modules: KernelHostOptions['modules'];
  /** Name of an organization to make, with a workspace of the same name and people in every role: see `TestWorld`. */
  readonly organization?: string;
  /** Plugins that are published in the workspace before the test begins. Needs `organization`. */
  readonly plugins?: readonly PluginSketch[];
  /** Address of an empty database, such as `postgres://user@host:5432/name`; default is a new file of SQLite. */
  readonly database?: string;
}

/** A running host. `stop()` it in the end, unless `startTestHost` was given the test. */
export interface TestHost extends KernelHost {
  /**
   * Works on the runs of `svc-registry/jobs` that are due, one after the other, until none is left, and answers the number of attempts.
   * A run that is to be tried again later becomes due when the test's `clock` says so.
   */
  readonly runBackground: () => Promise<number>;
}

type Started<O> = O extends { readonly organization: string } ? TestHost & TestWorld : TestHost;

/**
 * Boots the real kernel with the modules in a new temporary folder: a server, or a client, or both. With a test the host is stopped when the
 * test has ended, however it ends; it is stopped too when it cannot be started. For every test runner:
 * `test('…', () => startTestHost({ modules: [mine], organization: 'acme' }, async ({ people: { owner } }) => { … }))`.
 */
export async function startTestHost<O extends TestHostOptions>(options: O): Promise<Started<O>>;
export async function startTestHost<O extends TestHostOptions>(
  options: O,
  test: (host: Started<O>) => Promise<void>,
): Promise<void>;
export async function startTestHost<O extends TestHostOptions>(
  options: O,
  test?: (host: Started<O>) => Promise<void>,
): Promise<unknown> {
  const kernelHost = await startHost({ ...options, ...(await given(options)) });
  let started = false;
  try {
    const host = (await worldOn(kernelHost, options)) as Started<O>;
    if (test === undefined) {
      started = true;
      return host;
    }
    await test(host);
    return undefined;
  } finally {
    if (!started) await kernelHost.stop();
  }
}

async function given({
  modules,
  env = {},
  organization,
  plugins,
  database,
}: TestHostOptions): Promise<Pick<KernelHostOptions, 'modules' | 'env'>> {
  const ids = [
    ...(organization === undefined ? [] : ['identity']),
    ...(plugins === undefined ? [] : ['registry']),
  ];
  return {
    modules: await withRequired(modules, ids),
    env: database === undefined ? env : { SVC_DATABASE_URL: database, ...env },
  };
}

async function worldOn(
  host: KernelHost,
  { organization, plugins = [] }: TestHostOptions,
): Promise<TestHost | (TestHost & TestWorld)> {
  const server = () => {
    if (host.server === undefined) throw new Error('a host of the client facet has no server');
    return host.server;
  };
  const withRuns: TestHost = {
    ...host,
    runBackground: async () => (await import('./run-background.js')).runBackground(server()),
  };
  if (organization === undefined) return withRuns;
  const { makeWorld } = await import('./test-world.js');
  const world = await makeWorld({ kernel: host.kernel, server: server() }, organization);
  for (const plugin of plugins) await world.publish(plugin);
  return { ...withRuns, ...world };
}
