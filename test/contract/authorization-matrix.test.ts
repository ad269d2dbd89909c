import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isSvcError, type AnyOperation, type FileResult } from 'svc-registry/kernel';
import { builtInModules } from '../../hosts/testing/built-in-modules.js';
import { permissionsPoint } from '../../modules/identity/contract/access.js';
import { describeEachDatabase } from './databases.js';
import { shareOf } from './databases-by-day.js';
import type { AccessCase, Call } from './authorization/access-case.js';
import { expected, principals, type PrincipalName } from './authorization/rules.js';
import { createWorld, vetoing, type World } from './authorization/world.js';
import { accessCases } from './module-calls.js';

const declarations = await builtInModules();
const operations: readonly AnyOperation[] = declarations
  .flatMap(({ operations: bound = [] }) => bound)
  .filter(({ operation, run }) => operation.http !== undefined && run !== undefined)
  .map(({ operation }) => operation);

interface Cell {
  readonly title: string;
  readonly expected: string;
  readonly call: Call;
  readonly token: string | undefined;
}

/** An operation on objects of one kind. */
interface Entry {
  readonly name: string;
  readonly operation: AnyOperation;
  readonly accessCase: AccessCase;
}

const operationIn = (name: string): string => name.split(' ', 1)[0]!;
const moduleIn = (name: string): string => name.split('.', 1)[0]!;

const entries: readonly Entry[] = operations.flatMap((operation) => {
  const names = Object.keys(accessCases).filter((name) => operationIn(name) === operation.id);
  if (!names.includes(operation.id))
    throw new Error(
      `Say in testing/calls.ts of its module how "${operation.id}" is called, and who may call it.`,
    );
  return names.map((name) => ({ name, operation, accessCase: accessCases[name]! }));
});

/** Everything is made ready before the first call, so that the calls alone can change something. */
async function cellsOf({ operation, accessCase }: Entry, world: World): Promise<Cell[]> {
  const cells: Cell[] = [];
  const about = {
    need: accessCase,
    wide: accessCase.wide === true,
    writes: operation.effect === 'write',
  };
  for (const { fixture, visibility, by } of objectsOf(accessCase)) {
    const tokens = await world.tokens();
    const at = world.fixtures[fixture];
    for (const principal of Object.keys(principals) as PrincipalName[]) {
      cells.push({
        title: `${principal}, ${fixture} ${visibility} by ${by}`,
        expected: expected({ ...about, standing: principals[principal], fixture, visibility }),
        call: await accessCase.call(by === 'id' ? { ...at, ...at.ids } : at, visibility),
        token: tokens[principal],
      });
    }
  }
  return cells;
}

/** On what an operation is called. Plugins are referred to by name only. */
function objectsOf({ noObject, hasVisibility }: AccessCase) {
  const fixtures = noObject ? (['own'] as const) : (['own', 'other'] as const);
  const visibilities = hasVisibility ? (['public', 'private'] as const) : (['private'] as const);
  const ways = noObject || hasVisibility ? (['name'] as const) : (['name', 'id'] as const);
  return fixtures.flatMap((fixture) =>
    visibilities.flatMap((visibility) => ways.map((by) => ({ fixture, visibility, by }))),
  );
}

async function readThrough(result: unknown): Promise<void> {
  const { body } = (result ?? {}) as Partial<FileResult>;
  if (body === undefined) return;
  for await (const chunk of body) expect(chunk.length).toBeGreaterThan(0);
}

/** What may be absent, in the words of people. */
const ABSENT =
  /^There is no (organization|workspace|project|plugin|version|API key|member|invitation|session|review|environment|launch|schedule|skill|task|evaluation|generation) "[^" ]+", or you may not see it\.$/;

/** `allowed`, or status and code. Who may call gets the answer that the case announces, nobody else does. */
async function outcomeOf(
  { operation, accessCase: { allowed = [''] } }: Entry,
  { call, token }: Cell,
  world: World,
): Promise<string> {
  try {
    const { input, upload } = call;
    await readThrough(
      await world.server.host.invoke(operation.id, input, { token, ...(upload && { upload }) }),
    );
    return allowed.includes('') ? 'allowed' : 'succeeded';
  } catch (error) {
    if (!isSvcError(error)) throw error;
    if (error.code === 'not_found') expect(error.message).toMatch(ABSENT);
    if (allowed.includes(error.code)) return 'allowed';
    return error.code === 'denied'
      ? `403 denied, it takes ${roleIn(error.hint)}`
      : `${error.status} ${error.code}`;
  }
}

/** The role that a hint names, as the standings of the principals call it. */
const roleIn = (hint = ''): string =>
  hint.replace(/^.*\bthe role (\w+) of the (workspace|organization)\b.*$/, '$2 $1');

async function outcomes(
  entry: Entry,
  cells: readonly Cell[],
  world: World,
): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const cell of cells) found[cell.title] = await outcomeOf(entry, cell, world);
  return found;
}

const expectedOf = (cells: readonly Cell[]) =>
  Object.fromEntries(cells.map((cell) => [cell.title, cell.expected]));

describe('the tables of the matrix', () => {
  it('name no operation that does not exist', () => {
    const ids = operations.map(({ id }) => id);
    expect(Object.keys(accessCases).filter((name) => !ids.includes(operationIn(name)))).toEqual([]);
  });

  it('leave out no permission that a module names', () => {
    const named = declarations
      .flatMap(({ contributes = [] }) => contributes)
      .filter(({ point }) => point === permissionsPoint.id);
    const walked = new Set(
      operations.map(({ access }) => (typeof access === 'string' ? access : access.permission)),
    );
    expect(named.map(({ id }) => id).filter((permission) => !walked.has(permission))).toEqual([]);
    expect(named.length).toBeGreaterThan(0);
  });
});

describeEachDatabase('authorization', (database) => {
  let world: World;

  beforeAll(async () => {
    const others = declarations.filter(({ id }) => id !== 'persistence' && id !== 'identity');
    world = await createWorld(database, [...others, vetoing]);
  });
  afterAll(() => world.server.stop());

  // whole modules: what one operation archives, another one of its module restores
  const modules = shareOf([...new Set(entries.map(({ name }) => moduleIn(name)))], database);
  const shared = entries.filter(({ name }) => modules.includes(moduleIn(name)));
  it.each(shared.map((entry) => [entry.name, entry] as const))('%s', async (_name, entry) => {
    const cells = await cellsOf(entry, world);
    const refused = cells.filter((cell) => cell.expected !== 'allowed');
    const allowed = cells.filter((cell) => cell.expected === 'allowed');
    const before = await world.dump();
    expect(await outcomes(entry, refused, world)).toEqual(expectedOf(refused));
    expect(await world.dump()).toEqual(before);
    expect(await outcomes(entry, allowed, world)).toEqual(expectedOf(allowed));
  });
});
