import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { downloadFile, listFiles } from '../../../modules/registry/contract/operations.js';
import { describeEachDatabase } from '../databases.js';
import { RegistryHost, textOf } from './registry-host.js';

const version = { workspace: 'acme', tile: 'demo', version: '1.0.0' };
const NFC = 'caf\u00E9.md';
const there = ['rules/a.md', NFC, '\u{1F600}.md', 'a b', 'a+b', 'page.html', 'picture.svg'];

describeEachDatabase('the file endpoint', (database) => {
  let registry: RegistryHost;

  beforeAll(async () => {
    registry = await RegistryHost.start(await database.create());
    const files = Object.fromEntries(
      there.filter((path) => path !== 'rules/a.md').map((path) => [path, `content of ${path}`]),
    );
    await registry.publish({ rules: { a: 'content of rules/a.md' }, files });
  });
  afterAll(async () => {
    await registry.stop();
  });

  it.each([
    ['workspace', '..'],
    ['workspace', 'acme/demo'],
    ['workspace', '\0'],
    ['workspace', '%E0%A4%A'],
    ['tile', 'demo@1.0.0'],
    ['tile', '__proto__'],
    ['tile', ''],
    ['version', ''],
    ['version', '../1.0.0'],
    ['version', '1.0.0/files'],
    ['version', 'v1.0.0'],
    ['version', '1.0'],
    ['version', '1'.repeat(300)],
  ])('answers "not found" to %s %j', async (field, value) => {
    const input = { ...version, filePath: 'rules/a.md', [field]: value };
    await expect(registry.invoke(downloadFile, input)).rejects.toMatchObject({
      code: 'not_found',
      status: 404,
    });
  });

  it.each(['workspace', 'version', 'filePath'])(
    'takes half a character for no %s',
    async (field) => {
      const input = { ...version, filePath: 'rules/a.md', [field]: 'a\uD800' };
      await expect(registry.invoke(downloadFile, input)).rejects.toMatchObject({
        code: 'invalid_input',
        status: 400,
      });
    },
  );

  describe('whatever is asked for', () => {
    it('never hands out anything that is not in the list of files', async () => {
      const { data } = await registry.invoke(listFiles, version);
      const paths = new Set(data.map(({ path }) => path));
      const bytes = fc
        .uint8Array({ maxLength: 24 })
        .map((raw) => Buffer.from(raw).toString('utf8'));
      const near = fc
        .constantFrom(...paths)
        .chain((path) => fc.constantFrom(path, `${path} `, `./${path}`, path.toUpperCase()));
      await fc.assert(
        fc.asyncProperty(fc.oneof(bytes, near, fc.string({ unit: 'binary' })), async (filePath) => {
          const found = await registry
            .invoke(downloadFile, { ...version, filePath })
            .then(textOf, (error: unknown) => error);
          if (paths.has(filePath)) expect(typeof found).toBe('string');
          else expect(found).toMatchObject({ status: 404 });
        }),
        { numRuns: 500 },
      );
    });
  });
});
