import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  makeAuthority,
  opensslThere,
  withoutOpenssl,
  type TestAuthority,
} from '../../../../../test/network/certificates.js';
import { GitServer } from '../../../../../test/network/git-server.js';
import { startProxy, type TestProxy } from '../../../../../test/network/proxy-server.js';
import { GitRepository } from './git-repository.js';
import { parseGitSource } from '../../resolve/git-source.js';
import { fetchTree } from './git-tree.js';
import { findRemoteCommit } from './remote-commit.js';

const NAME = 'git.acme.test';
const signal = new AbortController().signal;

async function fetch(source: string, more: Readonly<Record<string, string>>): Promise<string> {
  const env = {
    PATH: process.env['PATH'],
    HOME: '/nonexistent',
    GIT_CONFIG_NOSYSTEM: '1',
    SVC_GIT_TIMEOUT: '10',
    ...more,
  };
  return GitRepository.with(parseGitSource(source), { env, signal }, async (git) => {
    const [file] = await (await fetchTree(git, await findRemoteCommit(git))).read(['SKILL.md']);
    return Buffer.from(file?.content ?? '').toString();
  });
}

const describeWithOpenssl = opensslThere ? describe : describe.skip;

describeWithOpenssl(
  `a git host behind a proxy and a private authority${opensslThere ? '' : ` (skipped: ${withoutOpenssl})`}`,
  () => {
    let authority: TestAuthority;
    let server: GitServer;
    let proxy: TestProxy;
    let locked: TestProxy;

    beforeAll(async () => {
      authority = await makeAuthority();
      server = await GitServer.start({ tls: await authority.issue(NAME) });
      await (await server.create('acme/tools')).commit({ 'SKILL.md': 'ours' });
      const hosts = new Map([[`${NAME}:8443`, server.port]]);
      proxy = await startProxy({ hosts });
      locked = await startProxy({ hosts, credentials: 'me:s3cret' });
    });
    afterAll(async () => {
      await Promise.all([proxy.close(), locked.close(), server.close(), authority.close()]);
    });

    const address = `https://${NAME}:8443/acme/tools`;
    const trusted = () => ({ SVC_CA_FILE: authority.file });

    it('is reached through the tunnel of HTTPS_PROXY, and trusted by SVC_CA_FILE', async () => {
      expect(await fetch(address, { HTTPS_PROXY: proxy.origin, ...trusted() })).toBe('ours');
      expect(new Set(proxy.requests)).toEqual(new Set([`CONNECT ${NAME}:8443`]));
    });

    it('is not trusted without it, and the hint names SVC_CA_FILE', async () => {
      await expect(fetch(address, { HTTPS_PROXY: proxy.origin })).rejects.toMatchObject({
        code: 'repository_unreachable',
        message: expect.stringContaining('certificate') as unknown,
        hint: expect.stringContaining('SVC_CA_FILE') as unknown,
      });
    });

    it('is reached with the password that a proxy wants, and without it that is said; it is not shown', async () => {
      const withPassword = locked.origin.replace('//', '//me:s3cret@');
      expect(await fetch(address, { HTTPS_PROXY: withPassword, ...trusted() })).toBe('ours');
      await expect(fetch(address, { HTTPS_PROXY: locked.origin, ...trusted() })).rejects.toThrow(
        /proxy requires a user name and password/,
      );
      const wrong = fetch(address, {
        HTTPS_PROXY: locked.origin.replace('//', '//me:wr0ng@'),
        ...trusted(),
      });
      await expect(wrong).rejects.toMatchObject({
        message: expect.not.stringContaining('wr0ng') as unknown,
      });
    });

    it('that the proxy does not reach is told apart from one that is not there', async () => {
      await expect(
        fetch('https://other.acme.test/a/b', { HTTPS_PROXY: proxy.origin }),
      ).rejects.toThrow(/the proxy refuses to reach the host/);
    });

    it('on this machine is reached straight, and so is what NO_PROXY names', async () => {
      const plain = await GitServer.start();
      await (await plain.create('acme/tools')).commit({ 'SKILL.md': 'plain' });
      const before = proxy.requests.length;
      expect(
        await fetch(plain.url('acme/tools'), {
          HTTP_PROXY: proxy.origin,
          http_proxy: proxy.origin,
        }),
      ).toBe('plain');
      await expect(
        fetch(address, { HTTPS_PROXY: proxy.origin, NO_PROXY: '*.acme.test' }),
      ).rejects.toThrow(/host cannot be found/);
      expect(proxy.requests.length).toBe(before);
      await plain.close();
    });

    it.each(['/nonexistent/ca.pem', '/dev/null'])(
      'is not asked when SVC_CA_FILE cannot be used: %s',
      async (file) => {
        await expect(
          fetch(address, { HTTPS_PROXY: proxy.origin, SVC_CA_FILE: file }),
        ).rejects.toMatchObject({ code: 'invalid_input' });
      },
    );
  },
);
