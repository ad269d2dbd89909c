import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openProgram, type Program } from './program.js';

interface Report {
  readonly settings: readonly {
    readonly name: string;
    readonly set: boolean;
    readonly value?: string;
    readonly secret: boolean;
  }[];
  readonly unknown: readonly object[];
}

const env = {
  SVC_URL: 'https://svc.test',
  SVC_TOKEN: 'canary-token',
  SVC_DATABASE_URL: 'sqlite:canary.db',
  SVC_BLOB_URL: 'file:blobs',
  https_proxy: 'http://me:canary@proxy.test',
  SVC_TRUSTED_PROXY: '1',
};

describe('settings', () => {
  let program: Program;
  beforeAll(async () => {
    program = await openProgram(env);
  });
  afterAll(() => program.close());

  it('are listed, with what is set and without what is secret', async () => {
    const { code, stdout } = await program.run(['settings', '--json']);
    const { settings, unknown } = JSON.parse(stdout) as Report;
    const row = (name: string) => settings.find((setting) => setting.name === name);
    expect(code).toBe(0);
    expect(row('SVC_URL')).toMatchObject({ set: true, secret: false, value: 'https://svc.test' });
    expect(row('SVC_PORT')).toMatchObject({ set: false, default: '4873' });
    for (const name of ['SVC_TOKEN', 'SVC_DATABASE_URL', 'HTTPS_PROXY'])
      expect(row(name)).toMatchObject({ set: true, secret: true });
    expect(unknown).toEqual([{ name: 'SVC_TRUSTED_PROXY', meant: 'SVC_TRUST_PROXY' }]);
    const text = await program.run(['settings']);
    expect(text.stdout).toContain(
      'SVC_TRUSTED_PROXY is not a setting and has no effect: did you mean SVC_TRUST_PROXY?',
    );
    expect(stdout + text.stdout).not.toContain('canary');
  });

  it('that have no effect are reported when a server starts', async () => {
    const server = await program.serve();
    const { stderr } = await server.stop();
    expect(stderr).toMatch(
      /^warning: SVC_TRUSTED_PROXY is not a setting and has no effect: did you mean SVC_TRUST_PROXY\?$/m,
    );
  });
});
