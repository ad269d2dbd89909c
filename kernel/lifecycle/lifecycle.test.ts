import { afterEach, describe, expect, it } from '@jest/globals';
import { tmpdir } from 'node:os';
import {
  contribute,
  defineCommand,
  defineError,
  defineExtensionPoint,
  defineFacet,
  defineModule,
  extensionsKey,
  handle,
  provideFactory,
  serviceKey,
  type Facet,
  type ModuleDeclaration,
  type Services,
} from 'svc-registry/kernel';
import {
  createKernel,
  inlineSource,
  type Kernel,
  type KernelOptions,
  type ModuleSource,
} from '../index.js';
import { deriveManifest } from '../manifest/derive-manifest.js';
import { recordingLog, type LogEntry } from '../testing/index.js';

const log: LogEntry[] = [];
let happened: string[] = [];
let kernel: Kernel;

async function start(
  sources: readonly ModuleSource[],
  more: Partial<KernelOptions> = {},
): Promise<Kernel> {
  happened = [];
  log.length = 0;
  const { facet = 'server' } = more;
  const host = {
    facet,
    version: '1',
    env: {},
    home: tmpdir(),
    log: recordingLog(log),
    fetch,
    clock: () => new Date(),
  } as const;
  kernel = await createKernel({ facet, sources, host, ...more });
  return kernel;
}
afterEach(() => kernel.stop());

function module(
  id: string,
  facet: Facet = {},
  requires: readonly string[] = [],
): ModuleDeclaration {
  const server: Facet = {
    onStart: () => {
      happened.push(`start ${id}`);
    },
    onStop: () => {
      happened.push(`stop ${id}`);
    },
    ...facet,
  };
  return defineModule({
    id,
    api: '^1.0.0',
    summary: id,
    requires,
    server: () => Promise.resolve({ default: defineFacet(server) }),
  });
}

const from = (declaration: ModuleDeclaration): ModuleSource => inlineSource(declaration);
const states = () =>
  kernel
    .modules()
    .map(({ id, state, cause }) => `${id} ${state}${cause === undefined ? '' : `: ${cause}`}`);

/** A time limit that is over whenever the test says so. */
function manualTimers(): { timers: NonNullable<KernelOptions['timers']>; pass: () => void } {
  const due = new Set<() => void>();
  return {
    timers: {
      set: (action) => (due.add(action), action),
      clear: (action) => due.delete(action as () => void),
    },
    pass: () => {
      for (const action of due) action();
    },
  };
}

describe('starting and stopping', () => {
  it('starts requirements first, each once, and stops in reverse order', async () => {
    await start([module('c', {}, ['a', 'b']), module('b', {}, ['a']), module('a')].map(from));
    await Promise.all([
      kernel.services('c'),
      kernel.services('b'),
      kernel.services('c'),
      kernel.startAll(),
    ]);
    await kernel.stop();
    expect(happened).toEqual(['start a', 'start b', 'start c', 'stop c', 'stop b', 'stop a']);
    expect(states()).toEqual(['a stopped', 'b stopped', 'c stopped']);
  });

  it('does not load a module that has nothing for this host', async () => {
    const declaration = defineModule({
      id: 'far',
      api: '^1.0.0',
      summary: 'far',
      client: () => Promise.reject(new Error('loaded')),
    });
    const manifest = await deriveManifest(declaration, []);
    const far: ModuleSource = inlineSource(declaration, {
      manifest,
      load: () => Promise.reject(new Error('loaded')),
    });
    await start([far, from(module('near', {}, ['far']))]);
    await kernel.services('near');
    expect(states()).toEqual(['far active', 'near active']);
  });

  it('starts only what is used', async () => {
    await start([module('a'), module('b')].map(from));
    await kernel.services('b');
    expect(states()).toEqual(['a resolved', 'b active']);
  });

  it('marks a module that does not start, runs its stop, and leaves the others usable', async () => {
    const failing = module('bad', { onStart: () => Promise.reject(new Error('no disk')) });
    await start([failing, module('needs', {}, ['bad']), module('fine')].map(from));
    await kernel.startAll();
    expect(states()).toEqual([
      'bad failed: did not start: no disk',
      'needs unsatisfied: requires module "bad", which is failed: did not start: no disk',
      'fine active',
    ]);
    expect(happened).toEqual(['stop bad', 'start fine']);
    await expect(kernel.services('needs')).rejects.toMatchObject({
      code: 'module_unavailable',
      exit: 6,
    });
    expect(log.map(({ message }) => message)).toContain('module "bad" did not start');
  });

  it('says again what the module itself said', async () => {
    const locked = defineError({
      code: 'x_locked',
      status: 503,
      exit: 6,
      title: 'Locked',
      message: () => 'The folder is in use.',
    });
    await start(
      [
        module('bad', { onStart: () => Promise.reject(locked()) }),
        module('needs', {}, ['bad']),
      ].map(from),
    );
    await expect(kernel.services('needs')).rejects.toMatchObject({ code: 'x_locked' });
    await expect(kernel.services('bad')).rejects.toMatchObject({ code: 'x_locked' });
  });

  it('leaves out the module whose contribution kept another from starting, and starts that one again', async () => {
    const refused = defineError({
      code: 'refused',
      status: 500,
      exit: 3,
      title: 'x',
      message: () => 'Their tables are refused.',
    });
    const point = defineExtensionPoint<object>('owner.point', 'object');
    const onStart = (services: Services) => {
      const [culprit] = services.get(extensionsKey).of(point);
      happened.push(`start owner with ${culprit?.module ?? 'nobody'}`);
      if (culprit !== undefined) throw refused(undefined, { details: { module: culprit.module } });
    };
    const theirs = {
      ...module('theirs', {}, ['owner']),
      contributes: [contribute(point, 'x', {})],
    };
    await start([
      inlineSource({ ...module('owner', { onStart }), points: [point] }),
      inlineSource(theirs, { origin: '/x/package.json' }),
      from(module('fine', {}, ['owner'])),
    ]);
    await kernel.startAll();
    expect(states()).toEqual([
      'owner active',
      'fine active',
      'theirs failed: did not start: Their tables are refused.',
    ]);
    expect(happened).toEqual([
      'start owner with theirs',
      'stop owner',
      'start owner with nobody',
      'start fine',
    ]);
  });

  it('blames no built-in module for the failure of another', async () => {
    const refused = defineError({
      code: 'refused',
      status: 500,
      exit: 3,
      title: 'x',
      message: () => 'no',
    });
    const onStart = () => Promise.reject(refused(undefined, { details: { module: 'other' } }));
    await start([from(module('owner', { onStart })), from(module('other'))]);
    await kernel.startAll();
    expect(states()).toEqual(['owner failed: did not start: no', 'other active']);
  });

  it('answers for the operations of a module that cannot be used, with the reason', async () => {
    const operation = handle(
      defineCommand({
        id: 'bad.do',
        summary: 'x',
        effect: 'write',
        runsAt: 'server',
        access: 'anyone',
        input: () => Promise.reject(new Error('not needed')),
        http: { method: 'POST', path: '/bad', tag: 'experimental' },
      }),
      { run: () => Promise.reject(new Error('not needed')) },
    );
    await start([from({ ...module('bad'), api: '^9.0.0', operations: [operation] })]);
    expect(kernel.unavailableOperations().map(({ id }) => id)).toEqual(['bad.do']);
    const why = 'written for kernel api ^9.0.0, but this is 1.0.0';
    await expect(kernel.invoke('bad.do', {})).rejects.toMatchObject({
      code: 'module_unavailable',
      exit: 6,
      message: `not available: bad is not loaded (${why})`,
      details: { module: 'bad', reason: 'unsupported_api' },
    });
  });

  it('shares a failed start among concurrent callers', async () => {
    let starts = 0;
    const failing = module('bad', {
      onStart: () => {
        starts += 1;
        return Promise.reject(new Error('no'));
      },
    });
    await start([from(failing)]);
    const results = await Promise.allSettled([kernel.services('bad'), kernel.services('bad')]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(starts).toBe(1);
  });

  it('gives up a start that takes too long', async () => {
    const { timers, pass } = manualTimers();
    const began = new Promise<void>((resolve) => {
      const slow = module('slow', {
        onStart: () => {
          resolve();
          return new Promise<void>(() => undefined);
        },
      });
      void start([slow, module('fine')].map(from), {
        timers,
        limits: { start: 5000, stop: 1000 },
      }).then(() => kernel.startAll());
    });
    await began;
    pass();
    await expect(kernel.services('slow')).rejects.toMatchObject({ code: 'module_unavailable' });
    await kernel.services('fine');
    expect(states()).toEqual([
      'slow failed: did not start: the start of module "slow" took longer than 5 s',
      'fine active',
    ]);
    expect(kernel.modules()[0]?.code).toBe('too_slow');
  });

  it('gives up code that does not come to its end while it is loaded', async () => {
    const { timers, pass } = manualTimers();
    let began = (): void => undefined;
    const beginning = new Promise<void>((resolve) => (began = resolve));
    const load = () => {
      began();
      return new Promise<ModuleDeclaration>(() => undefined);
    };
    const manifest = await deriveManifest(module('hangs'), ['server']);
    await start([{ id: 'hangs', origin: '/x/package.json', manifest, load }], { timers });
    const services = kernel.services('hangs');
    await beginning;
    pass();
    await expect(services).rejects.toMatchObject({
      code: 'module_unavailable',
      details: { module: 'hangs', reason: 'too_slow' },
    });
  });

  it('stops the rest when one does not stop', async () => {
    const stuck = module('stuck', { onStop: () => Promise.reject(new Error('stuck')) });
    await start([from(module('a')), from(stuck)]);
    await kernel.startAll();
    await kernel.stop();
    expect(happened).toEqual(['start a', 'start stuck', 'stop a']);
    expect(log).toMatchObject([{ level: 'error', message: 'module "stuck" did not stop cleanly' }]);
  });

  it('disposes of services in the reverse of the order in which they were made', async () => {
    const keys = ['a', 'b'].map((name) => serviceKey<object>(`x.${name}`));
    const provides = keys.map((key) =>
      provideFactory(key, () => ({
        dispose: () => happened.push(`dispose ${String(key.description)}`),
      })),
    );
    await start([from(module('x', { provides }))]);
    const services = await kernel.services('x');
    for (const key of keys.toReversed()) services.get(key);
    await kernel.stop();
    expect(happened).toEqual(['start x', 'stop x', 'dispose svc:x.a', 'dispose svc:x.b']);
  });

  it('lets a module ask for what it requires until it has stopped', async () => {
    const key = serviceKey<string>('base.text');
    const base = module('base', { provides: [provideFactory(key, () => 'still here')] });
    const onStop: Facet['onStop'] = (services) => {
      happened.push(services.get(key));
    };
    await start([from(base), from(module('late', { onStop }, ['base']))]);
    await kernel.services('late');
    await kernel.stop();
    expect(happened).toEqual(['start base', 'start late', 'still here', 'stop base']);
    expect(log).toEqual([]);
  });

  it('starts nothing after the stop', async () => {
    await start([from(module('a'))]);
    await kernel.stop();
    await expect(kernel.services('a')).rejects.toMatchObject({ code: 'module_unavailable' });
    expect(happened).toEqual([]);
  });

  it('fails only for what the host requires', async () => {
    const broken: ModuleSource = {
      id: 'broken',
      origin: 'built-in',
      load: () => Promise.reject(new Error('boom')),
    };
    await start([broken]);
    expect(states()).toEqual(['broken failed: cannot be loaded: boom']);
    await expect(start([{ ...broken, required: true }])).rejects.toThrow(
      'not available: broken is not loaded (cannot be loaded: boom)',
    );
    await start([
      {
        ...from(module('bad', { onStart: () => Promise.reject(new Error('no')) })),
        required: true,
      },
    ]);
    await expect(kernel.startAll()).rejects.toThrow(
      'not available: bad is not loaded (did not start: no)',
    );
  });

  it("needs no declaration of a module that is only required on the user's machine", async () => {
    const key = serviceKey<string>('needed.word');
    const client = { default: defineFacet({ provides: [provideFactory(key, () => 'word')] }) };
    const load = () => Promise.reject(new Error('loaded'));
    const needed = defineModule({
      id: 'needed',
      api: '^1.0.0',
      summary: 'x',
      client: () => Promise.resolve(client),
    });
    const manifest = await deriveManifest(needed, ['client']);
    const facts = { origin: 'built-in', manifest, load } as const;
    const needing = from(module('needing', {}, ['needed']));
    await start([{ ...facts, id: 'needed', client: () => Promise.resolve(client) }, needing], {
      facet: 'client',
    });
    await kernel.services('needing');
    expect(await kernel.get(key)).toBe('word');
    await start([{ ...facts, id: 'needed' }, needing], { facet: 'client' });
    await expect(kernel.services('needing')).rejects.toMatchObject({ code: 'module_unavailable' });
  });

  it('loads no code of a module that has a manifest before its first use', async () => {
    let loads = 0;
    const provides = { client: [], server: [] };
    const lists = { requires: [], operations: [], machines: [], errors: [] };
    const contributes = [{ point: 'x.point', id: 'one', data: { n: 1 } }];
    const manifest = {
      format: 1,
      id: 'lazy',
      api: '^1.0.0',
      summary: 'x',
      ...lists,
      contributes,
      provides,
    } as const;
    const load = () => {
      loads += 1;
      return Promise.resolve(module('lazy'));
    };
    await start([{ id: 'lazy', origin: 'built-in', manifest, load }]);
    expect(
      kernel.extensions
        .of({ id: 'x.point' })
        .map(({ module: from, id, data }) => ({ from, id, data })),
    ).toEqual([{ from: 'lazy', id: 'one', data: { n: 1 } }]);
    expect(loads).toBe(0);
    await Promise.all([kernel.services('lazy'), kernel.services('lazy')]);
    expect(loads).toBe(1);
  });
});
