import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { openProgram, requireBuild, type Program } from './program.js';
import { newRepository } from './registry-server.js';
import { atTerminal, keys, onTerminals } from './terminal.js';

const TAB = '\t';
const LONG =
  'Checks what people write, in words that fill the row of a narrow terminal, and more rows';

describe('choosing among many skills at a terminal', () => {
  let program: Program;
  let source: string;

  beforeAll(async () => {
    requireBuild();
    program = await openProgram({ SVC_URL: 'http://127.0.0.1:9' });
    source = join(program.cwd, 'source');
    for (let index = 0; index < 40; index += 1) await writeSkill(`skill-${index}`, LONG);
    await writeSkill('needle', `${LONG}, to the very end`);
  });
  afterAll(() => program.close());

  async function writeSkill(name: string, description: string): Promise<void> {
    const folder = join(source, 'skills', name);
    await mkdir(folder, { recursive: true });
    await writeFile(
      join(folder, 'SKILL.md'),
      `---\nname: ${name}\ndescription: ${description}\n---\n\nText\n`,
    );
  }
  const chosen = async (project: string): Promise<unknown> =>
    JSON.parse(await readFile(join(project, 'svc.json'), 'utf8'));
  const install = (): string[] => ['install', `file:${source}`, '--agent', 'claude-code'];

  onTerminals(
    'filters as one types, also by what is cut off, and selects nothing at first',
    async () => {
      const cwd = await newRepository(program, 'searched');
      const { code, stdout } = await atTerminal(program, install(), {
        cwd,
        columns: 60,
        answers: [
          ['Search:', 'very end'],
          ['(1 match)', TAB],
          ['◼', keys.enter],
        ],
      });
      expect({ code, stdout }).toMatchObject({ code: 0 });
      expect(await chosen(cwd)).toMatchObject({
        dependencies: { 'local/source': { include: { skills: ['needle'] } } },
      });
      const [first = ''] = stdout.split('(1 match)');
      expect(first).toMatch(/◻.*needle: Checks what people write, in words.*…/);
      expect(first).not.toContain('◼');
    },
  );

  onTerminals('says what to press to who selects nothing, and changes nothing', async () => {
    const cwd = await newRepository(program, 'nothing');
    const { code, stdout } = await atTerminal(program, install(), {
      cwd,
      answers: [['Search:', keys.enter]],
    });
    expect(code).toBe(2);
    expect(stdout).toContain('Tab selects what the cursor is on');
    await expect(chosen(cwd)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
