import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { recordingLog, type LogEntry } from 'svc-registry/testing';
import { builtInModules } from '../../hosts/builtin.js';
import { packageSources } from '../../hosts/outside/package-source.js';
import {
  builtInSources,
  createKernel,
  type FaultCode,
  type Kernel,
  type KernelOptions,
  type ModuleStatus,
} from '../../kernel/index.js';

const CONFIG = join(import.meta.dirname, '..', 'fixtures', 'modules', 'config.json');
const log: LogEntry[] = [];
let cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
  cleanups = [];
});

/** A host with the built-in modules and the named fixtures, as a configuration beside them would name them. */
async function open(
  facet: 'client' | 'server',
  names: readonly string[],
  more: Partial<KernelOptions> = {},
): Promise<Kernel> {
  log.length = 0;
  const home = await mkdtemp(join(tmpdir(), 'svc-broken-'));
  const env = { SVC_DATA_DIR: join(home, 'server') };
  const sources = await packageSources(
    names.map((name) => `./broken/${name}`),
    CONFIG,
  );
  const host = {
    facet,
    version: '1',
    env,
    home,
    log: recordingLog(log),
    fetch,
    clock: () => new Date(),
  } as const;
  const kernel = await createKernel({
    facet,
    sources: [...builtInSources([], builtInModules), ...sources],
    host,
    ...more,
  });
  cleanups.push(
    () => rm(home, { recursive: true, force: true }),
    () => kernel.stop(),
  );
  return kernel;
}

const outside = (kernel: Kernel): ModuleStatus[] =>
  kernel.modules().filter(({ origin }) => origin !== 'built-in');

// jest cannot link all of them at once when their imports overlap; node can
for (const load of Object.values(builtInModules)) await load();

describe('a module from outside that cannot be used', () => {
  it.each<[string, string, FaultCode, RegExp]>([
    [
      'throws-at-load',
      'weather',
      'load_failed',
      /cannot be loaded: the weather service gave no answer/,
    ],
    ['throws-at-start', 'moody', 'start_failed', /did not start: not today/],
    ['stale-manifest', 'stale', 'manifest_stale', /its manifest is out of date in "operations"/],
  ])(
    '%s is known once it is used, and its operations say why',
    async (...[fixture, id, code, cause]) => {
      const kernel = await open('client', [fixture, 'too-new']);
      expect(outside(kernel).find((module) => module.id === id)).toMatchObject({
        state: 'resolved',
      });
      await expect(kernel.invoke(`${id}.show`, {})).rejects.toMatchObject({
        code: 'module_unavailable',
        exit: 6,
        message: expect.stringMatching(cause),
        details: { module: id, reason: code },
      });
      expect(outside(kernel).find((module) => module.id === id)).toMatchObject({
        state: 'failed',
        code,
      });
      expect(
        log.filter(({ level }) => level === 'error').map(({ fields }) => fields['module']),
      ).toEqual([id]);
    },
  );

  it('is given up when it takes too long', async () => {
    const due = new Set<() => void>();
    const timers: KernelOptions['timers'] = {
      set: (action) => (due.add(action), action),
      clear: (action) => due.delete(action as () => void),
    };
    const kernel = await open('client', ['slow'], { timers });
    const services = kernel.services('slow');
    services.catch(() => undefined);
    // nothing but the limit ends this start
    while (outside(kernel)[0]?.state !== 'failed') {
      await turn();
      for (const action of due) action();
    }
    await expect(services).rejects.toMatchObject({
      code: 'module_unavailable',
      details: { module: 'slow', reason: 'too_slow' },
    });
    expect(outside(kernel)).toMatchObject([{ id: 'slow', state: 'failed', code: 'too_slow' }]);
    await expect(kernel.services('install')).resolves.toBeDefined();
  });

  it.each<[string, string, RegExp]>([
    [
      'bad-prefix',
      'squatter',
      /the module "squatter" are refused: its prefix is "registry_" and has to be "squatter_"/,
    ],
    [
      'bad-migration',
      'mover',
      /migration "CreateNothing1764000000003" of the module "mover" failed: no room for this table/,
    ],
  ])('%s costs no server its start', async (...[fixture, id, cause]) => {
    const kernel = await open('server', [fixture]);
    await kernel.startAll();
    const rows = kernel.modules();
    expect(rows.find((module) => module.id === id)).toMatchObject({
      state: 'failed',
      code: 'start_failed',
      cause: expect.stringMatching(cause),
    });
    expect(rows.filter(({ origin, state }) => origin === 'built-in' && state !== 'active')).toEqual(
      [],
    );
  });
});
