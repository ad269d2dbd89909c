import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect } from '@jest/globals';
import type { Ask } from 'svc-registry/kernel';
import { listAuditEvents } from '../../../modules/audit/contract/operations.js';
import audit from '../../../modules/audit/module.js';
import { viewWorkspace } from '../../../modules/identity/contract/index.js';
import {
  archiveWorkspace,
  deleteWorkspace,
} from '../../../modules/identity/contract/operations/workspaces.js';
import { modelsKey } from '../../../modules/models/contract/index.js';
import {
  removeWorkspaceModel,
  setModel,
  setWorkspaceModel,
  showWorkspaceModel,
} from '../../../modules/models/contract/operations.js';
import models from '../../../modules/models/module.js';
import outbound from '../../../modules/outbound/module.js';
import { readDatabaseKey } from '../../../modules/persistence/contract/db.js';
import secrets from '../../../modules/secrets/module.js';
import { describeEachDatabase } from '../databases.js';
import { itInTurn } from '../databases-by-day.js';
import { expectError } from '../expect-error.js';
import { startIdentity, type IdentityServer, type ServerOptions } from '../identity-server.js';
import { answering, dialects, ModelEndpoint } from './model-endpoint.js';

const KEY = 'sk-canary-0123456789abcdef';
const OTHER_KEY = 'sk-server-0123456789abcdef';
const dialect = dialects[1]!;
const request = { purpose: 'test.ask', system: 'Say something.', data: [] };

describeEachDatabase('the model of a workspace', (databases) => {
  const it = itInTurn(databases);
  let endpoint: ModelEndpoint;
  let server: IdentityServer;
  let admin: string;
  let id: string;

  async function start(options: ServerOptions = {}): Promise<void> {
    server = await startIdentity(databases, {
      modules: [audit, secrets, outbound, models],
      ...options,
      env: {
        SVC_SECRET_KEY: randomBytes(32).toString('base64'),
        SVC_OUTBOUND_ALLOW: endpoint.origin,
        ...options.env,
      },
    });
    server.clock.now = new Date('2026-03-25T09:00:00.000Z');
    admin = await server.firstAdmin('admin@example.com', 'acme');
    await server.newWorkspace(admin, 'tools');
    ({ id } = await server.invoke(viewWorkspace, { id: 'tools' }, admin));
  }

  beforeEach(async () => {
    endpoint = await ModelEndpoint.start();
    endpoint.answer = answering(200, dialect.prose('Hello.'));
  });
  afterEach(async () => {
    await server.stop();
    await endpoint.close();
  });

  const tools = { workspace: 'tools' };
  const own = () => ({ ...tools, model: 'openai/own', baseUrl: dialect.baseUrl(endpoint.origin) });
  const set = (more: object = { apiKey: KEY }) =>
    server.invoke(setWorkspaceModel, { ...own(), ...more }, admin);
  const show = () => server.invoke(showWorkspaceModel, tools, admin);
  const remove = () => server.invoke(removeWorkspaceModel, tools, admin);
  const ask = async (workspaceId?: string) =>
    (await server.host.server!.services('models').then((all) => all.get(modelsKey))).text({
      ...request,
      workspaceId,
    });
  const rows = (table: string) =>
    server.host.server!.services('models').then(async (services) => {
      const { manager } = services.get(readDatabaseKey);
      return manager.query<Record<string, unknown>[]>(`SELECT * FROM ${table}`);
    });

  it('is asked with its key, which is stored sealed and shown to nobody', async () => {
    await start();
    await set();
    const view = await show();
    const { baseUrl } = own();
    expect(view).toEqual({ model: 'openai/own', baseUrl, hasKey: true, tokensThisMonth: 0 });
    expect(await ask(id)).toMatchObject({ model: 'openai/own', text: 'Hello.' });
    expect(dialect.keyIn(endpoint.sent[0]!.headers)).toBe(KEY);
    const [row] = await rows('models_settings');
    expect(row).toMatchObject({ model: 'openai/own', api_key: expect.any(String) });
    const events = await server.invoke(listAuditEvents, { organization: 'acme' }, admin);
    expect(JSON.stringify(events)).toContain('models.setWorkspaceModel');
    expect(JSON.stringify([view, row, events, server.host.log])).not.toContain(KEY);
  });

  it('comes before that of the server, which is asked for everybody else', async () => {
    const env = {
      SVC_MODEL: 'openai/servers',
      SVC_MODEL_BASE_URL: dialect.baseUrl(endpoint.origin),
      SVC_MODEL_API_KEY: OTHER_KEY,
    };
    await start({ env });
    expect(await ask(id)).toMatchObject({ model: 'openai/servers' });
    await set();
    expect(await ask(id)).toMatchObject({ model: 'openai/own' });
    expect(await ask()).toMatchObject({ model: 'openai/servers' });
    await remove();
    await remove();
    expect(await ask(id)).toMatchObject({ model: 'openai/servers' });
    const keys = endpoint.sent.map(({ headers }) => dialect.keyIn(headers));
    expect(keys).toEqual([OTHER_KEY, KEY, OTHER_KEY, OTHER_KEY]);
  });

  it('is missing without either, and the error says who sets it', async () => {
    await start();
    expect(await show()).toMatchObject({ model: null, baseUrl: null, hasKey: false });
    await expect(ask(id)).rejects.toMatchObject({
      code: 'model_not_configured',
      hint: expect.stringContaining('svc workspace model set'),
    });
  });

  it('loses its key when its address changes without one', async () => {
    await start();
    await set();
    const elsewhere = { baseUrl: 'https://elsewhere.example.com' };
    await set(elsewhere);
    expect(await show()).toMatchObject({ ...elsewhere, hasKey: false });
    expect(await rows('models_settings')).toMatchObject([{ api_key: null }]);
  });

  it('leads to no private address', async () => {
    await start({ env: { SVC_OUTBOUND_ALLOW: '' } });
    await set();
    await expect(ask(id)).rejects.toMatchObject({
      code: 'outbound_refused',
      message: expect.stringContaining('The model of the workspace is not fetched'),
    });
    expect(endpoint.sent).toEqual([]);
  });

  it('leaves what it used in a table, by purpose, also when an answer was no use', async () => {
    await start();
    await set();
    await ask(id);
    server.later(60_000);
    endpoint.answer = answering(200, dialect.refusal);
    await expectError(ask(id), 'model_refused');
    endpoint.answer = answering(500, {});
    await expectError(ask(id), 'model_unavailable');
    const used = { purpose: 'test.ask', model: 'openai/own', input_tokens: 11, output_tokens: 7 };
    expect(await rows('models_usage')).toEqual([
      expect.objectContaining({ ...used, workspace_id: id }),
      expect.objectContaining({ ...used, workspace_id: id }),
    ]);
    expect(await show()).toMatchObject({ tokensThisMonth: 36 });
    server.later(7 * 24 * 60 * 60_000);
    expect(await show()).toMatchObject({ tokensThisMonth: 0 });
  });

  it('keeps its workspace from being deleted until it is removed', async () => {
    await start();
    await set();
    await expect(server.invoke(deleteWorkspace, { id: 'tools' }, admin)).rejects.toMatchObject({
      code: 'workspace_not_empty',
      message: expect.stringContaining('svc workspace model remove'),
    });
    await ask(id);
    await remove();
    await server.invoke(deleteWorkspace, { id: 'tools' }, admin);
    expect(await rows('models_usage')).toHaveLength(1);
  });

  it.each([
    ['model', { model: 'gpt-5' }],
    ['model', { model: 'mistral/large' }],
    ['baseUrl', { baseUrl: 'ftp://example.com' }],
    ['apiKey', { apiKey: `${KEY} ` }],
  ])('has no malformed %s', async (field, wrong) => {
    await start();
    const error = await set(wrong).catch((each: unknown) => each);
    expect(error).toMatchObject({ code: 'invalid_input', issues: [{ field }] });
    expect(JSON.stringify(error)).not.toContain(KEY);
    await expectError(set({ baseUrl: 'https://user:word@example.com' }), 'invalid_input');
  });

  it('is not set in an archived workspace, and not without a key of the server to seal with', async () => {
    await start({ env: { SVC_SECRET_KEY: '' } });
    if (databases.engine === 'postgres') await expectError(set(), 'secrets_unavailable');
    await set({});
    await server.invoke(archiveWorkspace, { id: 'tools', reason: 'Moved' }, admin);
    await expectError(set({}), 'workspace_archived');
  });

  it('is set by a command that asks for the key', async () => {
    await start({ facet: 'both', ask: asking(` ${KEY}\n`) });
    const input = { ...tools, model: 'anthropic/own' };
    expect(await server.invoke(setModel, input, admin)).toMatchObject({ hasKey: true });
    expect(await rows('models_settings')).toMatchObject([{ api_key: expect.any(String) }]);
    const piped = { ...input, keyStdin: true };
    // the test host has no standard input, as at a terminal
    await expectError(server.invoke(setModel, piped, admin), 'usage');
    expect(await show()).toMatchObject({ hasKey: true });
  });
});

const unexpected = (): Promise<never> => Promise.reject(new Error('another question'));
const asking = (password: string): Ask => ({
  interactive: true,
  password: () => Promise.resolve(password),
  confirm: unexpected,
  text: unexpected,
  select: unexpected,
  selectMany: unexpected,
});
