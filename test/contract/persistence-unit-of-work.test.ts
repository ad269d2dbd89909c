import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  isForeignKeyViolation,
  isUniqueViolation,
  type UnitOfWork,
} from '../../modules/persistence/contract/db.js';
import type { Database } from '../../modules/persistence/server/database.js';
import { describeEachDatabase, describeOnPostgres } from './databases.js';
import { aNote, Line, Note, noteTables } from './note-tables.js';
import { openTestDatabase, RecordingLog } from './open-database.js';
import { until } from '../until.js';

describeEachDatabase('unit of work', (location) => {
  const { engine } = location;
  let database: Database;
  let units: UnitOfWork;
  const log = new RecordingLog();

  beforeAll(async () => {
    database = await openTestDatabase(await location.create(), [noteTables], log);
    units = database.unitOfWork;
  });

  afterAll(async () => {
    await database.close();
  });

  beforeEach(async () => {
    await units.run((manager) => manager.query('DELETE FROM notes_note'));
  });

  const titles = async (): Promise<string[]> =>
    (await database.reads.manager.find(Note, { order: { title: 'ASC' } })).map(
      ({ title }) => title,
    );

  describe.each([
    ['staggered', 1.5],
    ['at the same instant', 0],
  ])('200 overlapping units, %s, every fifth failing', (_how, pauseMs) => {
    it('loses no acknowledged commit and leaves nothing of the failed ones', async () => {
      const acknowledged: string[] = [];
      const unit = async (at: number): Promise<void> => {
        await sleep(at * pauseMs);
        const title = `unit ${at}`;
        await units.run(async (manager) => {
          await manager.insert(Note, aNote({ title }));
          await manager.insert(Note, aNote({ title: `${title} again` }));
          if (at % 5 === 0) throw new Error('fails on purpose');
        });
        acknowledged.push(title, `${title} again`);
      };
      const results = await Promise.allSettled(Array.from({ length: 200 }, (_, at) => unit(at)));

      expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(40);
      expect(acknowledged).toHaveLength(320);
      expect(await titles()).toEqual([...acknowledged].sort());
    });
  });

  describe('observed', () => {
    const note = (title: string) => units.run((manager) => manager.insert(Note, aNote({ title })));
    const noting = <T>(work: () => Promise<T>) =>
      units.observed(async (manager) => {
        await manager.insert(Note, aNote({ title: 'observed' }));
      }, work);

    it('writes in the transaction of every unit that writes, and of no other', async () => {
      let after: Promise<unknown> = Promise.resolve();
      await noting(async () => {
        await units.run((manager) => manager.find(Note));
        await note('one');
        await units.aside((manager) => manager.insert(Note, aNote({ title: 'aside' })));
        units.afterCommit(() => void (after = note('after')));
      });
      await after;
      await note('outside');
      expect(await titles()).toEqual(['after', 'aside', 'observed', 'one', 'outside']);
    });

    it('leaves neither when one of them fails', async () => {
      const failing = noting(() =>
        units.run(async (manager) => {
          await manager.insert(Note, aNote({ title: 'lost' }));
          throw new Error('on purpose');
        }),
      );
      await expect(failing).rejects.toThrow('on purpose');
      const refusing = units.observed(
        () => Promise.reject(new Error('refused')),
        () => note('lost, too'),
      );
      await expect(refusing).rejects.toThrow('refused');
      expect(await titles()).toEqual([]);
    });

    it('ends with the work, also for what the work has left running', async () => {
      let late: Promise<unknown> = Promise.resolve();
      let go = (): void => undefined;
      await noting(() => {
        late = new Promise<void>((resolve) => (go = resolve)).then(() => note('late'));
        return Promise.resolve();
      });
      go();
      await late;
      expect(await titles()).toEqual(['late']);
    });
  });

  if (engine === 'postgres') {
    it('says that the database is away when the connection breaks between two statements', async () => {
      const broken = units.run(async (manager) => {
        const [{ pid }] = await manager.query<[{ pid: number }]>('SELECT pg_backend_pid() AS pid');
        await database.reads.manager.query('SELECT pg_terminate_backend($1)', [pid]);
        await until(() => manager.queryRunner?.isReleased === true);
        await manager.insert(Note, aNote({ title: 'never' }));
      });
      await expect(broken).rejects.toMatchObject({ code: 'database_unavailable', status: 503 });
      await units.run((manager) => manager.insert(Note, aNote({ title: 'after' })));
      expect(await titles()).toEqual(['after']);
    });
  }

  it('joins the unit around it', async () => {
    await units.run(async (outer) => {
      await outer.insert(Note, aNote({ title: 'outer' }));
      await units.run(async (inner) => {
        expect(await inner.countBy(Note, { title: 'outer' })).toBe(1);
        await inner.insert(Note, aNote({ title: 'inner' }));
      });
    });
    expect(await titles()).toEqual(['inner', 'outer']);
  });

  it('rolls the joined unit back with the outer one', async () => {
    const outer = units.run(async () => {
      await units.run((inner) => inner.insert(Note, aNote()));
      throw new Error('too late');
    });
    await expect(outer).rejects.toThrow('too late');
    expect(await titles()).toEqual([]);
  });

  it('is doomed by a swallowed failure of a joined unit', async () => {
    const outer = units.run(async (manager) => {
      await manager.insert(Note, aNote());
      await units.run(() => Promise.reject(new Error('swallowed'))).catch(() => undefined);
      return 'looks fine';
    });
    await expect(outer).rejects.toThrow('swallowed');
    expect(await titles()).toEqual([]);
  });

  it('is doomed by a swallowed failure of a statement', async () => {
    await units.run((manager) => manager.insert(Note, aNote({ title: 'taken' })));
    const unit = units.run(async (manager) => {
      await manager.insert(Note, aNote({ title: 'first' }));
      await manager.insert(Note, aNote({ title: 'taken' })).catch(() => undefined);
    });
    await expect(unit).rejects.toMatchObject({ name: 'QueryFailedError' });
    expect(await titles()).toEqual(['taken']);
  });

  it('leaves nothing of statements that were issued together when one fails', async () => {
    await units.run((manager) => manager.insert(Note, aNote({ title: 'taken' })));
    const unit = units.run((manager) =>
      Promise.all(['a', 'taken', 'b', 'c'].map((title) => manager.insert(Note, aNote({ title })))),
    );
    await expect(unit).rejects.toMatchObject({ name: 'QueryFailedError' });
    await units.run((manager) => manager.insert(Note, aNote({ title: 'next' })));
    expect(await titles()).toEqual(['next', 'taken']);
  });

  it('refuses work that goes on after its end, by its manager and by a unit of its own', async () => {
    let goOn = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let leaked: Promise<unknown>[] = [];
    await units.run((manager) => {
      leaked = [
        ended.then(() => manager.insert(Note, aNote())),
        ended.then(() => units.run((inner) => inner.insert(Note, aNote()))),
        ended.then(() => {
          units.afterCommit(() => undefined);
        }),
      ];
      return Promise.resolve();
    });
    const meanwhile = units.run(async (manager) => {
      goOn();
      for (const work of leaked) await expect(work).rejects.toThrow('has ended');
      await manager.insert(Note, aNote({ title: 'meanwhile' }));
    });
    await meanwhile;
    expect(await titles()).toEqual(['meanwhile']);
  });

  it('acts after the commit, in order, and only then', async () => {
    const seen: string[] = [];
    await units.run(async (manager) => {
      units.afterCommit(async () => {
        seen.push(`first sees ${(await titles()).join()}`);
      });
      units.afterCommit(async () => {
        await units.run((next) => next.insert(Note, aNote({ title: 'from the action' })));
        seen.push('second');
      });
      await manager.insert(Note, aNote({ title: 'one' }));
      seen.push('work done');
    });
    expect(seen).toEqual(['work done', 'first sees one', 'second']);
    expect(await titles()).toEqual(['from the action', 'one']);
  });

  it('does not act after a roll-back, and acts immediately outside a unit', async () => {
    const seen: string[] = [];
    const unit = units.run(() => {
      units.afterCommit(() => void seen.push('never'));
      return Promise.reject(new Error('no'));
    });
    await expect(unit).rejects.toThrow('no');
    units.afterCommit(() => void seen.push('at once'));
    expect(seen).toEqual(['at once']);
  });

  it('stays committed when an action fails, and logs that', async () => {
    await units.run(async (manager) => {
      units.afterCommit(() => Promise.reject(new Error('mail server down')));
      await manager.insert(Note, aNote({ title: 'kept' }));
    });
    expect(await titles()).toEqual(['kept']);
    expect(log.lines).toContainEqual(
      expect.objectContaining({ level: 'error', message: 'an action after a commit failed' }),
    );
  });

  it('cannot be read from outside before it commits', async () => {
    await units.run(async (manager) => {
      await manager.insert(Note, aNote());
      expect(await titles()).toEqual([]);
    });
    expect(await titles()).toHaveLength(1);
  });

  it('uses `save` without a transaction of its own', async () => {
    const note = aNote({ title: 'saved' });
    await units.run(async (manager) => {
      await manager.save(note);
      await manager.save(aNote({ title: 'another' }));
    });
    expect(await titles()).toEqual(['another', 'saved']);
  });

  it('tells unique keys apart', async () => {
    await units.run((manager) =>
      manager.insert(Note, aNote({ title: 'taken', state: 'final', bytes: 101 })),
    );
    const sameTitle: unknown = await units
      .run((manager) => manager.insert(Note, aNote({ title: 'taken' })))
      .catch((error: unknown) => error);
    const samePair: unknown = await units
      .run((manager) => manager.insert(Note, aNote({ state: 'final', bytes: 101 })))
      .catch((error: unknown) => error);

    expect([
      isUniqueViolation(sameTitle),
      isUniqueViolation(sameTitle, ['title']),
      isUniqueViolation(sameTitle, ['id']),
    ]).toEqual([true, true, false]);
    expect([
      isUniqueViolation(samePair, ['bytes', 'state']),
      isUniqueViolation(samePair, ['title']),
    ]).toEqual([true, false]);
    expect(isForeignKeyViolation(sameTitle)).toBe(false);
    expect(isUniqueViolation(new Error('something else'))).toBe(false);
  });

  it('knows a violated foreign key and a violated check', async () => {
    const orphan = units.run((manager) =>
      manager.insert(Line, { id: crypto.randomUUID(), noteId: crypto.randomUUID() }),
    );
    const error: unknown = await orphan.catch((cause: unknown) => cause);
    expect([isForeignKeyViolation(error), isUniqueViolation(error)]).toEqual([true, false]);
    const unknownState = units.run((manager) => manager.insert(Note, aNote({ state: 'lost' })));
    await expect(unknownState).rejects.toMatchObject({ name: 'QueryFailedError' });
  });

  it('waits at its close for the units that have begun', async () => {
    const same = await location.create();
    const other = await openTestDatabase(same, [noteTables]);
    let begun = (): void => undefined;
    let goOn = (): void => undefined;
    const beginning = new Promise<void>((resolve) => (begun = resolve));
    const permission = new Promise<void>((resolve) => (goOn = resolve));
    const unit = other.unitOfWork.run(async (manager) => {
      begun();
      await permission;
      await manager.insert(Note, aNote({ title: 'in flight' }));
    });
    await beginning;
    const closing = other.close();
    goOn();
    await Promise.all([closing, unit]);
    const again = await openTestDatabase(same, [noteTables]);
    expect(await again.reads.manager.countBy(Note, { title: 'in flight' })).toBe(1);
    await again.close();
  });

  if (engine === 'sqlite') {
    it('names a full disk, keeps what was acknowledged and goes on when there is room', async () => {
      await units.run((manager) => manager.insert(Note, aNote({ title: 'before' })));
      const [size] =
        await database.reads.manager.query<{ page_count: number }[]>('PRAGMA page_count');
      const full = units.run(async (manager) => {
        await manager.query(`PRAGMA max_page_count = ${size!.page_count}`);
        for (let at = 0; at < 50; at += 1)
          await manager.insert(Note, aNote({ title: `${at} ${'x'.repeat(4000)}` }));
      });
      await expect(full).rejects.toMatchObject({ code: 'insufficient_storage', status: 507 });
      expect(await titles()).toEqual(['before']);

      await units.run((manager) => manager.query('PRAGMA max_page_count = 1000000'));
      await units.run((manager) => manager.insert(Note, aNote({ title: 'after' })));
      expect(await titles()).toEqual(['after', 'before']);
    });
  }

  it('names a read-only database and goes on when it can be written again', async () => {
    const readOnly = engine === 'postgres' ? 'SET TRANSACTION READ ONLY' : 'PRAGMA query_only = ON';
    const refused = units.run(async (manager) => {
      await manager.query(readOnly);
      await manager.insert(Note, aNote()).catch(() => undefined);
      if (engine === 'sqlite') await manager.query('PRAGMA query_only = OFF');
    });
    await expect(refused).rejects.toMatchObject({ code: 'storage_unavailable', status: 503 });
    await units.run((manager) => manager.insert(Note, aNote({ title: 'after' })));
    expect(await titles()).toEqual(['after']);
  });

  if (engine === 'postgres') {
    it('names a full disk', async () => {
      const full = units.run((manager) =>
        manager.query(`DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = 'disk_full'; END $$`),
      );
      await expect(full).rejects.toMatchObject({ code: 'insufficient_storage', status: 507 });
    });

    it('answers a broken connection with 503 and goes on with another', async () => {
      const broken = units.run(async (manager) => {
        await manager.insert(Note, aNote());
        await manager.query('SELECT pg_terminate_backend(pg_backend_pid())');
      });
      await expect(broken).rejects.toMatchObject({ code: 'database_unavailable', status: 503 });
      await units.run((manager) => manager.insert(Note, aNote({ title: 'next' })));
      expect(await titles()).toEqual(['next']);
    });

    it('waits for a free connection without a deadlock', async () => {
      const work = Array.from({ length: 100 }, (_, at) =>
        units.run((manager) => manager.insert(Note, aNote({ title: `${at}` }))),
      );
      await Promise.all(work);
      expect(await titles()).toHaveLength(100);
    });
  }
});

describeOnPostgres(
  'a database that isolates transactions more than others by default',
  (location) => {
    it('shows a unit of work what others have committed since it began', async () => {
      const { env, dataDir, url } = await location.create();
      const strict = new URL(url);
      strict.searchParams.set(
        'options',
        `${strict.searchParams.get('options') ?? ''} -c default_transaction_isolation=serializable`,
      );
      const open = () =>
        openTestDatabase({ dataDir, env: { ...env, SVC_DATABASE_URL: strict.href } }, [noteTables]);
      const [one, other] = [await open(), await open()];
      const counts = await one.unitOfWork.run(async (manager) => {
        const before = await manager.count(Note);
        await other.unitOfWork.run((theirs) => theirs.insert(Note, aNote({ title: 'meanwhile' })));
        return [before, await manager.count(Note)];
      });
      await Promise.all([one.close(), other.close()]);
      expect(counts).toEqual([0, 1]);
    });
  },
);
