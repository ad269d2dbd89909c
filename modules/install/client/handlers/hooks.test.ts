import { execFile } from 'node:child_process';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PluginFolders } from '../../../registry/contract/plugin-format.js';
import { makePlugin, type PluginSketch } from '../testing/make-plugin.js';
import { pluginFormat } from '../testing/plugin-format.js';
import { TestProject } from '../testing/test-project.js';

const run = promisify(execFile);
const agents = ['claude-code', 'gemini', 'copilot'];
const script = 'echo "$0 $1" # starts without saying what reads it\n';

/** A plugin with a hook that every agent gets, and one of gemini's own. */
function guard(name: string, command = '${SVC_PLUGIN_DIR}/bin/check'): PluginSketch {
  const hooks = {
    PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command, args: ['x'] }] }],
  };
  const nativeHooks = {
    gemini: {
      BeforeModel: [{ hooks: [{ type: 'command', command: '${SVC_PLUGIN_DIR}/bin/model now' }] }],
    },
  };
  return {
    name,
    skills: ['guard'],
    manifest: { hooks, nativeHooks },
    files: {
      'bin/check': script,
      'bin/model': script,
      'bin/data': 'never started\n',
    },
  };
}

let format: PluginFolders;
beforeAll(async () => {
  format = await pluginFormat();
});

let project: TestProject;
beforeEach(async () => {
  project = await TestProject.create();
});
afterEach(() => project.drop());

const isExecutable = async (path: string): Promise<boolean> =>
  ((await stat(join(project.root, path))).mode & 0o111) === 0o111;

/** All that the project has, but what points at the rules: that goes with the last plugin. */
const hooksOf = async (): Promise<object> =>
  Object.fromEntries(
    Object.entries(await project.state()).filter(
      ([path]) => !/^(?:CLAUDE|GEMINI)\.md$|^svc-lock\.json$/.test(path),
    ),
  );

describe('plugins with hooks', () => {
  it('come into the files of the chosen agents, and go without a trace', async () => {
    await project.write('.gemini/settings.json', '{\n  // mine\n  "theme": "dark",\n}\n');
    await project.init({ agent: agents });
    const before = await hooksOf();
    const source = await project.plugin('own', guard('acme/guard'));
    const change = await project.install([source]);
    expect(change.written).toEqual(
      expect.arrayContaining([
        '.claude/settings.json',
        '.gemini/settings.json',
        '.github/hooks/svc.json',
      ]),
    );
    expect(await project.read('.gemini/settings.json')).toMatch(
      /\/\/ mine[^]*hook run --agent=gemini --event=PreToolUse[^]*BeforeModel/,
    );
    expect((await project.install([source])).written).toEqual([]);
    await project.uninstall('acme/guard');
    expect(await hooksOf()).toEqual(before);
  });

  it('can start their files although an archive has dropped what makes them executable', async () => {
    const folder = await makePlugin(join(project.base, 'own'), guard('acme/guard'));
    const contents = await format.readFolder(folder);
    const files = contents.files.map((file) => ({ ...file, mode: 0o644 as const }));
    const archive = project.registry.file('acme/guard', '1.0.0');
    await mkdir(dirname(archive), { recursive: true });
    await writeFile(archive, await format.pack({ ...contents, files }));
    await project.install(['acme/guard'], { agent: agents });
    const installed = '.svc/plugins/acme/guard/bin';
    expect(await isExecutable(`${installed}/check`)).toBe(true);
    expect(await isExecutable(`${installed}/model`)).toBe(true);
    expect(await isExecutable(`${installed}/data`)).toBe(false);
    // what is in place is what the lock says, also to the next command
    expect((await project.install([])).plugins).toEqual([
      expect.objectContaining({ action: 'unchanged' }),
    ]);
    const { hooks } = (await project.json('.gemini/settings.json')) as {
      hooks: { BeforeModel: [{ hooks: [{ command: string }] }] };
    };
    const { stdout } = await run('sh', ['-c', hooks.BeforeModel[0].hooks[0].command], {
      cwd: project.root,
    });
    expect(stdout).toBe('.svc/plugins/acme/guard/bin/model now\n');
  });

  it('stay called after a clone in which they are not in place yet', async () => {
    const source = await project.plugin('own', guard('acme/guard'));
    const other = await project.plugin('other', { name: 'acme/other', skills: ['other'] });
    await project.install([source, other], { agent: agents });
    const before = await project.read('.github/hooks/svc.json');
    await rm(join(project.root, '.svc/plugins/acme/guard'), { recursive: true });
    await project.uninstall('acme/other');
    expect(await project.read('.github/hooks/svc.json')).toBe(before);
  });

  it('whose hooks leave their folder are refused, and nothing is changed', async () => {
    const before = await project.state();
    const source = await project.plugin(
      'own',
      guard('acme/guard', '${SVC_PLUGIN_DIR}/../../other/run'),
    );
    await expect(project.install([source], { agent: agents })).rejects.toMatchObject({
      code: 'plugin_invalid',
    });
    expect(await project.state()).toEqual(before);
  });

  it('say once how agents start svc, however many files say it', async () => {
    await project.install([await project.plugin('own', guard('acme/guard'))], { agent: agents });
    const cautions = project.context.warnings.filter((text) => text.includes('not on your PATH'));
    expect(cautions).toHaveLength(1);
  });
});
