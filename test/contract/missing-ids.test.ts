import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import type { Database } from '../../modules/persistence/server/database.js';
import { describeEachDatabase } from './databases.js';
import { aNote, Note, noteTables } from './note-tables.js';
import { openTestDatabase } from './open-database.js';

// an id that got lost on the way must not stand for the first row, and not for all of them
const missing: [string, unknown][] = [
  ['undefined', undefined],
  ['null', null],
  ['an object', {}],
  ['a list', []],
];

type Statement = (manager: EntityManager, id: never) => Promise<unknown>;

const statements: Record<string, Statement> = {
  find: (manager, id) => manager.find(Note, { where: { id } }),
  findBy: (manager, id) => manager.findBy(Note, { id }),
  findOne: (manager, id) => manager.findOne(Note, { where: { id } }),
  findOneBy: (manager, id) => manager.findOneBy(Note, { id }),
  'findOneBy with another condition': (manager, id) =>
    manager.findOneBy(Note, { id, state: 'draft' }),
  findOneByOrFail: (manager, id) => manager.findOneByOrFail(Note, { id }),
  existsBy: (manager, id) => manager.existsBy(Note, { id }),
  countBy: (manager, id) => manager.countBy(Note, { id }),
  update: (manager, id) => manager.update(Note, { id }, { title: 'changed' }),
  'update with another condition': (manager, id) =>
    manager.update(Note, { id, state: 'draft' }, { pinned: false }),
  increment: (manager, id) => manager.increment(Note, { id }, 'version', 1),
  delete: (manager, id) => manager.delete(Note, { id }),
  'delete with another condition': (manager, id) => manager.delete(Note, { id, state: 'draft' }),
  'a query': (manager, id) =>
    manager.createQueryBuilder(Note, 'n').where('n.id = :id', { id }).getOne(),
  'an update query': (manager, id) =>
    manager
      .createQueryBuilder()
      .update(Note)
      .set({ pinned: false })
      .where('id = :id', { id })
      .execute(),
  'a delete query': (manager, id) =>
    manager.createQueryBuilder().delete().from(Note).where('id = :id', { id }).execute(),
};

describeEachDatabase('statements with a missing id', (location) => {
  let database: Database;

  beforeAll(async () => {
    database = await openTestDatabase(await location.create(), [noteTables]);
    await database.unitOfWork.run(async (manager) => {
      for (const title of ['one', 'two', 'three']) await manager.insert(Note, aNote({ title }));
    });
  });

  afterAll(() => database.close());

  const notes = () => database.reads.manager.find(Note, { order: { title: 'ASC' } });

  describe.each(missing)('%s', (_name, value) => {
    it.each(Object.entries(statements))(
      '%s throws, or finds and changes nothing',
      async (_statement, run) => {
        const before = await notes();
        const outcome = await database.unitOfWork
          .run((manager) => run(manager, value as never))
          .catch((error: unknown) => ({ error }));
        expect(await notes()).toEqual(before);
        if (value === undefined) expect(outcome).toHaveProperty('error');
        else if (!(typeof outcome === 'object' && outcome !== null && 'error' in outcome))
          expect(nothing(outcome)).toBe(true);
      },
    );
  });
});

/** No row, none affected. */
function nothing(outcome: unknown): boolean {
  if (Array.isArray(outcome)) return outcome.length === 0;
  if (typeof outcome === 'object' && outcome !== null)
    return (outcome as { affected?: unknown }).affected === 0;
  return outcome === null || outcome === undefined || outcome === 0 || outcome === false;
}
