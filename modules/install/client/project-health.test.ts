import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { HealthFinding } from 'svc-registry/kernel';
import { ProjectHealth } from './project-health.js';
import { TestProject } from './testing/test-project.js';

let project: TestProject;
beforeEach(async () => {
  project = await TestProject.create();
});
afterEach(() => project.drop());

const check = (cwd = project.root): Promise<readonly HealthFinding[]> =>
  new ProjectHealth(project.tools, { program: '/opt/svc/bin/svc.cjs' }).check({
    cwd,
    env: project.context.env,
  });

describe('what the doctor is told of a project', () => {
  it('is nothing outside of one', async () => {
    expect(await check()).toEqual([]);
  });

  it('is who ignores it until a person acts, and what is not as it was left', async () => {
    await project.publish({ name: 'acme/tools', skills: ['review'] });
    await project.install(['acme/tools'], { agent: ['codex', 'cursor'] });
    await rm(join(project.root, '.agents/skills/review'));
    expect(await check()).toEqual([
      {
        level: 'warning',
        message: expect.stringContaining('.agents/skills/review was changed after svc wrote it'),
      },
      { level: 'warning', message: expect.stringContaining('"svc" is not on your PATH') },
      { level: 'error', message: expect.stringMatching(/^Codex ignores the tool servers/) },
      { level: 'warning', message: expect.stringMatching(/^Cursor/) },
    ]);
  });
});
