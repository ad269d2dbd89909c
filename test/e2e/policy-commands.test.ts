import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { describeOnSqlite } from '../contract/databases.js';
import {
  newRepository,
  openRegistryServer,
  writePlugin,
  type RegistryServer,
} from './registry-server.js';
import { terminal } from './terminal.js';

describeOnSqlite('svc policy', (database) => {
  let registry: RegistryServer;
  let cwd: string;

  beforeAll(async () => {
    registry = await openRegistryServer(database);
    const { program, svc } = registry;
    await svc([
      'plugin',
      'publish',
      await writePlugin(join(program.cwd, 'acme/tools'), { name: 'acme/tools', private: false }),
    ]);
    cwd = await newRepository(program, 'repo');
    await writeFile(
      join(cwd, 'svc.json'),
      JSON.stringify({ name: 'acme/site', mode: 'vendored', agents: ['agents'], dependencies: {} }),
    );
    await svc(['install', 'acme/tools'], cwd);
  });
  afterAll(() => registry.close());
  beforeEach(() => registry.svc(['api', 'DELETE', '/v1/policies/workspace/acme']));

  const run = (args: string[], options: { env?: Record<string, string>; input?: string } = {}) =>
    registry.program.run(['policy', ...args], { cwd, ...options });
  const document = (days: number) =>
    `installPolicy:\n  version: 1\n  rules:\n    minimumReleaseAge:\n      days: ${days}\n`;

  const noGit =
    'installPolicy:\n  version: 1\n  rules:\n    sourceRestriction:\n      allowGitSources: false\n';

  it('takes a document from a file or standard input, tells what changes, and shows it as it takes it', async () => {
    await writeFile(join(cwd, 'policy.yaml'), document(3));
    const first = await run(['edit', '--file', 'policy.yaml']);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(
      /Changed the policies of the workspace acme:[\s\S]*minimumReleaseAge\.days: not set → 3/,
    );
    // the server has completed the document meanwhile
    expect((await run(['edit', '--file', 'policy.yaml'])).stdout).toContain('already say that');
    await writeFile(join(cwd, 'git.yaml'), noGit);
    await run(['edit', '--file', 'git.yaml']);
    expect((await run(['edit', '--file', 'git.yaml'])).stdout).toContain('already say that');
    await run(['edit', '--file', 'policy.yaml']);
    const shown = await run(['show']);
    expect(shown).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^# Policies of the workspace acme, changed .* UTC\./),
    });
    expect(await run(['edit', '--file', '-'], { input: shown.stdout })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('already say that'),
    });
    const piped = await run(['edit', '--file', '-', '--json'], {
      input: shown.stdout.replace('days: 3', 'days: 5'),
    });
    expect(JSON.parse(piped.stdout)).toMatchObject({
      changes: [{ field: 'installPolicy.rules.minimumReleaseAge.days', before: '3', after: '5' }],
    });
    const effective = await run(['show', '--effective', '--project', 'acme/site']);
    expect(effective.code).toBe(4);
    const holds = await run(['show', '--effective']);
    expect(holds.stdout).toContain('# installPolicy.minimumReleaseAge.days: from the workspace');
  });

  it('names field, file and line of what is wrong, and changes nothing', async () => {
    await writeFile(
      join(cwd, 'wrong.yaml'),
      `${document(3)}    colour: red\n`.replace('days: 3', 'days: many'),
    );
    const wrong = await run(['edit', '--file', 'wrong.yaml']);
    expect(wrong).toMatchObject({ code: 3, stdout: '' });
    expect(wrong.stderr).toMatch(
      /wrong\.yaml:5:13 installPolicy\.rules\.minimumReleaseAge\.days: /,
    );
    expect(wrong.stderr).toMatch(/wrong\.yaml:6:\d+ installPolicy\.rules\.colour: /);
    await writeFile(join(cwd, 'broken.yaml'), 'installPolicy: [\n');
    expect(await run(['edit', '--file', 'broken.yaml'])).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/broken\.yaml:\d+:\d+/),
    });
    expect(await run(['edit', '--file', 'absent.yaml'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('absent.yaml cannot be read'),
    });
    expect(await run(['edit'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--file'),
    });
    expect(
      await run(['edit', '--org', 'a', '--workspace', 'b', '--file', '-'], { input: '{}' }),
    ).toMatchObject({ code: 2 });
    expect(JSON.parse((await run(['show', '--json'])).stdout)).toMatchObject({
      installPolicy: null,
      updatedAt: null,
    });
  });

  it('tells whether plugins may be installed, and ends with 7 when one may not', async () => {
    expect(await run(['evaluate'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('allowed  acme/tools@1.0.0'),
    });
    await run(['edit', '--file', '-'], { input: document(3) });
    const blocked = await run(['evaluate', '--json']);
    expect(blocked).toMatchObject({ code: 7, stderr: '' });
    expect(JSON.parse(blocked.stdout)).toMatchObject({
      blocked: ['acme/tools@1.0.0'],
      results: [
        { decision: 'block', reasons: [{ kind: 'release-age', policyLevels: ['workspace'] }] },
      ],
    });
    const one = await run(['evaluate', 'acme/tools@1.0.0', '--org', 'main']);
    expect(one).toMatchObject({ code: 0, stdout: 'allowed  acme/tools@1.0.0\n' });
    const gone = await run(['evaluate', 'acme/absent']);
    expect(gone).toMatchObject({
      code: 7,
      stdout: expect.stringMatching(
        /blocked {2}acme\/absent@latest\n.*There is no acme\/absent@latest/,
      ),
    });
    expect(await run(['evaluate', 'https://github.com/acme/skills', 'file:own'])).toMatchObject({
      code: 0,
    });
  });

  it('opens the editor at a terminal, keeps what was written when somebody else was quicker, and takes it later', async () => {
    const editor = join(registry.program.cwd, 'editor.sh');
    const quicker = JSON.stringify({
      publishPolicy: { version: 1, rules: { blockPublicTilePublish: true } },
    });
    await writeFile(join(cwd, 'quicker.json'), quicker);
    const node = `'${process.execPath}' '${registry.program.svc}'`;
    await writeFile(
      editor,
      `#!/bin/sh\nprintf '${document(4).replaceAll('\n', '\\n')}' > "$2"\n[ "$1" = alone ] || ${node} policy edit --file '${join(cwd, 'quicker.json')}' </dev/null >/dev/null\n`,
    );
    await chmod(editor, 0o755);
    const at = (word: string) =>
      registry.program.run(['policy', 'edit', '--yes'], {
        cwd,
        env: { EDITOR: `${editor} ${word}`, CI: '' },
        through: terminal(80),
      });
    const late = await at('with-another');
    expect(late).toMatchObject({ code: 5 });
    const said = late.stdout + late.stderr;
    expect(said).toContain('was changed in the meantime');
    const [, kept = ''] = /policy edit --file (\S+?)`/.exec(said) ?? [];
    expect(await readFile(kept, 'utf8')).toBe(document(4));
    expect(JSON.parse((await run(['show', '--json'])).stdout)).toMatchObject({
      installPolicy: null,
      publishPolicy: {},
    });
    expect(await at('alone')).toMatchObject({ code: 0 });
    expect(JSON.parse((await run(['show', '--json'])).stdout)).toMatchObject({
      installPolicy: { rules: { minimumReleaseAge: { days: 4 } } },
      publishPolicy: null,
    });
  });
});
