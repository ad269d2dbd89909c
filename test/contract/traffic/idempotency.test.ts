import { EventEmitter, once } from 'node:events';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createApiKey } from '../../../modules/identity/contract/index.js';
import { readDatabaseKey } from '../../../modules/persistence/contract/db.js';
import { ForgetPast } from '../../../modules/traffic/server/forget-past.js';
import { TrafficKey } from '../../../modules/traffic/server/keys/key.entity.js';
import { publishTile } from '../../../modules/registry/contract/operations.js';
import jobs from '../../../modules/jobs/module.js';
import registry from '../../../modules/registry/module.js';
import traffic from '../../../modules/traffic/module.js';
import { itInTurn } from '../databases-by-day.js';
import {
  describeEachDatabase,
  describeOnPostgres,
  type DatabaseLocation,
  type TestDatabase,
} from '../databases.js';
import { startIdentity, type IdentityServer } from '../identity-server.js';
import { archiveOf } from '../registry/registry-host.js';
import { startHttp, type HttpHost } from '../web/http-host.js';
import { between, diary, DiaryEntry } from './diary-module.js';
import { expectError } from '../expect-error.js';

interface Running extends HttpHost {
  readonly server: IdentityServer;
  /** POST with a key; answers status, code or body, and whether it was a replay. */
  readonly send: (...request: Sent) => Promise<Answer>;
  entries(): Promise<string[]>;
  keys(): Promise<TrafficKey[]>;
}

type Sent = readonly [path: string, body: object | Uint8Array, key: string, token?: string];

interface Answer {
  readonly status: number;
  readonly code?: string;
  readonly text: string;
  readonly replayed: boolean;
}

const running: Running[] = [];
let token = '';

async function start(database: TestDatabase, location?: DatabaseLocation): Promise<Running> {
  const server = await startIdentity(database, {
    modules: [jobs, traffic, registry, diary],
    ...(location && { location }),
  });
  const http = await startHttp(server.host.server!);
  const database_ = (await server.host.server!.services('traffic')).get(readDatabaseKey);
  const started: Running = {
    server,
    ...http,
    send: async (...[path, body, key, as = token]: Sent) => {
      const bytes = ArrayBuffer.isView(body);
      const headers = {
        'idempotency-key': key,
        'content-type': bytes ? 'application/octet-stream' : 'application/json',
        ...(as !== '' && { authorization: `Bearer ${as}` }),
      };
      const answer = await fetch(http.origin + path, {
        method: 'POST',
        headers,
        body: bytes ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body),
      });
      const text = await answer.text();
      const { code } = (text === '' ? {} : JSON.parse(text)) as { code?: string };
      return {
        status: answer.status,
        ...(code !== undefined && { code }),
        text,
        replayed: answer.headers.get('idempotency-replayed') === 'true',
      };
    },
    entries: async () => (await database_.manager.find(DiaryEntry)).map(({ text }) => text),
    keys: () => database_.manager.find(TrafficKey),
  };
  running.push(started);
  return started;
}

const stop = async (one: Running): Promise<void> => {
  running.splice(running.indexOf(one), 1);
  one.close();
  await one.server.stop();
};

const nothing = () => Promise.resolve();
beforeEach(() => void Object.assign(between, { before: nothing, after: nothing }));
afterEach(async () => {
  for (const one of [...running]) await stop(one);
});

/** Ends when `open` is called. */
function gate(): { open: () => void; passed: () => Promise<unknown> } {
  const opening = new EventEmitter();
  const opened = once(opening, 'open');
  return { open: () => opening.emit('open'), passed: () => opened };
}

/** Says that the call has come so far, and lets it go on when it may. */
const stopping =
  ({ reached, way }: Record<'reached' | 'way', ReturnType<typeof gate>>) =>
  async (): Promise<void> => {
    reached.open();
    await way.passed();
  };

describeEachDatabase('Idempotency-Key', (database) => {
  const it = itInTurn(database);
  let one: Running;
  beforeEach(async () => {
    one = await start(database);
    token = await one.server.firstAdmin('ann@example.com', 'acme');
  });

  it('makes one effect of 100 requests at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => one.send('/v1/diary', { text: 'once' }, 'k1')),
    );
    expect(await one.entries()).toEqual(['once']);
    const done = answers.filter(({ status }) => status === 201);
    expect(done.length).toBeGreaterThan(0);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    expect(done.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(
      answers.filter(
        ({ status, code }) => status !== 201 && !(status === 409 && code === 'request_in_progress'),
      ),
    ).toEqual([]);
  });

  it('is answered alike after a restart, to the byte, also where there is nothing to answer', async () => {
    const location = await database.create();
    const first = await start(database, location);
    token = await first.server.firstAdmin('eve@example.com', 'acme');
    const written = await first.send('/v1/diary', { text: 'kept', mood: 'fine' }, 'k');
    expect(written).toMatchObject({ status: 201, replayed: false });
    expect(await first.send('/v1/diary/silently', { text: 'silent' }, 'k')).toMatchObject({
      status: 204,
      replayed: false,
    });
    await stop(first);
    const second = await start(database, location);
    expect(await second.send('/v1/diary', { mood: 'fine', text: 'kept' }, '"k"')).toEqual({
      ...written,
      replayed: true,
    });
    expect(await second.send('/v1/diary/silently', { text: 'silent' }, 'k')).toEqual({
      status: 204,
      text: '',
      replayed: true,
    });
    expect((await second.entries()).sort()).toEqual(['kept', 'silent']);
  });

  it('belongs to one request of one caller', async () => {
    const bob = await one.server.newcomer(token, {
      email: 'bob@example.com',
      organization: 'acme',
    });
    expect(await one.send('/v1/diary', { text: 'mine' }, 'k')).toMatchObject({ status: 201 });
    expect(await one.send('/v1/diary', { text: 'other' }, 'k')).toMatchObject({
      status: 422,
      code: 'idempotency_key_reused',
    });
    expect(await one.send('/v1/diary', { text: 'mine', mood: 'new' }, 'k')).toMatchObject({
      status: 422,
      code: 'idempotency_key_reused',
    });
    expect(await one.send('/v1/diary', { text: 'of bob' }, 'k', bob)).toMatchObject({
      status: 201,
      replayed: false,
    });
    expect(await one.send('/v1/diary', { text: 'mine' }, 'k', '')).toMatchObject({ status: 401 });
    expect((await one.entries()).sort()).toEqual(['mine', 'of bob']);
  });

  it('leaves no hash that the contents could be guessed from', async () => {
    for (const key of ['k1', 'k2']) await one.send('/v1/diary', { text: 'secret' }, key);
    const [first, second] = await one.keys();
    expect(first!.request).not.toBe(second!.request);
  });

  it.each(['', 'a b', 'é', 'x'.repeat(256)])('refuses %j as a key', async (key) => {
    // what headers cannot carry never arrives
    const sent = key === 'é' ? Buffer.from(key).toString('latin1') : key;
    expect(await one.send('/v1/diary', { text: 'no' }, sent)).toMatchObject({
      status: 400,
      code: 'invalid_input',
    });
    expect(await one.entries()).toEqual([]);
  });

  it('answers 409 while the first is on its way, and lets a failed one be repeated', async () => {
    const way = gate();
    const reached = gate();
    between.before = stopping({ reached, way });
    const first = one.send('/v1/diary', { text: 'slow' }, 'k');
    await reached.passed();
    expect(await one.send('/v1/diary', { text: 'slow' }, 'k')).toMatchObject({
      status: 409,
      code: 'request_in_progress',
    });
    expect(await one.send('/v1/diary', { text: 'else' }, 'k')).toMatchObject({ status: 422 });
    way.open();
    expect(await first).toMatchObject({ status: 201 });
    expect(await one.send('/v1/diary', { text: 'unspeakable' }, 'k2')).toMatchObject({
      status: 400,
    });
    expect(await one.send('/v1/diary', { text: 'speakable' }, 'k2')).toMatchObject({ status: 201 });
  });

  it('lets a repetition take over what hangs, and the one that hung writes nothing', async () => {
    const way = gate();
    const reached = gate();
    between.before = stopping({ reached, way });
    const hanging = one.send('/v1/diary', { text: 'hangs' }, 'k');
    await reached.passed();
    between.before = nothing;
    one.server.clock.now = new Date(one.server.clock.now.getTime() + 61_000);
    const written = await one.send('/v1/diary', { text: 'hangs' }, 'k');
    expect(written).toMatchObject({ status: 201, replayed: false });
    way.open();
    expect(await hanging).toMatchObject({ status: 409, code: 'idempotency_key_taken_over' });
    expect(await one.entries()).toEqual(['hangs']);
    expect(await one.send('/v1/diary', { text: 'hangs' }, 'k')).toEqual({
      ...written,
      replayed: true,
    });
  });

  it('is held no longer because the clock was ahead when it was claimed', async () => {
    const right = one.server.clock.now;
    const way = gate();
    const reached = gate();
    between.before = stopping({ reached, way });
    one.server.clock.now = new Date(right.getTime() + 86_000_000);
    const hanging = one.send('/v1/diary', { text: 'hangs' }, 'k');
    await reached.passed();
    between.before = nothing;
    one.server.clock.now = right;
    expect(await one.send('/v1/diary', { text: 'hangs' }, 'k')).toMatchObject({
      status: 201,
      replayed: false,
    });
    way.open();
    expect(await hanging).toMatchObject({ status: 409, code: 'idempotency_key_taken_over' });
    expect(await one.entries()).toEqual(['hangs']);
  });

  it('knows of an effect whose request failed behind it', async () => {
    between.after = () => Promise.reject(new Error('too late'));
    expect(await one.send('/v1/diary', { text: 'there' }, 'k')).toMatchObject({ status: 500 });
    between.after = nothing;
    expect(await one.send('/v1/diary', { text: 'there' }, 'k')).toMatchObject({
      status: 409,
      code: 'answer_not_kept',
    });
    expect(await one.entries()).toEqual(['there']);
  });

  it('is forgotten after 24 hours', async () => {
    await one.send('/v1/diary', { text: 'today' }, 'k');
    one.server.clock.now = new Date(one.server.clock.now.getTime() + 86_399_000);
    const forget = (await one.server.host.server!.services('traffic')).build(ForgetPast);
    await forget.forget();
    expect(await one.keys()).toHaveLength(1);
    one.server.clock.now = new Date(one.server.clock.now.getTime() + 2_000);
    expect(await one.send('/v1/diary', { text: 'tomorrow' }, 'k')).toMatchObject({
      status: 201,
      replayed: false,
    });
    one.server.clock.now = new Date(one.server.clock.now.getTime() + 86_401_000);
    await forget.forget();
    expect(await one.keys()).toEqual([]);
  });

  it('keeps no secret: what is shown once is not shown again', async () => {
    const key = { name: 'ci', org: 'acme' };
    const made = await one.send('/v1/api-keys', key, 'k');
    expect(made.status).toBe(201);
    expect(await one.send('/v1/api-keys', key, 'k')).toMatchObject({
      status: 409,
      code: 'answer_not_kept',
    });
    await one.send('/v1/workspaces', { name: 'tools' }, 'k');
    for (const [path, email] of [
      ['/v1/orgs/acme/members', 'new@example.com'],
      ['/v1/workspaces/tools/members', 'newer@example.com'],
    ] as const) {
      const invited = await one.send(
        path,
        path.includes('orgs') ? { email } : { email, role: 'member' },
        `invite ${email}`.replace(' ', '-'),
      );
      expect(invited.text).toContain('svc_code_');
    }
    const rows = await one.keys();
    expect(rows).toHaveLength(4);
    expect(JSON.stringify(rows)).not.toMatch(/svc_(key|code|session)_|"k"/);
    expect(
      (
        await one.server.host.server!.invoke(
          createApiKey,
          { name: 'another', org: 'acme' },
          { token },
        )
      ).name,
    ).toBe('another');
  });

  it('covers the bytes of what is published', async () => {
    await one.send('/v1/workspaces', { name: 'tools' }, 'w');
    const archive = await archiveOf({ name: 'tools/demo', private: true });
    const other = await archiveOf({ name: 'tools/other', private: true });
    const headers = new Map<string, string>();
    const request = {
      surface: 'http',
      id: 'r',
      idempotencyKey: 'k',
      answerHeader: (name: string, value: string) => headers.set(name, value),
    } as const;
    const publish = (upload: Uint8Array) =>
      one.server.host.server!.invoke(
        publishTile,
        { workspace: 'tools' },
        { token, upload, request },
      );
    const published = await publish(archive);
    expect(headers.get('Idempotency-Replayed')).toBeUndefined();
    expect(await publish(archive)).toEqual(published);
    expect(headers.get('Idempotency-Replayed')).toBe('true');
    await expectError(publish(other), 'idempotency_key_reused', 422);
  });
});

describeOnPostgres('Idempotency-Key at two servers', (database) => {
  it('makes one effect of requests at both', async () => {
    const location = await database.create();
    const first = await start(database, location);
    token = await first.server.firstAdmin('ann@example.com', 'acme');
    const second = await start(database, location);
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        (at % 2 === 0 ? first : second).send('/v1/diary', { text: 'once' }, 'k'),
      ),
    );
    expect(await first.entries()).toEqual(['once']);
    expect(
      new Set(answers.filter(({ status }) => status === 201).map(({ text }) => text)).size,
    ).toBe(1);
  });
});
