import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { TestProject } from '../testing/test-project.js';
import { subagentText } from './subagent-text.js';

const CLAUDE = `---
name: critic
description: >
  Reads what was written.
tools: Read, Grep
model: sonnet
---

Say what is wrong.
`;

let project: TestProject;
beforeEach(async () => {
  project = await TestProject.create();
});
afterEach(() => project.drop());

const plugin = (name: string, text = CLAUDE) =>
  project.plugin(name.replace('/', '-'), {
    name,
    manifest: { agents: ['agents/critic.md'] },
    files: { 'agents/critic.md': text },
  });
const files = async () => Object.keys(await project.state()).filter((path) => /critic/.test(path));
const outside = async () => (await files()).filter((path) => !path.startsWith('.svc/')).sort();

describe('sub-agents of plugins', () => {
  it('stand in the folder of each agent, in the form that it reads', async () => {
    await project.install([await plugin('acme/tools')], { agent: ['claude-code', 'opencode'] });
    expect(await outside()).toEqual(['.claude/agents/critic.md', '.opencode/agents/critic.md']);
    expect(await project.read('.claude/agents/critic.md')).toBe(CLAUDE);
    expect(await project.read('.opencode/agents/critic.md')).toBe(
      '---\nname: critic\ndescription: >\n  Reads what was written.\nmode: subagent\n---\n\nSay what is wrong.\n',
    );
    expect(project.context.warnings).toContain(
      'OpenCode cannot read which tools these sub-agents are limited to, and gives them all of its own: critic.',
    );
  });

  it('are named by their plugin where two have one name, in the file too', async () => {
    const sources = [await plugin('acme/tools'), await plugin('acme/words')];
    await project.install(sources, { agent: ['claude-code'] });
    expect(await outside()).toEqual([
      '.claude/agents/tools-critic.md',
      '.claude/agents/words-critic.md',
    ]);
    expect(await project.read('.claude/agents/words-critic.md')).toContain(
      '\nname: words-critic\n',
    );
  });

  it('go with their plugin or their agent, unless a person changed them', async () => {
    await project.install([await plugin('acme/tools')], { agent: ['claude-code', 'qwen-code'] });
    await project.write('.qwen/agents/critic.md', 'Mine.\n');
    await project.write(
      'svc.json',
      JSON.stringify({ ...(await project.json('svc.json')), agents: ['agents'] }),
    );
    await project.install([]);
    expect(await outside()).toEqual(['.qwen/agents/critic.md']);
    expect(await project.read('.qwen/agents/critic.md')).toBe('Mine.\n');
  });

  it('leave a file of a person alone, also one that says the same', async () => {
    await project.write('.claude/agents/critic.md', CLAUDE);
    await project.install([await plugin('acme/tools')], { agent: ['claude-code'] });
    await project.write(
      'svc.json',
      JSON.stringify({ ...(await project.json('svc.json')), agents: ['agents'] }),
    );
    await project.install([]);
    expect(await outside()).toEqual(['.claude/agents/critic.md']);
  });

  it('are said to be missing once for each plugin and agent that has no place for them', async () => {
    await project.install([await plugin('acme/tools')], { agent: ['codex', 'cline'] });
    const said = () => project.context.warnings.filter((text) => text.includes('sub-agents'));
    expect(said()).toEqual([
      'Codex has no sub-agents of plugins: 1 of acme/tools is not installed there.',
      'Cline has no sub-agents of plugins: 1 of acme/tools is not installed there.',
    ]);
    await project.install([]);
    expect(said()).toEqual([]);
  });
});

describe('the text of a sub-agent', () => {
  const folder = { folder: 'x', extension: '.md' };

  it.each([
    ['as it is', CLAUDE, 'critic', CLAUDE],
    ['with a name where it has none', 'Hi.\n', 'a', '---\nname: a\n---\nHi.\n'],
    [
      'with the line ends of Windows',
      '---\r\nname: a\r\ncolor: red\r\n---\r\nHi.\r\n',
      'b',
      '---\r\nname: b\r\ncolor: red\r\n---\r\nHi.\r\n',
    ],
    ['with a quoted name', '---\nname: "a"\n---\nHi.\n', 'a', '---\nname: "a"\n---\nHi.\n'],
    [
      'without a closed front matter',
      '---\nname: a\nHi.\n',
      'a',
      '---\nname: a\n---\n---\nname: a\nHi.\n',
    ],
  ])('comes %s', (_how, ...[source, name, expected]) => {
    expect(subagentText(source, { name, folder })).toBe(expected);
  });
});
