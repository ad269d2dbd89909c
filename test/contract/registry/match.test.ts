import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Request } from 'express';
import { strangersBodies } from '../../../hosts/http/body-budget.js';
import {
  archiveTile,
  archiveVersion,
  matchTiles,
  unpublishTile,
} from '../../../modules/registry/contract/operations.js';
import { describeEachDatabase } from '../databases.js';
import { startHttp, type HttpHost } from '../web/http-host.js';
import { RegistryHost, type PluginSketch } from './registry-host.js';

describeEachDatabase('plugins for packages', (database) => {
  let registry: RegistryHost;
  let http: HttpHost;

  beforeAll(async () => {
    registry = await RegistryHost.start(await database.create());
    http = await startHttp(registry.host.server!);
    await publish('acme/express', 'pkg:npm/express@4.18.2');
    await publish('acme/express', 'pkg:npm/express@5', { version: '1.2.0' });
    await publish('acme/a-secret', 'pkg:npm/express', { private: true });
    await publish('acme/scoped', 'pkg:npm/@acme/tools');
    await publish('acme/python', 'pkg:pypi/Typing_Extensions');
    await publish('other/express', 'pkg:npm/express');
  });
  afterAll(async () => {
    http.close();
    await registry.stop();
  });

  const tokenOf = (name: string): string => (name.startsWith('other/') ? 'outsider' : 'publisher');
  const publish = (name: string, describes: string, sketch: PluginSketch = {}) =>
    registry.publish({ name, ...sketch, extra: { describes } }, { token: tokenOf(name) });
  const matches = async (purls: readonly string[], token?: string) =>
    (await registry.invoke(matchTiles, { purls: [...purls] }, { token })).matches;
  /** Names of the plugins for one package. */
  const namesOf = async (purl: string, token?: string) =>
    (await matches([purl], token))[purl]!.map(
      ({ workspaceName, tileName }) => `${workspaceName}/${tileName}`,
    );

  it('are answered for each package URL as it was asked for, with the latest version', async () => {
    const express = [
      {
        workspaceName: 'acme',
        tileName: 'express',
        version: '1.2.0',
        describes: 'pkg:npm/express',
      },
      {
        workspaceName: 'other',
        tileName: 'express',
        version: '1.0.0',
        describes: 'pkg:npm/express',
      },
    ];
    const python = [
      {
        workspaceName: 'acme',
        tileName: 'python',
        version: '1.0.0',
        describes: 'pkg:pypi/typing-extensions',
      },
    ];
    const asked = [
      'pkg:npm/express',
      'pkg:NPM/Express@3?arch=any#lib',
      'pkg:npm/absent',
      'pkg:npm/express',
      'pkg:pypi/typing.extensions',
    ];
    expect(await matches(asked)).toEqual({
      'pkg:npm/express': express,
      'pkg:NPM/Express@3?arch=any#lib': express,
      'pkg:npm/absent': [],
      'pkg:pypi/typing.extensions': python,
    });
    expect(await matches([])).toEqual({});
  });

  it.each([
    'pkg:npm/@acme/tools',
    'pkg:npm/%40acme/tools',
    'pkg:npm/%40Acme/Tools@1.0.0',
    'pkg:npm/%40acme%2Ftools',
    'pkg://npm/@acme/t%6Fols/',
    'PKG:npm/@acme/tools@%31',
  ])('are found however the package is written: %s', async (purl) => {
    expect(await namesOf(purl)).toEqual(['acme/scoped']);
  });

  it.each([
    'pkg:npm/acme/tools',
    'pkg:npm/tools',
    'pkg:pypi/express',
    'pkg:npm/expres',
    'pkg:npm/express/x',
  ])('are not found for another package: %s', async (purl) => {
    expect(await namesOf(purl)).toEqual([]);
  });

  describe('are those that the caller may see', () => {
    it.each([
      [undefined, ['acme/express', 'other/express']],
      ['outsider', ['acme/express', 'other/express']],
      ['member', ['acme/a-secret', 'acme/express', 'other/express']],
      ['publisher', ['acme/a-secret', 'acme/express', 'other/express']],
      ['owner', ['acme/a-secret', 'acme/express', 'other/express']],
    ])('%s', async (token, names) => {
      expect(await namesOf('pkg:npm/express', token)).toEqual(names);
    });

    it('and for strangers none where the instance is closed to them', async () => {
      registry.people.publicReading = false;
      await expect(matches(['pkg:npm/express'])).rejects.toMatchObject({
        code: 'sign_in_required',
      });
      await expect(matches([])).rejects.toMatchObject({ code: 'sign_in_required' });
      expect(await namesOf('pkg:npm/express', 'outsider')).toEqual([
        'acme/express',
        'other/express',
      ]);
      registry.people.publicReading = true;
    });

    it('twenty of them, and hidden ones take nobody’s place', async () => {
      const numbered = (at: number): string => `acme/n${String(at).padStart(2, '0')}`;
      for (let at = 0; at < 24; at += 1)
        await publish(numbered(at), 'pkg:npm/popular', { private: at < 3 });
      const names = Array.from({ length: 24 }, (_, at) => numbered(at));
      expect(await namesOf('pkg:npm/popular')).toEqual(names.slice(3, 23));
      expect(await namesOf('pkg:npm/popular', 'member')).toEqual(names.slice(0, 20));
    });
  });

  it('are those that can be installed, by what their latest version says', async () => {
    const token = 'publisher';
    const tile = { workspace: 'acme', tile: 'moving' };
    await publish('acme/moving', 'pkg:npm/before');
    await publish('acme/moving', 'pkg:npm/after', { version: '2.0.0' });
    const found = async () =>
      Promise.all(['pkg:npm/before', 'pkg:npm/after'].map((purl) => namesOf(purl, token)));
    expect(await found()).toEqual([[], ['acme/moving']]);
    await registry.invoke(archiveVersion, { ...tile, version: '2.0.0', archived: true }, { token });
    expect(await found()).toEqual([['acme/moving'], []]);
    await registry.invoke(archiveTile, { ...tile, archived: true }, { token });
    expect(await found()).toEqual([[], []]);
    await registry.invoke(archiveTile, { ...tile, archived: false }, { token });
    expect(await found()).toEqual([['acme/moving'], []]);
    await registry.invoke(unpublishTile, tile, { token });
    expect(await found()).toEqual([[], []]);
  });

  it('are named once, also where an old version wrote the address twice', async () => {
    const copy = `INSERT INTO registry_documents (tile_id, kind, name, description, path, name_words, description_words, body_words)
      SELECT tile_id, kind, name, description, path, name_words, description_words, body_words FROM registry_documents
      WHERE kind = 'link' AND name = 'pkg:pypi/typing-extensions'`;
    await registry.change(copy);
    expect(await namesOf('pkg:pypi/typing-extensions')).toEqual(['acme/python']);
  });

  it('are found for a thousand packages at once, not for more', async () => {
    const purls = Array.from({ length: 1000 }, (_, at) => `pkg:npm/package-${at}`);
    purls[999] = 'pkg:npm/express';
    const found = await matches(purls);
    expect(Object.keys(found)).toEqual(purls);
    expect(Object.values(found).filter((tiles) => tiles.length > 0)).toHaveLength(1);
    await expect(matches([...purls, 'pkg:npm/express'])).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('1000'),
    });
  });

  it('are not looked up for what is no package URL: each is named by its place', async () => {
    const bad = matches([
      'pkg:npm/express',
      'pkg:npm',
      'https://acme.example',
      'pkg:npm/100%',
      'pkg:npm/a\0',
      'pkg:npm/%00',
      '',
    ]);
    await expect(bad).rejects.toMatchObject({
      code: 'invalid_input',
      status: 400,
      message: '6 of the purls are not package URLs.',
      hint: expect.stringContaining('pkg:npm/express'),
      issues: [
        { field: 'purls[1]', message: 'is not a package URL: the name is missing' },
        { field: 'purls[2]', message: 'is not a package URL: it does not begin with "pkg:"' },
        {
          field: 'purls[3]',
          message: 'is not a package URL: a "%" in it does not begin the encoding of a character',
        },
        {
          field: 'purls[4]',
          message: 'is not a package URL: its name holds a blank or a control character',
        },
        {
          field: 'purls[5]',
          message: 'is not a package URL: its name holds a blank or a control character',
        },
        { field: 'purls[6]', message: 'is not a package URL: it does not begin with "pkg:"' },
      ],
    });
    await expect(matches(['pkg:npm/x', 'pkg:'])).rejects.toMatchObject({
      message: 'purls[1] is not a package URL: the type is missing.',
    });
    const many = await matches(Array.from({ length: 1000 }, () => 'x')).catch(
      (error: unknown) => error,
    );
    expect((many as { issues: unknown[] }).issues).toHaveLength(100);
  });

  it('are asked for over HTTP without an Idempotency-Key, and nobody keeps the answer', async () => {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'one' },
    };
    const ask = (purls: unknown) =>
      fetch(`${http.origin}/v1/tiles/match`, { ...init, body: JSON.stringify({ purls }) });
    for (const purl of ['pkg:npm/%40acme/tools', 'pkg:npm/absent']) {
      const response = await ask([purl]);
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
      const scoped = [
        {
          workspaceName: 'acme',
          tileName: 'scoped',
          version: '1.0.0',
          describes: 'pkg:npm/%40acme/tools',
        },
      ];
      expect(await response.json()).toEqual({
        data: { matches: { [purl]: purl.endsWith('absent') ? [] : scoped } },
      });
    }
    for (const purls of [undefined, 'pkg:npm/express', [1], ['x'], [`pkg:npm/${'x'.repeat(500)}`]])
      expect((await ask(purls)).status).toBe(400);
  });

  it('are answered to who is known, and to short questions, while strangers send as much as they may', async () => {
    const answer = new PassThrough();
    const hold = strangersBodies.of({ res: answer } as unknown as Request);
    while (hold(1024) === undefined);
    const ask = async (count: number, headers = {}): Promise<number> => {
      const purls = Array.from({ length: count }, (_, at) => `pkg:npm/${'x'.repeat(200)}${at}`);
      const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
      return (
        await fetch(`${http.origin}/v1/tiles/match`, { ...init, body: JSON.stringify({ purls }) })
      ).status;
    };
    const all = [
      await ask(100),
      await ask(10),
      await ask(100, { authorization: 'Bearer publisher' }),
    ];
    answer.destroy();
    expect(all).toEqual([429, 200, 200]);
  });
});
