import { describe, expect, it } from '@jest/globals';
import express from 'express';
import fc from 'fast-check';
import { invalidInput, notFound } from 'svc-registry/kernel';
import type { OperationManifest } from '../../kernel/index.js';
import { bearerToken } from './request-facts.js';
import { listDocument } from './list-links.js';
import { openApiDocument } from './openapi.js';
import { InputReader } from './operation-input.js';
import { routedOperations } from './route-order.js';
import { serverSettings } from './settings.js';

const operation = {
  id: 'demo.list',
  summary: 'List',
  effect: 'read',
  runsAt: 'server',
  access: 'anyone',
  planned: false,
  list: true,
  rendered: false,
  input: {
    type: 'object',
    properties: {
      workspace: { type: 'string' },
      pageSize: { $ref: '#/$defs/Size' },
      kinds: { type: 'array', items: { type: 'string' } },
      mine: { type: 'boolean' },
      note: { type: 'string' },
    },
    required: ['workspace'],
    $defs: { Size: { type: 'integer', minimum: 1 } },
  },
  output: { type: 'object', properties: { id: { type: 'string' } } },
  http: {
    method: 'GET',
    path: '/v1/:workspace/list',
    tag: 'public',
    query: { pageSize: 'page[size]' },
  },
} as unknown as OperationManifest;

describe('InputReader', () => {
  const reader = new InputReader(operation);
  const read = (query: string, body?: Record<string, unknown>) =>
    reader.read({ params: { workspace: 'a/b' }, query, body });

  it('puts path, query and body together and reads text as the schema says', () => {
    expect(read('page%5Bsize%5D=5&kinds=x&kinds=y&mine=true', { note: 'n' })).toEqual({
      workspace: 'a/b',
      pageSize: 5,
      kinds: ['x', 'y'],
      mine: true,
      note: 'n',
    });
  });

  it('joins a rest of the path as it was sent', () => {
    const rest = new InputReader({
      ...operation,
      http: { method: 'GET', path: '/f/*filePath', tag: 'public' },
    });
    expect(
      rest.read({
        params: { filePath: ['..', '', 'a b', '__proto__'] },
        query: '',
        body: undefined,
      }),
    ).toEqual({
      filePath: '..//a b/__proto__',
    });
  });

  it.each(['pageSize=5', 'workspace=x', 'page[size]=1&page[size]=2', 'a[b][c]=1', '__proto__=1'])(
    'refuses %s',
    (query) => {
      expect(() => read(query)).toThrow(
        expect.objectContaining({ code: 'invalid_input', status: 400 }),
      );
    },
  );

  it('refuses a field that stands in the address and in the body', () => {
    expect(() => read('', { workspace: 'other' })).toThrow(
      'workspace is given in the address and in the body',
    );
  });

  it('names what is wrong as the request wrote it', () => {
    const wrong = invalidInput(
      { what: 'pageSize must not be less than 1; note is too long', hint: 'Look again.' },
      {
        issues: [
          { field: 'pageSize', message: 'pageSize must not be less than 1' },
          { field: 'note', message: 'note is too long' },
        ],
      },
    );
    expect(reader.asSent(wrong)).toMatchObject({
      message: 'page[size] must not be less than 1; note is too long',
      hint: 'Look again.',
      issues: [
        { field: 'page[size]', message: 'page[size] must not be less than 1' },
        { field: 'note', message: 'note is too long' },
      ],
    });
    const other = notFound({ kind: 'list', id: 'pageSize' });
    expect(reader.asSent(other)).toBe(other);
  });

  it('never fails in another way, whatever the query is', () => {
    fc.assert(
      fc.property(fc.string(), (query) => {
        try {
          expect(read(query)).toMatchObject({ workspace: 'a/b' });
        } catch (error) {
          expect(error).toMatchObject({ code: 'invalid_input' });
        }
      }),
    );
  });
});

describe('listDocument', () => {
  it('links the pages beside this one and keeps the rest of the query', () => {
    const page = { data: [1, 2], next: 'n&1', prev: null };
    expect(listDocument(page, '/v1/x?q=a&page[before]=p')).toEqual({
      data: [1, 2],
      links: { next: '/v1/x?q=a&page%5Bafter%5D=n%261', prev: null },
      meta: { count: 2 },
    });
  });
});

describe('routedOperations', () => {
  it('puts literal paths before parameters before rests', () => {
    const at = (path: string) =>
      ({ ...operation, http: { method: 'GET', path, tag: 'public' } }) as OperationManifest;
    const sorted = routedOperations(
      ['/t/*rest', '/t/:id', '/t/:id/runs', '/t/by-link'].map(at),
    ).map(({ http }) => http.path);
    expect(sorted).toEqual(['/t/by-link', '/t/:id', '/t/:id/runs', '/t/*rest']);
  });
});

describe('bearerToken', () => {
  it('takes bearer tokens and nothing else', () => {
    expect(bearerToken(undefined)).toBeUndefined();
    expect(bearerToken('bearer abc.d-e_f=')).toBe('abc.d-e_f=');
    for (const header of ['', 'Basic eA==', 'Bearer', 'Bearer a b'])
      expect(() => bearerToken(header)).toThrow('Authorization');
  });
});

describe('openApiDocument', () => {
  it('writes parameters, answers and schemas, and leaves no reference open', () => {
    const manifest = {
      format: 1,
      id: 'demo',
      api: '^1.0.0',
      summary: '',
      requires: [],
      machines: [],
      contributes: [],
      errors: [],
    };
    const modules = [
      { ...manifest, operations: [operation], provides: { client: [], server: [] } },
    ] as unknown as Parameters<typeof openApiDocument>[0];
    const document = openApiDocument(modules, '1.2.3') as {
      paths: object;
      components: { schemas: object };
    };
    expect(document.paths).toMatchObject({
      '/v1/{workspace}/list': {
        get: {
          tags: ['public'],
          parameters: expect.arrayContaining([
            expect.objectContaining({ name: 'workspace', in: 'path', required: true }),
            expect.objectContaining({
              name: 'page[size]',
              in: 'query',
              required: false,
              schema: { $ref: '#/components/schemas/demo.Size' },
            }),
          ]) as object,
          responses: { '200': expect.anything() as object, default: expect.anything() as object },
        },
      },
    });
    expect(Object.keys(document.components.schemas)).toEqual(
      ['Problem', 'demo.Size', 'demo.list.output'].sort((a, b) => a.localeCompare(b)),
    );
  });
});

describe('serverSettings', () => {
  const home = '/home/me/.svc';

  it('prefers flags to the environment and the environment to defaults', () => {
    expect(serverSettings({}, { env: {}, home })).toMatchObject({
      host: '127.0.0.1',
      port: 4873,
      dataDir: `${home}/server`,
      trustProxy: false,
    });
    const env = {
      SVC_HOST: '::1',
      SVC_PORT: '80',
      SVC_DATA_DIR: '/data',
      SVC_TRUST_PROXY: '2',
      SVC_PUBLIC_URL: 'https://svc.example/',
    };
    expect(serverSettings({}, { env, home })).toMatchObject({
      host: '::1',
      port: 80,
      trustProxy: 2,
      publicUrl: 'https://svc.example',
    });
    expect(serverSettings({ port: 0, dataDir: '/other' }, { env, home })).toMatchObject({
      port: 0,
      env: { SVC_DATA_DIR: '/other' },
    });
  });

  it.each([
    { SVC_PORT: 'x' },
    { SVC_PORT: '99999' },
    { SVC_LOG_LEVEL: 'loud' },
    ...[
      'ftp://x',
      'svc.example',
      'https://svc.example/x',
      'https://me:hush@svc.example',
      'https://svc.example?x',
      'https://',
    ].map((SVC_PUBLIC_URL) => ({ SVC_PUBLIC_URL })),
    ...[
      'true',
      '-1',
      '1.5',
      '100',
      'proxy.example',
      '10.0.0.0/33',
      '10.0.0.0/0',
      '10.0.0/8',
      '::1/129',
      'loopback,',
      'loopback evil',
    ].map((SVC_TRUST_PROXY) => ({ SVC_TRUST_PROXY })),
  ])('refuses %j', (env: Record<string, string>) => {
    const refused = () => serverSettings({}, { env, home });
    const message = expect.stringContaining(Object.keys(env)[0] ?? '') as unknown;
    expect(refused).toThrow(expect.objectContaining({ code: 'invalid_input', message }));
    expect(refused).not.toThrow('hush');
  });

  it.each([
    ['', false],
    ['0', false],
    ['false', false],
    ['2', 2],
    ['loopback', 'loopback'],
    ['loopback,10.0.0.0/8 , ::1', 'loopback, 10.0.0.0/8, ::1'],
    ['fd00::/8,uniquelocal', 'fd00::/8, uniquelocal'],
  ])('reads SVC_TRUST_PROXY=%s, as express does', (SVC_TRUST_PROXY, trustProxy) => {
    expect(serverSettings({}, { env: { SVC_TRUST_PROXY }, home })).toMatchObject({ trustProxy });
    expect(() => express().set('trust proxy', trustProxy)).not.toThrow();
  });

  it('allows a trial on the loopback address only', () => {
    for (const host of ['127.0.0.1', '127.9.9.9', 'localhost', '::1'])
      expect(serverSettings({ dev: true, host }, { env: {}, home }).dev).toBe(true);
    for (const host of ['0.0.0.0', '::', '192.168.1.2', '127.0.0.1.example']) {
      expect(() => serverSettings({ dev: true, host }, { env: {}, home })).toThrow('--dev');
    }
  });
});
