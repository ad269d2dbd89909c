import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { insertPluginDir, quotePluginDir } from './plugin-dir-token.js';

/** Names of folders that a shell could take for something else. */
const names = [
  ...[
    'plain',
    'with space',
    "o'brien",
    'say "hi"',
    '$(touch PWN)',
    '`touch PWN`',
    'a;touch PWN;b',
    'a$(touch PWN)b',
    'a&touch PWN&b',
  ],
  ...[
    'a|touch PWN',
    'a>PWN',
    '$HOME',
    '*',
    '?',
    '[a-z]',
    '~',
    '-rf',
    'tab\there',
    'back\\slash',
    'new\nline',
    '#hash',
    '!bang',
    '{a,b}',
  ],
];

let cwd: string;
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'svc-token-'));
});
afterAll(() => {
  rmSync(cwd, { recursive: true });
});

const shell = (command: string, folder: string): string =>
  execFileSync('sh', ['-c', quotePluginDir(command)], {
    cwd,
    env: { PATH: process.env['PATH'], SVC_PLUGIN_DIR: folder },
    encoding: 'utf8',
  });

/** Ways in which authors write the token, each of which must come out as the folder itself, as one word. */
const writings: Readonly<Record<string, string>> = {
  unquoted: 'printf "<%s>" ${SVC_PLUGIN_DIR}/run.sh',
  'in double quotes': 'printf "<%s>" "${SVC_PLUGIN_DIR}/run.sh"',
  'in single quotes': `printf "<%s>" '\${SVC_PLUGIN_DIR}/run.sh'`,
  'after a quoted part': `printf "<%s>" ''"\${SVC_PLUGIN_DIR}"/run.sh`,
  'in a substitution': 'printf "<%s>" "$(printf %s/run.sh ${SVC_PLUGIN_DIR})"',
  'in a group': '(printf "<%s>" ${SVC_PLUGIN_DIR}/run.sh)',
  'after a comment with a quote': "# it's a comment\nprintf '<%s>' ${SVC_PLUGIN_DIR}/run.sh",
  'after escaped quotes': `: \\" \\'; printf "<%s>" \${SVC_PLUGIN_DIR}/run.sh`,
  'as the value of a variable': 'x=${SVC_PLUGIN_DIR}/run.sh; printf "<%s>" "$x"',
};

const token = '${SVC_PLUGIN_DIR}';
const quotedToken = `'"${token}"'|"${token}"|${token}`.replaceAll(/[${}]/g, String.raw`\$&`);

/** What `text` may become: any of the `writings` where the `word` stands, and every other character as it is. */
function sameTextAround(word: string, writings: string, text: string): RegExp {
  const literal = (part: string): string => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  return new RegExp(`^${text.split(word).map(literal).join(`(?:${writings})`)}$`);
}

describe("the plugin's folder in a shell command", () => {
  it.each(Object.entries(writings))(
    'is one word and runs nothing, %s, whatever its name',
    (_, command) => {
      for (const name of names) expect(shell(command, `/x/${name}`)).toBe(`</x/${name}/run.sh>`);
      expect(existsSync(join(cwd, 'PWN'))).toBe(false);
    },
  );

  it('is one word whatever characters its name is made of', () => {
    const name = fc.string({
      unit: fc.constantFrom(...' \t\n"\'`$(){}[]\\;&|<>*?~#!=%a/é'.split('')),
    });
    fc.assert(
      fc.property(name, fc.constantFrom(...Object.values(writings)), (folder, command) => {
        expect(shell(command, folder)).toBe(`<${folder}/run.sh>`);
      }),
      { numRuns: 60 },
    );
  });

  it('adds quotes around tokens and changes nothing else', () => {
    const part = fc.constantFrom(
      'a',
      ' ',
      '"',
      "'",
      '\\',
      '$(',
      ')',
      '(',
      '`',
      '#',
      '\n',
      ';',
      '$',
      '${SVC_PLUGIN_DIR}',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const command = parts.join('');
        expect(quotePluginDir(command)).toMatch(sameTextAround(token, quotedToken, command));
      }),
    );
  });

  it('leaves a command without the token, and an escaped token, as they are', () => {
    for (const command of ['echo "it\'s"', 'echo \\${SVC_PLUGIN_DIR}', 'echo $SVC_PLUGIN_DIR'])
      expect(quotePluginDir(command)).toBe(command);
  });
});

describe("the plugin's folder in exec form", () => {
  it('is put in as it is, as often as it is named', () => {
    for (const name of [...names, '$&', '$1', '$`'])
      expect(insertPluginDir('${SVC_PLUGIN_DIR}/a:${SVC_PLUGIN_DIR}', name)).toBe(
        `${name}/a:${name}`,
      );
  });
});
