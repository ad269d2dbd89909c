import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openProgram, type Program } from './program.js';
import { atTerminal, keys, onTerminals } from './terminal.js';

const erase = (text: string): string => '\u007f'.repeat(text.length);

describe('questions', () => {
  let program: Program;
  beforeAll(async () => {
    // nothing listens there
    program = await openProgram({ SVC_URL: 'http://127.0.0.1:9' });
  });
  afterAll(() => program.close());

  onTerminals('are asked again after an answer that does not fit, with what is wrong', async () => {
    const wrong = 'acme style';
    const { code, stdout } = await atTerminal(
      program,
      ['plugin', 'new', '--rules', 'style', '--rule-description', 'x'],
      {
        answers: [
          ['Name (<workspace>', `${wrong}${keys.enter}`],
          ['must have the form', `${erase(wrong)}acme/style${keys.enter}`],
          ['What is it for?', keys.enter],
          ['cannot be empty', `House style${keys.enter}`],
        ],
      },
    );
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Created acme/style'),
    });
    const manifest = await readFile(
      join(program.cwd, 'plugins/style/.svc-plugin/plugin.json'),
      'utf8',
    );
    expect(JSON.parse(manifest)).toMatchObject({ name: 'acme/style', description: 'House style' });
  });

  const commands = [
    [['workspace', 'delete', 'lab'], 'Delete the workspace lab permanently?'],
    [['workspace', 'archive', 'lab', '--reason', 'x'], 'Archive the workspace lab?'],
    [
      ['workspace', 'remove-member', 'lab', 'bob@example.com'],
      'Remove the role of bob@example.com in the workspace lab?',
    ],
    [
      ['org', 'remove-member', 'acme', 'bob@example.com'],
      'Remove bob@example.com from the organization acme',
    ],
    [['api-key', 'delete', 'k1'], 'Revoke the API key k1?'],
  ] as const;

  it.each(commands)(
    'come before `svc %j`, which needs --yes where there is no terminal',
    async (args, question) => {
      const refused = await program.run(args);
      expect(refused).toMatchObject({ code: 2, stdout: '' });
      expect(refused.stderr).toContain(question);
      expect(refused.stderr).toContain('--yes');
      // goes on, and finds no server
      expect(await program.run([...args, '--yes'])).toMatchObject({ code: 6 });
      expect((await program.run([...args, '--help'])).stdout).toMatch(/-y, --yes/);
    },
  );

  onTerminals('are answered with no by default, and with yes do it', async () => {
    const [args, question] = commands[0];
    const no = await atTerminal(program, args, { answers: [[question, keys.enter]] });
    expect(no.stdout).toContain('`svc workspace delete` was cancelled');
    expect(no.stdout).not.toContain('cannot be reached');
    const yes = await atTerminal(program, args, { answers: [[question, 'y']] });
    expect(yes).toMatchObject({ code: 6, stdout: expect.stringContaining('cannot be reached') });
  });
});
