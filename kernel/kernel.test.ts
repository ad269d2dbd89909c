import { afterEach, describe, expect, it } from '@jest/globals';
import { injectable, inject } from 'tsyringe';
import {
  authorizerKey,
  contribute,
  defineFacet,
  defineModule,
  defineOperation,
  handle,
  hostKey,
  invalidInput,
  locatorsPoint,
  provide,
  provideFactory,
  serviceKey,
  type AnyOperation,
  type Authorizer,
  type Caller,
  type Context,
  type Handler,
  type HostInfo,
  type Located,
  type Locator,
  type ModuleDeclaration,
} from 'svc-registry/kernel';
import { IsInt, IsString, MinLength, Optional, Type, ValidateNested } from 'svc-registry/dto';
import { createKernel, inlineSource } from './index.js';
import { startTestHost, type TestHost, type TestHostOptions } from './testing/index.js';

class Rule {
  @IsString() @MinLength(1) name!: string;
}
class NoteInput {
  @IsString() title!: string;
  @Optional() @IsInt() size?: number;
  @Optional() @ValidateNested({ each: true }) @Type(() => Rule) rules?: Rule[];
}
class Note {
  @IsString() title!: string;
}

interface Store {
  readonly notes: string[];
}
const storeKey = serviceKey<Store>('notes.store');

@injectable()
class AddNote implements Handler<NoteInput, Note> {
  constructor(
    @inject(storeKey) private readonly store: Store,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  run({ title }: NoteInput, { caller, target }: Context): Promise<Note> {
    this.store.notes.push(
      `${title} by ${caller.label} on ${target?.name ?? '-'} at ${this.host.facet}`,
    );
    return Promise.resolve({ title });
  }
}

class NoteLocator implements Locator {
  locate(id: string): Promise<Located | null> {
    return Promise.resolve(
      id === 'nowhere' ? null : { kind: 'note', name: id, visibility: 'members', value: id },
    );
  }
}

const authorizer: Authorizer = {
  authenticate: (token) =>
    Promise.resolve<Caller>({ kind: 'user', id: token ?? '', label: token ?? '' }),
  decide: (caller, _permission, { name }) => {
    if (name === 'secret') return Promise.resolve('hide');
    if (caller.kind === 'anonymous') return Promise.resolve('sign-in');
    return Promise.resolve(caller.id === 'ann' ? 'allow' : 'deny');
  },
};

function operation(name: string, more: Partial<AnyOperation> = {}): AnyOperation {
  return {
    ...defineOperation({
      id: `notes.${name}`,
      summary: 'Add a note',
      effect: 'write',
      runsAt: 'server',
      access: 'anyone',
      input: () => Promise.resolve(NoteInput),
      output: () => Promise.resolve(Note),
      http: { method: 'POST', path: `/v1/notes/${name}`, tag: 'public' },
    }),
    ...more,
  };
}

const add = operation('add');
const addSignedIn = operation('add-signed-in', { access: 'signed-in' });
const addOn = operation('add-on', {
  access: { permission: 'note:write', on: 'note', of: ({ title }: NoteInput) => title },
});
const refused = operation('refused', {
  access: {
    permission: 'note:write',
    on: 'note',
    of: () => 'x',
    refusal: () => invalidInput({ what: 'ask somebody' }),
  },
});
const later = operation('later', { cli: { name: 'note later' } });
const broken = operation('broken');
const relay = operation('relay');
const slow = operation('slow');

class Broken implements Handler<NoteInput, Note> {
  run(): Promise<Note> {
    return Promise.reject(new TypeError('oops'));
  }
}
class Relay implements Handler<NoteInput, unknown> {
  run(input: NoteInput, { invoke }: Context): Promise<unknown> {
    return invoke(addOn, input);
  }
}
class Slow implements Handler<NoteInput, unknown> {
  run(_input: NoteInput, { signal }: Context): Promise<unknown> {
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        reject(new Error('interrupted'));
      });
    });
  }
}

const notes = defineModule({
  id: 'notes',
  api: '^1.0.0',
  summary: 'Notes',
  operations: [
    ...[add, addSignedIn, addOn, refused].map((bound) =>
      handle(bound, { run: () => Promise.resolve(AddNote) }),
    ),
    handle(broken, { run: () => Promise.resolve(Broken) }),
    handle(relay, { run: () => Promise.resolve(Relay) }),
    handle(slow, { run: () => Promise.resolve(Slow) }),
    handle(later, {}),
  ],
  contributes: [
    contribute(locatorsPoint, 'note', { kind: 'note' }, () => Promise.resolve(NoteLocator)),
  ],
  server: () =>
    Promise.resolve({
      default: defineFacet({
        provides: [
          provideFactory(storeKey, () => ({ notes: [] })),
          provideFactory(authorizerKey, () => authorizer),
        ],
      }),
    }),
});

let host: TestHost;
async function start(
  modules: readonly ModuleDeclaration[],
  options: Partial<TestHostOptions> = {},
): Promise<TestHost> {
  host = await startTestHost({ modules, ...options });
  return host;
}
afterEach(() => host.stop());

describe('calling an operation in this process', () => {
  it('starts the module, checks the input and runs the handler with its services', async () => {
    const { invoke, get, kernel } = await start([notes]);
    expect(kernel.modules()).toEqual([{ id: 'notes', origin: 'built-in', state: 'resolved' }]);
    await expect(invoke(add, { title: 'a' })).resolves.toEqual({ title: 'a' });
    expect((await get(storeKey)).notes).toEqual(['a by anonymous on - at server']);
    expect(kernel.modules()).toEqual([{ id: 'notes', origin: 'built-in', state: 'active' }]);
  });

  it('answers one error with an issue per wrong field', async () => {
    const { invoke } = await start([notes]);
    const input = { size: 'x', rules: [{ name: '' }, 'no', { name: 'a', more: 1 }], extra: true };
    await expect(invoke('notes.add', input)).rejects.toMatchObject({
      code: 'invalid_input',
      exit: 3,
      message: 'The input has 6 problems.',
      issues: expect.arrayContaining([
        { field: 'title', message: 'title is required' },
        { field: 'size', message: 'size must be an integer number' },
        { field: 'rules[0].name', message: 'name must be longer than or equal to 1 characters' },
        { field: 'rules[2].more', message: 'unknown field "more"' },
        { field: 'extra', message: 'unknown field "extra"' },
      ]) as unknown,
    });
  });

  it.each([[null], [[]], ['text']])('refuses an input that is no object: %j', async (input) => {
    const { invoke } = await start([notes]);
    await expect(invoke('notes.add', input)).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('names the field when only one is wrong', async () => {
    const { invoke } = await start([notes]);
    await expect(invoke('notes.add', {})).rejects.toMatchObject({ message: 'title is required' });
    const nested = { title: 'a', rules: [{ name: 1 }] };
    await expect(invoke('notes.add', nested)).rejects.toMatchObject({
      message: expect.stringMatching(/^rules\[0\]\.name: name must be/) as unknown,
    });
  });

  it('says what is planned and by which command', async () => {
    const { invoke } = await start([notes]);
    await expect(invoke('notes.later', {})).rejects.toMatchObject({
      code: 'not_available_yet',
      message: '`svc note later` is not available yet.',
    });
  });

  it('keeps what was not foreseen for the log', async () => {
    const { invoke, log } = await start([notes]);
    await expect(invoke(broken, { title: 'a' })).rejects.toMatchObject({
      code: 'internal',
      status: 500,
      cause: new TypeError('oops'),
    });
    expect(log.map(({ message }) => message)).toEqual(['unexpected error']);
  });

  it('says what module an unknown operation would need', async () => {
    const { invoke } = await start([notes]);
    await expect(invoke('other.thing', {})).rejects.toMatchObject({
      code: 'module_unavailable',
      message: 'not available: other is not loaded',
    });
    await expect(invoke('notes.nothing', {})).rejects.toMatchObject({ code: 'not_found' });
  });

  it('stops waiting when the caller gives up', async () => {
    const { invoke } = await start([notes]);
    const controller = new AbortController();
    const running = invoke(slow, { title: 'a' }, { signal: controller.signal });
    setTimeout(() => {
      controller.abort();
    }, 5);
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    await expect(invoke(add, { title: 'a' }, { signal: controller.signal })).rejects.toMatchObject({
      code: 'cancelled',
    });
  });
});

describe('access', () => {
  it.each<[string, { called: AnyOperation; title: string; token?: string }, string]>([
    ['signed-in, stranger', { called: addSignedIn, title: 'a' }, 'sign_in_required'],
    ['unknown object', { called: addOn, title: 'nowhere', token: 'ann' }, 'not_found'],
    ['hidden object', { called: addOn, title: 'secret', token: 'ann' }, 'not_found'],
    ['stranger', { called: addOn, title: 'a' }, 'sign_in_required'],
    ['without the permission', { called: addOn, title: 'a', token: 'bob' }, 'denied'],
    ['with a refusal of its own', { called: refused, title: 'a', token: 'bob' }, 'invalid_input'],
    [
      'called by another operation as the same caller',
      { called: relay, title: 'a', token: 'bob' },
      'denied',
    ],
  ])('%s', async (_name, { called, title, token }, code) => {
    const { invoke } = await start([notes]);
    await expect(invoke(called, { title }, { token })).rejects.toMatchObject({ code });
  });

  it('says the same about a hidden object and one that does not exist', async () => {
    const { invoke } = await start([notes]);
    const hidden = (await invoke(addOn, { title: 'secret' }, { token: 'ann' }).catch(
      (error: unknown) => error,
    )) as Error;
    const absent = (await invoke(addOn, { title: 'nowhere' }, { token: 'ann' }).catch(
      (error: unknown) => error,
    )) as Error;
    expect(hidden.message.replace('secret', '')).toBe(absent.message.replace('nowhere', ''));
  });

  it('hands the located object to the handler, also through another operation', async () => {
    const { invoke, get } = await start([notes]);
    await invoke(addOn, { title: 'a' }, { token: 'ann' });
    await invoke(relay, { title: 'b' }, { token: 'ann' });
    expect((await get(storeKey)).notes).toEqual([
      'a by ann on a at server',
      'b by ann on b at server',
    ]);
  });
});

describe('loading beforehand', () => {
  it('takes what calls of this process will need, and leaves what cannot be loaded to its call', async () => {
    const here = operation('here', { runsAt: 'client', access: 'local' });
    const lost = operation('lost');
    const loaded: string[] = [];
    const load =
      <T>(name: string, type: T) =>
      () => {
        loaded.push(name);
        return Promise.resolve(type);
      };
    const module = defineModule({
      id: 'notes',
      api: '^1.0.0',
      summary: 'x',
      operations: [
        handle(add, { run: load('add', Broken) }),
        handle(here, { run: load('here', Broken) }),
        handle(lost, { run: () => Promise.reject(new Error('no such file')) }),
        handle(later, {}),
      ],
      contributes: [
        contribute(locatorsPoint, 'note', { kind: 'note' }, load('locator', NoteLocator)),
      ],
      server: () => Promise.resolve({ default: defineFacet({}) }),
    });
    const { kernel, invoke, log } = await start([module]);
    await kernel.loadAll();
    expect(loaded).toEqual(['add', 'locator']);
    expect(log).toMatchObject([
      { level: 'error', message: 'cannot be loaded', fields: { operation: 'notes.lost' } },
    ]);
    await expect(invoke(lost, { title: 'a' })).rejects.toMatchObject({ code: 'internal' });
  });
});

describe('client and server', () => {
  it('takes calls of server operations to the server', async () => {
    const { invoke, server, kernel } = await start([notes], { facet: 'both' });
    await expect(invoke(addOn, { title: 'a' }, { token: 'ann' })).resolves.toEqual({ title: 'a' });
    expect(server?.modules()).toMatchObject([{ state: 'active' }]);
    expect(kernel.modules()).toMatchObject([{ state: 'resolved' }]);
  });

  it('reports notices of the server to the caller, also those of a call within a call', async () => {
    const here = operation('here', { runsAt: 'client', access: 'local' });
    const local = defineModule({
      ...notes,
      operations: [
        handle(here, { run: () => Promise.resolve(Relay) }),
        handle(addOn, { run: () => Promise.resolve(AddNote) }),
      ],
    });
    const heard: string[] = [];
    const nothing = (): void => undefined;
    const kernel = await createKernel({
      facet: 'client',
      sources: [inlineSource(local)],
      host: await start([local], { facet: 'client' }).then(({ get }) => get(hostKey)),
      progress: { step: nothing, note: nothing, warn: (text) => void heard.push(text) },
      remote: {
        call: ({ progress }) => {
          progress?.warn('ends soon');
          return Promise.resolve({ title: 'a' });
        },
      },
    });
    await kernel.invoke(here, { title: 'a' });
    await kernel.invoke(addOn, { title: 'a' });
    expect(heard).toEqual(['ends soon', 'ends soon']);
    await kernel.stop();
  });

  it('refuses operations of the client on a server', async () => {
    const here = operation('here', { runsAt: 'client', access: 'local' });
    const local = defineModule({
      id: 'notes',
      api: '^1.0.0',
      summary: 'x',
      operations: [handle(here, { run: () => Promise.resolve(Broken) })],
    });
    const { invoke } = await start([local]);
    await expect(invoke(here, { title: 'a' })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('services', () => {
  const otherKey = serviceKey<object>('other.thing');
  class Thing {
    disposed = 0;
    dispose(): void {
      this.disposed += 1;
    }
  }
  const other = defineModule({
    id: 'other',
    api: '^1.0.0',
    summary: 'x',
    server: () =>
      Promise.resolve({ default: defineFacet({ provides: [provide(otherKey, Thing)] }) }),
  });
  function asking(requires: readonly string[]): ModuleDeclaration {
    return defineModule({ id: 'asking', api: '^1.0.0', summary: 'x', requires });
  }

  it('sees what required modules provide, one instance each, disposed of at the end', async () => {
    const { kernel, get, stop } = await start([other, asking(['other'])]);
    const seen = (await kernel.services('asking')).get(otherKey);
    expect(seen).toBe(await get(otherKey));
    await stop();
    expect(seen).toMatchObject({ disposed: 1 });
  });

  it('takes a facet as TypeScript exports it from CommonJS: in the default of the default export', async () => {
    const facet = defineFacet({ provides: [provide(otherKey, Thing)] });
    const server = () => Promise.resolve({ default: { default: facet } });
    const { get } = await start([defineModule({ ...other, server })]);
    expect(await get(otherKey)).toBeInstanceOf(Thing);
  });

  it('names key and module when a requirement is missing', async () => {
    const { kernel } = await start([other, asking([])]);
    await kernel.startAll();
    const services = await kernel.services('asking');
    expect(() => services.get(otherKey)).toThrow(
      'Module "asking" asks for the service "other.thing" of module "other": add "other" to its "requires".',
    );
    expect(() => services.get(serviceKey('no.such'))).toThrow(
      'Module "asking" asks for the service "no.such", which no module provides',
    );
  });

  it('lets the host replace a service', async () => {
    const replaced = { mine: true };
    const { kernel, get } = await start([other], {
      provides: [provideFactory(otherKey, () => replaced)],
    });
    expect(await get(otherKey)).toBe(replaced);
    expect((await kernel.services('other')).get(otherKey)).toBe(replaced);
  });

  it('refuses a constructor parameter without a key', async () => {
    class Careless {
      constructor(readonly thing: Thing) {}
    }
    const { kernel } = await start([other]);
    const services = await kernel.services('other');
    expect(() => services.build(Careless)).toThrow(
      "Parameter 1 of Careless's constructor has no @inject with a service key or a class",
    );
  });

  it('keeps one instance of a class that is injected by itself, also where it is provided by a key', async () => {
    @injectable()
    class Asking {
      constructor(
        @inject(Thing) readonly byClass: Thing,
        @inject(otherKey) readonly byKey: unknown,
      ) {}
    }
    const { kernel, stop } = await start([other]);
    const services = await kernel.services('other');
    const { byClass, byKey } = services.build(Asking);
    expect(byKey).toBe(byClass);
    expect(services.get(Thing)).toBe(byClass);
    await stop();
    expect(byClass).toMatchObject({ disposed: 1 });
  });

  it('names services that need each other', async () => {
    const [a, b] = [serviceKey<object>('loop.a'), serviceKey<object>('loop.b')];
    const provides = [
      provideFactory(a, (services) => services.get(b)),
      provideFactory(b, (services) => services.get(a)),
    ];
    const loop = defineModule({
      id: 'loop',
      api: '^1.0.0',
      summary: 'x',
      server: () => Promise.resolve({ default: { provides } }),
    });
    const { get } = await start([loop]);
    await expect(get(a)).rejects.toThrow(
      'Services of module "loop" need each other: loop.a → loop.b → loop.a.',
    );
  });
});
