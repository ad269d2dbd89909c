import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { LessThan } from 'typeorm';
import { defineMachine, type Page } from 'svc-registry/kernel';
import {
  encodeCursor,
  keyPage,
  onPage,
  pageOf,
  transition,
  type PageRequest,
} from '../../modules/persistence/contract/db.js';
import type { Database } from '../../modules/persistence/server/database.js';
import { describeEachDatabase } from './databases.js';
import { aNote, Note, noteTables } from './note-tables.js';
import { openTestDatabase } from './open-database.js';

const noteMachine = defineMachine<'draft' | 'final', 'finish' | 'reopen', 'allowed'>({
  id: 'notes.note',
  summary: 'Life of a note',
  initial: 'draft',
  states: { draft: 'is written', final: 'is done' },
  events: { finish: 'the author is done', reopen: 'the author changes their mind' },
  transitions: [
    { from: 'draft', event: 'finish', to: 'final', effect: 'announce' },
    { from: 'final', event: 'reopen', to: 'draft', guard: 'allowed' },
  ],
});

describeEachDatabase('tables', (location) => {
  let database: Database;

  beforeAll(async () => {
    database = await openTestDatabase(await location.create(), [noteTables]);
  });

  afterAll(async () => {
    await database.close();
  });

  beforeEach(async () => {
    await database.unitOfWork.run((manager) => manager.query('DELETE FROM notes_note'));
  });

  const insert = async (change: Partial<Note> = {}): Promise<Note> => {
    const note = aNote(change);
    await database.unitOfWork.run((manager) => manager.insert(Note, note));
    return note;
  };

  const find = (id: string): Promise<Note | null> => database.reads.manager.findOneBy(Note, { id });

  it('bring back what was written', async () => {
    const note = await insert({
      labels: ['a', 'ü "quoted"'],
      bytes: 2 ** 40,
      pinned: true,
      archivedAt: new Date('2027-12-31T23:59:59.999Z'),
    });
    const read = await find(note.id);
    expect(read).toEqual(note);
    expect(read?.createdAt.getTime()).toBe(Date.UTC(2026, 0, 2, 3, 4, 5, 678));
  });

  it('compare instants in find options', async () => {
    const early = await insert({ createdAt: new Date('2026-01-01T00:00:00.000Z') });
    await insert({ createdAt: new Date('2026-01-01T00:00:00.001Z') });
    const found = await database.reads.manager.findBy(Note, {
      createdAt: LessThan(new Date('2026-01-01T00:00:00.001Z')),
    });
    expect(found.map(({ id }) => id)).toEqual([early.id]);
  });

  it('sort text by its bytes, whatever the locale of the database', async () => {
    for (const title of ['b', 'a-b', 'ä', 'B', 'ab', 'a']) await insert({ title });
    const found = await database.reads.manager.find(Note, { order: { title: 'ASC' } });
    expect(found.map(({ title }) => title)).toEqual(['B', 'a', 'a-b', 'ab', 'b', 'ä']);
  });

  it('page by several columns, both ways, also where the first is the same for many rows', async () => {
    const first = new Date('2026-01-01T00:00:00.001Z');
    for (const title of ['a', 'b', 'c', 'd']) await insert({ title, createdAt: first });
    await insert({ title: 'e', createdAt: new Date('2026-01-02T00:00:00.000Z') });
    const read = async (request: PageRequest) => {
      const page = keyPage({ pageSize: 2, ...request });
      const query = database.reads.manager.createQueryBuilder(Note, 'n');
      const order = { column: ['n.createdAt', 'n.title'], descending: true };
      const rows = await onPage(query, page, order).getMany();
      return pageOf(page, rows, ({ createdAt, title }) => [createdAt.toISOString(), title]);
    };
    const titles = ({ data }: Page<Note>) => data.map(({ title }) => title).join('');
    const one = await read({});
    const two = await read({ after: one.next! });
    const three = await read({ after: two.next! });
    expect([one, two, three].map(titles)).toEqual(['ed', 'cb', 'a']);
    expect(three.next).toBeNull();
    expect(titles(await read({ before: two.prev! }))).toBe('ed');
    await expect(read({ after: encodeCursor('a') })).rejects.toMatchObject({ code: 'bad_cursor' });
  });

  it('count the rows that an update and a delete have changed', async () => {
    const { id } = await insert();
    const affected = await database.unitOfWork.run(async (manager) => [
      (await manager.update(Note, { id, version: 1 }, { version: 2 })).affected,
      (await manager.update(Note, { id, version: 1 }, { version: 2 })).affected,
      (await manager.delete(Note, { id })).affected,
      (await manager.delete(Note, { id })).affected,
    ]);
    expect(affected).toEqual([1, 0, 1, 0]);
  });

  it('cannot be written outside a unit of work', async () => {
    const { id } = await insert();
    const { manager } = database.reads;
    await expect(manager.insert(Note, aNote())).rejects.toThrow(/read-?only/);
    await expect(manager.delete(Note, { id })).rejects.toThrow(/read-?only/);
    await expect(manager.query(`UPDATE notes_note SET bytes = 1`)).rejects.toThrow(/read-?only/);
    await expect(manager.query('DROP TABLE notes_line')).rejects.toThrow(/read-?only/);
    expect(await find(id)).not.toBeNull();
  });

  it.each([undefined, null])('refuse %s as a condition instead of ignoring it', async (title) => {
    await insert();
    await expect(
      database.reads.manager.findOneBy(Note, { title: title as unknown as string }),
    ).rejects.toThrow(/Invalid|not allowed/i);
    await expect(
      database.unitOfWork.run((manager) =>
        manager.delete(Note, { title: title as unknown as string }),
      ),
    ).rejects.toThrow();
    expect(await database.reads.manager.count(Note)).toBe(1);
  });

  it('answer nothing or a clear error for an id that is no UUID', async () => {
    const found: unknown = await find('no uuid').catch((error: unknown) => error);
    if (location.engine === 'sqlite') expect(found).toBeNull();
    else expect(found).toMatchObject({ code: 'invalid_input', status: 400 });
  });

  it('take a transition once, with what goes with it', async () => {
    const { id } = await insert();
    const step = await database.unitOfWork.run((manager) =>
      transition(manager, {
        entity: Note,
        id,
        machine: noteMachine,
        event: 'finish',
        set: { bytes: 9 },
      }),
    );
    expect(step).toMatchObject({ to: 'final', effect: 'announce' });
    expect(await find(id)).toMatchObject({ state: 'final', version: 2, bytes: 9 });
  });

  it('refuse a transition that the machine does not have, or whose guard does not hold', async () => {
    const { id } = await insert({ state: 'final' });
    const take = (event: 'finish' | 'reopen', allowed: boolean): Promise<unknown> =>
      database.unitOfWork.run((manager) =>
        transition(manager, {
          entity: Note,
          id,
          machine: noteMachine,
          event,
          guards: { allowed: () => allowed },
        }),
      );
    await expect(take('finish', true)).rejects.toMatchObject({
      code: 'wrong_state',
      hint: 'Possible now: reopen.',
    });
    await expect(take('reopen', false)).rejects.toMatchObject({ code: 'wrong_state' });
    await take('reopen', true);
    expect(await find(id)).toMatchObject({ state: 'draft', version: 2 });
  });

  it('refuse a transition of a version that is not the present one, and of nothing', async () => {
    const { id } = await insert({ version: 5 });
    const take = (change: { id?: string; version?: number }): Promise<unknown> =>
      database.unitOfWork.run((manager) =>
        transition(manager, { entity: Note, id, machine: noteMachine, event: 'finish', ...change }),
      );
    await expect(take({ version: 4 })).rejects.toMatchObject({ code: 'stale_state', status: 409 });
    await expect(take({ id: crypto.randomUUID() })).rejects.toMatchObject({ code: 'not_found' });
    expect(await find(id)).toMatchObject({ state: 'draft', version: 5 });
  });

  it('let one of many simultaneous transitions through', async () => {
    const { id } = await insert();
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        database.unitOfWork.run((manager) =>
          transition(manager, { entity: Note, id, machine: noteMachine, event: 'finish' }),
        ),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refusals = results.flatMap((result) =>
      result.status === 'rejected' ? [(result.reason as { code: string }).code] : [],
    );
    expect(refusals).toHaveLength(19);
    expect(['stale_state', 'wrong_state']).toEqual(expect.arrayContaining(refusals));
    expect(await find(id)).toMatchObject({ state: 'final', version: 2 });
  });
});
