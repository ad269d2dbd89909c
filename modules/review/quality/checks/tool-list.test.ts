import { describe, expect, it } from '@jest/globals';
import { checkOf } from '../testing/bundle.js';
import { toolListFault } from './tool-list.js';

const toolsOf = (written: string): string =>
  `---\nname: demo\ndescription: Sorts photos.\nallowed-tools: ${written}\n---\n\nSort the photos.\n`;

describe('allowed-tools in each documented form', () => {
  it.each([
    'Read',
    'Read Write Bash',
    'Read, Write, Bash',
    'Read,Write',
    'Bash(git add:*) Bash(git commit:*)',
    'Bash(git:*), Read, mcp__github__create_issue',
    '"*"',
    '[Read, Write]',
    '[Read, "Bash(npm run test:*)"]',
    '\n  - Read\n  - Bash(git:*)',
    '\n- Read\n- Write',
    '>-\n  Read\n  Write',
  ])('%j', async (written) => {
    expect(await checkOf('allowed_tools_field', toolsOf(written))).toMatchObject({
      status: 'passed',
    });
  });

  it.each([
    ['', 'warning', 'is empty'],
    ['"Bash(git:*"', 'warning', 'a parenthesis is not closed'],
    ['Bash git:*)', 'warning', 'a parenthesis is closed that was not opened'],
    ['[Read, 5]', 'warning', 'each entry must be a text'],
    ['{Read: true}', 'error', 'it must be a text or a list of texts'],
    ['true', 'error', 'it must be a text or a list of texts'],
  ])('not %j', async (written, status, message) => {
    const check = await checkOf('allowed_tools_field', toolsOf(written));
    expect(check).toMatchObject({
      status,
      message: expect.stringContaining(message),
      details: { file: 'demo/SKILL.md', line: 4 },
    });
  });
});

it('says nothing about lists without fault', () => {
  expect(toolListFault('Read Write')).toBeUndefined();
  expect(toolListFault([])).toBeUndefined();
});
