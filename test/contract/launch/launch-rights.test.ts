/** Launches that wait for a worker while the rights of those change who have requested them. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestHost, type TestHost } from '../../../hosts/testing/index.js';
import type { TestWorld } from '../../../hosts/testing/test-world.js';
import {
  createApiKey,
  deleteApiKey,
} from '../../../modules/identity/contract/operations/api-keys.js';
import { removeWorkspaceMember } from '../../../modules/identity/contract/operations/workspaces.js';
import { showLaunch, startLaunch } from '../../../modules/launch/contract/launch-operations.js';
import launch from '../../../modules/launch/module.js';

const asked = { workspace: 'acme', skill: 'file:demo', repo: 'acme/shop', agent: 'scripted' };

describe('a launch that waits for a worker', () => {
  let host: TestHost & TestWorld;

  beforeAll(async () => {
    host = await startTestHost({
      modules: [launch],
      organization: 'acme',
      program: process.execPath,
      env: { PATH: '' },
    });
  });
  afterAll(() => host.stop());

  const endOf = async (id: string) => {
    await host.runBackground();
    return (await host.people.owner.invoke(showLaunch, { id })).failureReason?.code;
  };

  it('goes on with the rights that it was requested with', async () => {
    const { launchRunId } = await host.people.member.invoke(startLaunch, asked);
    // there is no sandbox without a path to its program
    expect(await endOf(launchRunId)).toBe('sandbox_unavailable');
  });

  it('is not begun for a person who has left the workspace', async () => {
    const { member, owner } = host.people;
    const { launchRunId } = await member.invoke(startLaunch, asked);
    await owner.invoke(removeWorkspaceMember, { workspace: 'acme', member: member.id });
    expect(await endOf(launchRunId)).toBe('launch_not_allowed');
  });

  it('is not begun for a key that was revoked', async () => {
    const { owner } = host.people;
    const made = { workspace: 'acme', name: 'ci', role: 'publisher' } as const;
    const { id, value: token } = await owner.invoke(createApiKey, made);
    const { launchRunId } = await host.invoke(startLaunch, asked, { token });
    await owner.invoke(deleteApiKey, { id });
    expect(await endOf(launchRunId)).toBe('launch_not_allowed');
  });
});
