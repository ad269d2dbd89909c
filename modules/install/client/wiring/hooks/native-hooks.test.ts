import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { nativeItems, type NativeHooks } from './native-hooks.js';

const run = promisify(execFile);
const inProject: NativeHooks = {
  plugin: 'acme/a',
  agent: 'gemini',
  folder: '.svc/plugins/acme/a',
  platform: 'linux',
  config: {},
};
const file = { file: 'x.json', key: ['hooks'], shape: 'groups' } as const;

function itemsOf(
  config: unknown,
  more: Partial<NativeHooks> = {},
  key: readonly string[] = file.key,
): { events: object; problems: string[] } {
  const problems: string[] = [];
  const items = nativeItems(
    { ...inProject, ...more, config },
    { ...file, key },
    (text) => void problems.push(text),
  );
  return { events: Object.fromEntries(items), problems };
}

/** The command of a hook after its token was resolved. */
function commandIn(folder: string, command: string): string {
  const { events } = itemsOf({ Stop: [{ command }] }, { folder });
  return (events as { Stop: [{ command: string }] }).Stop[0].command;
}

describe('hooks in the form of an agent', () => {
  const group = {
    matcher: 'run_shell_command',
    sequential: true,
    hooks: [{ type: 'command', command: '${SVC_PLUGIN_DIR}/a.sh', timeout: 9 }],
  };
  const resolved = {
    ...group,
    hooks: [{ type: 'command', command: '.svc/plugins/acme/a/a.sh', timeout: 9 }],
  };

  it.each([
    ['a map of events', { BeforeTool: [group] }],
    ['a whole file', { version: 1, hooks: { BeforeTool: [group] }, other: [1] }],
  ])('are passed through with their unknown keys: %s', (_name, config) => {
    expect(itemsOf(config)).toEqual({ events: { BeforeTool: [resolved] }, problems: [] });
  });

  it('may stand under names, of which those that are switched off stay out', () => {
    const config = {
      one: { Stop: [{ command: '1' }] },
      two: { enabled: false, Stop: [{ command: '2' }] },
      three: { enabled: true, Stop: [{ command: '3' }] },
    };
    expect(itemsOf(config, {}, ['svc']).events).toEqual({
      Stop: [{ command: '1' }, { command: '3' }],
    });
  });

  it.each([
    ['a list', [group], 'no event with a list of hooks'],
    ['a text', 'BeforeTool', 'no event with a list of hooks'],
    ['an empty object', {}, 'no event with a list of hooks'],
    [
      'no hook in an event',
      { BeforeTool: [group, 'x'] },
      'BeforeTool contains something that is not a hook',
    ],
  ])('are left out, with the reason, where they do not fit: %s', (_name, config, reason) => {
    expect(itemsOf(config).problems).toEqual([expect.stringContaining(reason)]);
  });

  it('keep keys of object prototypes as they are', () => {
    const config: unknown = JSON.parse(
      '{"__proto__": [{"__proto__": {"x": 1}}], "constructor": [{"command": "y"}]}',
    );
    expect(JSON.stringify(itemsOf(config).events)).toBe(
      '{"__proto__":[{"__proto__":{"x":1}}],"constructor":[{"command":"y"}]}',
    );
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('get the folder in every text, with quotes in shell commands only', () => {
    const folder = '/home/a b/.svc/plugins/acme/a';
    const token = '${SVC_PLUGIN_DIR}';
    const hook = {
      command: `${token}/x`,
      cwd: token,
      env: { A: `${token}/c` },
      list: [{ bash: `cat ${token}/y` }],
    };
    const exec = { command: `${token}/x`, args: [`${token}/y`, '--z'] };
    expect(itemsOf({ Stop: [hook, exec] }, { folder }).events).toEqual({
      Stop: [
        {
          command: `'${folder}'/x`,
          cwd: folder,
          env: { A: `${folder}/c` },
          list: [{ bash: `cat '${folder}'/y` }],
        },
        { command: `${folder}/x`, args: [`${folder}/y`, '--z'] },
      ],
    });
  });
});

describe('the token of the plugin folder', () => {
  let base: string;
  beforeEach(async () => {
    base = await mkdtemp(join(tmpdir(), 'svc-token-'));
  });
  afterEach(() => rm(base, { recursive: true }));

  const names = [
    ...[
      'plain',
      'a b',
      "it's",
      '"q"',
      '$HOME',
      '$(touch PWN)',
      '`touch PWN`',
      'a;touch PWN;b',
      'a|b',
      'a&b',
      'a>b',
      '*',
      '[x]',
      '{a,b}',
    ],
    ...['~', '#x', '!h', 'tab\there', 'ü', 'a\'b"c'],
  ];
  const commands = [
    '${SVC_PLUGIN_DIR}/run.sh one',
    '"${SVC_PLUGIN_DIR}/run.sh" one',
    '"${SVC_PLUGIN_DIR}"/run.sh one',
    'sh -c \'"$0" one\' ${SVC_PLUGIN_DIR}/run.sh',
    'true && ${SVC_PLUGIN_DIR}/run.sh one;',
    '"$(${SVC_PLUGIN_DIR}/run.sh path)"/run.sh one',
  ];

  it.each(names)(
    'is one word of a shell command, whatever the folder is called: %s',
    async (name) => {
      const folder = join(base, name);
      await mkdir(folder);
      await writeFile(
        join(folder, 'run.sh'),
        '#!/bin/sh\n[ "$1" = path ] && dirname "$0" || echo "$0 ran $*"\n',
      );
      await chmod(join(folder, 'run.sh'), 0o755);
      for (const command of commands) {
        const { stdout } = await run('sh', ['-c', commandIn(folder, command)], { cwd: base });
        expect(stdout).toBe(`${folder}/run.sh ran one\n`);
      }
    },
  );

  it.each([
    ['up', '${SVC_PLUGIN_DIR}/../other/run.sh'],
    ['up and further', '${SVC_PLUGIN_DIR}/a/../../x'],
    ['up in quotes', '"${SVC_PLUGIN_DIR}/my dir/../../x"'],
    ['up after quotes', '"${SVC_PLUGIN_DIR}"/../x'],
    ['up by a backslash', String.raw`"${'${SVC_PLUGIN_DIR}'}\..\x"`],
    ['up behind a variable', '${SVC_PLUGIN_DIR}/$NOTHING/../../x'],
    ['in a substitution', '"$(cat ${SVC_PLUGIN_DIR}/../x)"'],
    ['no separator', '${SVC_PLUGIN_DIR}-other/run.sh'],
    ['a home', '${SVC_PLUGIN_DIR}~/x'],
    ['below a home', '~${SVC_PLUGIN_DIR}/x'],
    ['below another folder', '/etc/${SVC_PLUGIN_DIR}/x'],
    ['below another folder in quotes', '"/etc"${SVC_PLUGIN_DIR}/x'],
    ['absolute by concatenation', '/etc${SVC_PLUGIN_DIR}'],
    ['absolute by repetition', '${SVC_PLUGIN_DIR}${SVC_PLUGIN_DIR}/x'],
  ])('never leads out of the folder: %s', (_name, command) => {
    for (const hook of [{ command }, { bash: `true; ${command}` }, { hooks: [{ command }] }]) {
      expect(() => itemsOf({ Stop: [hook] })).toThrow(
        expect.objectContaining({
          code: 'unsafe_path',
          message: expect.stringMatching(
            /a hook of acme\/a for gemini would leave the folder of its plugin/,
          ) as unknown,
        }),
      );
    }
  });

  it.each([
    '${SVC_PLUGIN_DIR}/a/../run.sh ../not/mine',
    'node --config=${SVC_PLUGIN_DIR}/c.json ${SVC_PLUGIN_DIR}/x.js',
    'cc -I${SVC_PLUGIN_DIR}/include',
    'ls "${SVC_PLUGIN_DIR}" | wc -l; cat < ${SVC_PLUGIN_DIR}/x',
    'echo $(cat ${SVC_PLUGIN_DIR}/x)',
    '${SVC_PLUGIN_DIR}/*.sh',
  ])('may lead anywhere inside: %s', (command) => {
    expect(commandIn(inProject.folder, command)).toBe(
      command.replaceAll('${SVC_PLUGIN_DIR}', inProject.folder),
    );
  });
});
