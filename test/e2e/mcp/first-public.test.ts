/** What nobody can take back, a person has to agree to: the first public version of a plugin that a tool publishes. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ElicitRequestSchema, type ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { describeOnSqlite } from '../../contract/databases.js';
import {
  newRepository,
  openRegistryServer,
  writePlugin,
  type RegistryServer,
} from '../registry-server.js';
import { failed, openTools, wordsOf, type ToolClient } from './tool-client.js';

describeOnSqlite('the first public version', (database) => {
  let registry: RegistryServer;
  let repo: string;
  let tools: ToolClient | undefined;
  let count = 0;
  const asked: string[] = [];

  beforeAll(async () => {
    registry = await openRegistryServer(database);
    repo = await newRepository(registry.program, 'repo');
  }, 60_000);
  afterEach(() => tools?.close());
  afterAll(() => registry.close());

  async function open({
    answer,
    args = [],
  }: { answer?: ElicitResult; args?: readonly string[] } = {}): Promise<ToolClient> {
    asked.length = 0;
    tools = await openTools(registry.program, {
      cwd: repo,
      args,
      capabilities: answer ? { elicitation: {} } : {},
      prepare: (client) => {
        if (answer)
          client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
            asked.push(params.message);
            return answer;
          });
      },
    });
    return tools;
  }

  const yes: ElicitResult = { action: 'accept', content: { agree: true } };
  const refused = failed({ code: 'consent_required' });

  /** A plugin that its manifest calls public, in a folder of the repository. */
  async function publicPlugin(
    version = '1.0.0',
    name = `acme/open-${(count += 1)}`,
  ): Promise<{ name: string; path: string }> {
    return {
      name,
      path: await writePlugin(join(repo, name.slice(5)), { name, version, private: false }),
    };
  }

  async function loneSkill(name = `skill-${(count += 1)}`): Promise<string> {
    await mkdir(join(repo, `the skills/${name}`), { recursive: true });
    await writeFile(
      join(repo, `the skills/${name}/SKILL.md`),
      `---\nname: ${name}\ndescription: Use for ${name}.\n---\n\nDo it.\n`,
    );
    return name;
  }

  it('is refused where nobody can be asked, with the command to run', async () => {
    const { call } = await open();
    const { name, path } = await publicPlugin();
    const skill = await loneSkill();
    const lone = `the skills/${skill}`;
    const plugin = await call('tile_publish', { path });
    expect(plugin).toMatchObject(refused);
    expect(wordsOf(plugin)).toContain(`\`svc plugin publish ${path}\``);
    expect(wordsOf(plugin)).toContain('--allow-public');
    expect(wordsOf(await call('skill_publish', { path }))).toContain(
      `\`svc skill publish ${path}\``,
    );
    const asSkill = await call('skill_publish', { path: lone, workspace: 'acme', public: true });
    expect(asSkill).toMatchObject(refused);
    expect(wordsOf(asSkill)).toContain(
      `\`svc skill publish --public --workspace acme '${join(repo, lone)}'\``,
    );
    for (const each of [name, `acme/${skill}`])
      expect((await call('search', { query: each })).structuredContent).toMatchObject({ data: [] });
  }, 60_000);

  it('is published when the person agrees, and further ones without a question', async () => {
    const { call } = await open({ answer: yes });
    const { name, path } = await publicPlugin();
    expect((await call('tile_publish', { path })).structuredContent).toMatchObject({
      plugin: name,
      private: false,
    });
    expect(asked).toEqual([
      expect.stringContaining(`\`tile_publish\` wants to make ${name} visible to everyone`),
    ]);
    await tools?.close();

    // a new client, without anybody to ask
    const next = await open();
    await publicPlugin('1.1.0', name);
    expect((await next.call('tile_publish', { path })).structuredContent).toMatchObject({
      version: '1.1.0',
      private: false,
    });
    expect((await next.call('skill_publish', { path, public: true })).isError).not.toBe(true);
  }, 60_000);

  it('of what was private until then needs the person as well', async () => {
    const skill = await loneSkill();
    const args = { path: `the skills/${skill}`, workspace: 'acme' };
    const { call } = await open({ answer: { action: 'decline' } });
    expect((await call('skill_publish', args)).structuredContent).toMatchObject({ private: true });
    expect(asked).toEqual([]);
    expect(await call('skill_publish', { ...args, public: true })).toMatchObject(refused);
    expect(asked).toHaveLength(1);
    const { data } = (await call('search', { query: `acme/${skill}` })).structuredContent as {
      data: object[];
    };
    expect(data[0]).toMatchObject({ plugin: `acme/${skill}`, private: true });
  }, 60_000);

  it('needs nobody with --allow-public', async () => {
    const { call } = await open({ args: ['--allow-public'] });
    const { path } = await publicPlugin();
    expect((await call('tile_publish', { path })).structuredContent).toMatchObject({
      private: false,
    });
    const lone = { path: `the skills/${await loneSkill()}`, workspace: 'acme', public: true };
    expect((await call('skill_publish', lone)).structuredContent).toMatchObject({ private: false });
  }, 60_000);
});
