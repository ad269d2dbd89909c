/** Lists whose pages an agent cannot ask for are answered whole: here each has more than one page. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeByDayOn } from '../../contract/databases-by-day.js';
import { ADMIN, changeRows, openRegistryServer, type RegistryServer } from '../registry-server.js';
import { openTools, type ToolClient } from './tool-client.js';

/** What the tool server asks for at once. */
const PAGE = 100;
const MORE = PAGE + 2;

describeByDayOn('postgres', 'a list of more than one page', (database) => {
  let registry: RegistryServer;
  let tools: ToolClient;
  let token: string;

  const post = async (
    path: string,
    body: object,
  ): Promise<{ readonly id: string; readonly token: string }> => {
    const headers = {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const answer = await fetch(`${registry.server.origin}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    expect(answer.ok).toBe(true);
    return ((await answer.json()) as { data: { id: string; token: string } }).data;
  };

  const listed = async (
    tool: string,
    args: object = {},
  ): Promise<readonly Record<string, unknown>[]> => {
    const { structuredContent } = await tools.call(tool, { ...args });
    expect(structuredContent).toMatchObject({ next: null, prev: null });
    return (structuredContent as { data: Record<string, unknown>[] }).data;
  };

  beforeAll(async () => {
    registry = await openRegistryServer(database);
    tools = await openTools(registry.program, { cwd: registry.program.cwd });
    token = '';
    ({ token } = await post('/v1/auth/sessions', ADMIN));
  });

  afterAll(async () => {
    await tools.close();
    await registry.close();
  });

  it('of workspaces, is answered whole by `workspace_list`', async () => {
    const names = Array.from({ length: MORE }, (_, index) => `team-${index}`);
    for (const name of names) await post('/v1/workspaces', { name });
    const found = await listed('workspace_list');
    expect(found.map(({ name }) => name).sort()).toEqual(['acme', ...names].sort());
    expect(found.every(({ id }) => typeof id === 'string')).toBe(true);
  });

  it('of projects, is answered whole by `project_list`', async () => {
    const names = Array.from({ length: MORE }, (_, index) => `project-${index}`);
    for (const name of names) await post('/v1/projects', { workspace: 'acme', name });
    const found = await listed('project_list', { workspace: 'acme' });
    expect(found.map(({ name }) => name).sort()).toEqual(names.sort());
  });

  it('of members, is answered whole by `workspace_list_members`', async () => {
    const crowd = await post('/v1/workspaces', { name: 'crowd' });
    const now = '2026-01-01T00:00:00.000Z';
    const people = Array.from({ length: MORE }, (_, index) => ({
      id: randomUUID(),
      email: `person-${index}@example.com`,
    }));
    const users = people
      .map(({ id, email }) => `('${id}', '${email}', '${email}', '${now}')`)
      .join();
    const members = people.map(({ id }) => `('${crowd.id}', '${id}', 'member', '${now}')`).join();
    await changeRows(
      registry.location,
      `INSERT INTO identity_users (id, email, email_key, created_at) VALUES ${users}`,
    );
    await changeRows(
      registry.location,
      `INSERT INTO identity_workspace_members (workspace_id, user_id, role, created_at) VALUES ${members}`,
    );
    const found = await listed('workspace_list_members', { workspace: 'crowd' });
    expect(found.map(({ email }) => email).sort()).toEqual(
      [ADMIN.email, ...people.map(({ email }) => email)].sort(),
    );
  });
});
