import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { mkdir, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { TestProject } from '../../testing/test-project.js';

let project: TestProject;
beforeEach(async () => {
  project = await TestProject.create();
});
afterEach(() => project.drop());

describe('after an install', () => {
  it('each agent that waits for a person has one line, until that is done', async () => {
    const source = await project.plugin('own', { name: 'acme/tools', skills: ['review'] });
    const { nextSteps } = await project.install([source], {
      agent: ['claude-code', 'codex', 'gemini', 'copilot', 'cursor', 'agents'],
      toolServer: true,
    });
    expect(nextSteps.map((step) => step.split(' ignores')[0])).toEqual([
      'Codex',
      'Gemini CLI',
      'GitHub Copilot CLI',
    ]);
    const home = join(project.base, 'home');
    for (const folder of ['.gemini', '.codex'])
      await mkdir(join(home, folder), { recursive: true });
    await writeFile(
      join(home, '.gemini/trustedFolders.json'),
      JSON.stringify({ [project.root]: 'TRUST_FOLDER' }),
    );
    await writeFile(
      join(home, '.codex/config.toml'),
      `[projects.${JSON.stringify(project.root)}]\ntrust_level = "trusted"\n`,
    );
    expect((await project.install([])).nextSteps).toEqual([
      expect.stringMatching(/^GitHub Copilot CLI ignores/),
    ]);
  });

  it('Gemini CLI waits for each sub-agent that was written, after the folder', async () => {
    const source = await project.plugin('own', {
      name: 'acme/tools',
      manifest: { agents: ['agents/critic.md'] },
      files: { 'agents/critic.md': '---\nname: critic\ndescription: Reads.\n---\n\nRead.\n' },
    });
    const { nextSteps } = await project.install([source], { agent: ['gemini'] });
    expect(nextSteps).toEqual([
      expect.stringMatching(
        /^Gemini CLI ignores .* and trust it, and acknowledge its sub-agents\.$/,
      ),
    ]);
    const gemini = join(project.base, 'home/.gemini');
    await mkdir(join(gemini, 'acknowledgments'), { recursive: true });
    await writeFile(
      join(gemini, 'trustedFolders.json'),
      JSON.stringify({ [project.root]: 'TRUST_FOLDER' }),
    );
    expect((await project.install([])).nextSteps).toEqual([
      expect.stringMatching(/agree to critic\.$/),
    ]);
    const written = await project.read('.gemini/agents/critic.md');
    const hash = createHash('sha256').update(written).digest('hex');
    await writeFile(
      join(gemini, 'acknowledgments/agents.json'),
      JSON.stringify({ [project.root]: { critic: hash } }),
    );
    expect((await project.install([])).nextSteps).toEqual([]);
  });

  it('nobody is sent anywhere for an agent that reads only skills and rules', async () => {
    const source = await project.plugin('own', {
      name: 'acme/tools',
      skills: ['review'],
      rules: ['style'],
    });
    await writeFile(join(project.root, 'AGENTS.md'), '');
    expect(
      (await project.install([source], { agent: ['agents', 'claude-code'] })).nextSteps,
    ).toEqual([]);
  });
});
