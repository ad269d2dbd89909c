import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import audit from '../../../modules/audit/module.js';
import type { AuditEventsInput } from '../../../modules/audit/contract/events.js';
import {
  listAuditDigests,
  listAuditEvents,
  saveAudit,
  verifyAudit,
} from '../../../modules/audit/contract/operations.js';
import { DailyDigests } from '../../../modules/audit/server/digests.js';
import {
  addOrganizationMember,
  createApiKey,
  createWorkspace,
} from '../../../modules/identity/contract/index.js';
import { changePassword } from '../../../modules/identity/contract/operations/sessions.js';
import { deleteWorkspace } from '../../../modules/identity/contract/operations/workspaces.js';
import jobs from '../../../modules/jobs/module.js';
import { unitOfWorkKey } from '../../../modules/persistence/contract/db.js';
import { publishTile } from '../../../modules/registry/contract/operations.js';
import registry from '../../../modules/registry/module.js';
import { itInTurn } from '../databases-by-day.js';
import { describeEachDatabase } from '../databases.js';
import { PASSWORD, startIdentity, type IdentityServer } from '../identity-server.js';
import { archiveOf } from '../registry/registry-host.js';

const from = {
  address: '192.0.2.7',
  request: { surface: 'http', id: 'request-1', userAgent: 'svc/1.0.0' },
} as const;

describeEachDatabase('the audit log', (database) => {
  const it = itInTurn(database);
  let server: IdentityServer;
  let admin: string;
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-audit-'));
    server = await startIdentity(database, { modules: [jobs, registry, audit], facet: 'both' });
    admin = await server.firstAdmin('ann@example.com', 'acme');
  });

  afterEach(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const on = () => server.host.server!;
  const events = async (more: Partial<AuditEventsInput> = {}) =>
    (await on().invoke(listAuditEvents, { organization: 'acme', ...more }, { token: admin })).data;
  const eventLines = async (more: Partial<AuditEventsInput> = {}) =>
    (await events(more))
      .map(
        ({ actor, operation, object, outcome }) =>
          `${actor.name} ${operation} ${object?.name ?? '-'} ${outcome}`,
      )
      .reverse();
  const write = async (work: (manager: EntityManager) => Promise<unknown>) =>
    (await on().services('audit')).get(unitOfWorkKey).run(work);
  const newDigests = async () => (await on().services('audit')).build(DailyDigests).write();
  const later = (hours: number) => {
    server.later(hours * 3_600_000);
  };

  it('has who did what to which object, from where and when', async () => {
    const { id } = await on().invoke(createWorkspace, { name: 'tools' }, { ...from, token: admin });
    const [event, ...others] = await events();
    expect(others).toEqual([]);
    expect([event!.id, event!.actor.id].filter((one) => !/^[0-9a-f-]{36}$/.test(one))).toEqual([]);
    expect([event]).toEqual([
      {
        id: event!.id,
        at: '2026-03-01T09:00:00.000Z',
        actor: { kind: 'user', id: event!.actor.id, name: 'ann@example.com' },
        operation: 'identity.createWorkspace',
        object: { kind: 'workspace', id, name: 'tools' },
        outcome: 'done',
        address: '192.0.2.7',
        userAgent: 'svc/1.0.0',
        surface: 'http',
        request: 'request-1',
      },
    ]);
  });

  it('has what changed something and what was refused, and nothing else', async () => {
    await on().invoke(createWorkspace, { name: 'tools' }, { token: admin });
    await expect(
      on().invoke(createWorkspace, { name: 'tools' }, { token: admin }),
    ).rejects.toMatchObject({ code: 'name_taken' });
    const bob = await server.newcomer(admin, {
      email: 'bob@example.com',
      organization: 'acme',
      workspace: { name: 'tools', role: 'member' },
    });
    for (let round = 0; round < 3; round += 1) {
      await expect(
        on().invoke(deleteWorkspace, { id: 'tools' }, { token: bob }),
      ).rejects.toMatchObject({ status: 403 });
    }
    // of strangers nothing is written: they could fill it
    await expect(on().invoke(deleteWorkspace, { id: 'tools' })).rejects.toMatchObject({
      status: 401,
    });
    const { value: key } = await on().invoke(
      createApiKey,
      { name: 'ci', workspace: 'tools' },
      { token: admin },
    );
    const upload = await archiveOf({ name: 'tools/demo', private: true });
    await on().invoke(publishTile, { workspace: 'tools' }, { token: key, upload });
    await on().invoke(
      changePassword,
      { currentPassword: PASSWORD, newPassword: `${PASSWORD}!` },
      { token: bob },
    );
    const wanted = [
      'ann@example.com identity.createWorkspace tools done',
      'ann@example.com identity.addOrganizationMember bob@example.com done',
      'ann@example.com identity.addWorkspaceMember tools/bob@example.com done',
      'bob@example.com identity.deleteWorkspace tools refused',
      'ann@example.com identity.createApiKey ci done',
      'ci registry.publishTile tools/demo@1.0.0 done',
      'bob@example.com identity.changePassword bob@example.com done',
    ];
    // the clock stands still, and events of one moment have no order
    expect((await eventLines()).sort()).toEqual(wanted.sort());
    expect(JSON.stringify(await events())).not.toMatch(/svc_(key|code|session)_|correct horse/);
  });

  it('is of one organization', async () => {
    const eve = await server.foundOrganization('other', 'eve@example.com');
    await on().invoke(createWorkspace, { name: 'elsewhere', orgId: 'other' }, { token: eve });
    await on().invoke(createWorkspace, { name: 'tools' }, { token: admin });
    expect(await eventLines()).toEqual(['ann@example.com identity.createWorkspace tools done']);
    await expect(
      on().invoke(listAuditEvents, { organization: 'other' }, { token: admin }),
    ).rejects.toMatchObject({ status: 404 });
  });

  it('is filtered and paged', async () => {
    for (const name of ['one', 'two', 'three']) {
      await on().invoke(createWorkspace, { name }, { token: admin });
      later(1);
    }
    await on().invoke(
      addOrganizationMember,
      { organization: 'acme', email: 'bob@example.com' },
      { token: admin },
    );
    expect(await eventLines({ operation: 'identity.addOrganizationMember' })).toHaveLength(1);
    expect(await eventLines({ object: 'two' })).toEqual([
      'ann@example.com identity.createWorkspace two done',
    ]);
    expect(await eventLines({ actor: 'ann@example.com' })).toHaveLength(4);
    const [newest] = await events();
    expect(await eventLines({ actor: newest!.actor.id })).toHaveLength(4);
    expect(await eventLines({ actor: 'nobody' })).toEqual([]);
    expect(
      await eventLines({ since: '2026-03-01T10:00:00Z', until: '2026-03-01T11:00:00Z' }),
    ).toEqual([
      'ann@example.com identity.createWorkspace two done',
      'ann@example.com identity.createWorkspace three done',
    ]);
    const first = await on().invoke(
      listAuditEvents,
      { organization: 'acme', pageSize: 3 },
      { token: admin },
    );
    const second = await on().invoke(
      listAuditEvents,
      { organization: 'acme', pageSize: 3, after: first.next! },
      { token: admin },
    );
    expect([...first.data, ...second.data]).toEqual(await events());
  });

  it.each(['actor', 'operation', 'object'])(
    'refuses a NUL character in %s, as no text holds one',
    async (field) => {
      const listing = events({ [field]: 'a\0b' });
      await expect(listing).rejects.toMatchObject({
        status: 400,
        code: 'invalid_input',
        issues: [{ field, message: `${field} must not hold a NUL character` }],
      });
    },
  );

  it.each(['audit_events', 'audit_digests'])(
    'lets nobody change or delete rows of %s',
    async (table) => {
      await on().invoke(createWorkspace, { name: 'tools' }, { token: admin });
      later(48);
      await newDigests();
      for (const statement of [
        `UPDATE ${table} SET organization_id = organization_id`,
        `DELETE FROM ${table}`,
      ]) {
        await expect(write((manager) => manager.query(statement))).rejects.toThrow(
          'only appended to',
        );
      }
      expect(await events()).toHaveLength(1);
    },
  );

  describe('over days', () => {
    const exported = () => join(folder, 'audit.jsonl');
    const save = () =>
      server.host.invoke(
        saveAudit,
        { organization: 'acme', output: exported() },
        { token: admin, cwd: folder },
      );
    const verify = () =>
      server.host.invoke(
        verifyAudit,
        { organization: 'acme', file: exported() },
        { token: admin, cwd: folder },
      );
    /** What an intruder with the rights of the database's owner does first. */
    const disarm = (manager: EntityManager) =>
      database.engine === 'sqlite'
        ? manager
            .query('DROP TRIGGER audit_events_no_update')
            .then(() => manager.query('DROP TRIGGER audit_events_no_delete'))
        : manager.query('ALTER TABLE audit_events DISABLE TRIGGER ALL');

    beforeEach(async () => {
      for (const name of ['one', 'two', 'three']) {
        await on().invoke(createWorkspace, { name }, { token: admin });
        later(1);
        await on().invoke(createApiKey, { name: `key-${name}`, workspace: name }, { token: admin });
        later(23);
      }
      await newDigests();
      await newDigests();
      // sessions end after some days
      admin = await server.newSession('ann@example.com');
    });

    it('has a chain of digests, exports it, and is as it was', async () => {
      const { data } = await on().invoke(
        listAuditDigests,
        { organization: 'acme' },
        { token: admin },
      );
      expect(data.map(({ day, events: count }) => `${day} ${count}`)).toEqual([
        '2026-03-03 2',
        '2026-03-02 2',
        '2026-03-01 2',
      ]);
      expect(data.map(({ previous }) => previous)).toEqual([
        data[1]!.digest,
        data[2]!.digest,
        '0'.repeat(64),
      ]);
      expect(await save()).toEqual({ path: exported(), events: 6, digests: 3 });
      const lines = (await readFile(exported(), 'utf8')).trimEnd().split('\n');
      expect(lines.map((line) => Object.keys(JSON.parse(line) as object)[0])).toEqual([
        ...['id', 'id', 'day'],
        ...['id', 'id', 'day'],
        ...['id', 'id', 'day', 'exported'],
      ]);
      await expect(save()).rejects.toMatchObject({ code: 'audit_output_exists' });
      await on().invoke(createWorkspace, { name: 'four' }, { token: admin });
      expect(await verify()).toEqual({
        file: exported(),
        events: 6,
        digests: 3,
        expired: 0,
        differences: [],
      });
    });

    it('names what was changed, removed or inserted since', async () => {
      await save();
      const [third, , , fourth] = (await events()).toReversed().slice(2);
      await write(async (manager) => {
        await disarm(manager);
        await manager.query(
          `UPDATE audit_events SET actor_name = 'someone else' WHERE id = '${third!.id}'`,
        );
        await manager.query(`DELETE FROM audit_events WHERE id = '${fourth!.id}'`);
        const columns = 'organization_id, at, actor_kind, actor_id, actor_name, operation, outcome';
        await manager.query(
          `INSERT INTO audit_events (id, position, ${columns}) SELECT '00000000-0000-4000-8000-000000000000', position || '0', ${columns} FROM audit_events WHERE id = '${third!.id}'`,
        );
      });
      expect((await verify()).differences).toEqual([
        { kind: 'changed', line: 4, what: third!.id, at: third!.at },
        { kind: 'removed', line: 8, what: fourth!.id, at: fourth!.at },
        {
          kind: 'inserted',
          line: null,
          what: '00000000-0000-4000-8000-000000000000',
          at: third!.at,
        },
      ]);
    });

    it('says what is wrong with a file that cannot be written, or read', async () => {
      const options = { token: admin, cwd: folder };
      const saving = server.host.invoke(
        saveAudit,
        { organization: 'acme', output: join('absent', 'audit.jsonl') },
        options,
      );
      await expect(saving).rejects.toMatchObject({ code: 'audit_output_unwritable', exit: 3 });
      for (const file of ['.', 'absent.jsonl']) {
        const verifying = server.host.invoke(verifyAudit, { organization: 'acme', file }, options);
        await expect(verifying).rejects.toMatchObject({ code: 'audit_export_unreadable', exit: 3 });
      }
    });

    it('tells when the export itself was changed', async () => {
      await save();
      const text = await readFile(exported(), 'utf8');
      await writeFile(exported(), text.replace('key-two', 'key-six'));
      expect(
        (await verify()).differences.map(({ kind, line, what }) => [
          kind,
          line,
          kind === 'digest' ? what : '',
        ]),
      ).toEqual([
        ['changed', 5, ''],
        ['digest', 6, '2026-03-02'],
      ]);
      await writeFile(exported(), 'no JSON\n');
      await expect(verify()).rejects.toMatchObject({ code: 'audit_export_unreadable' });
    });
  });
});
