import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { LnkProgram, parsed } from './lnk-program.js';

let lnk: LnkProgram;
beforeAll(async () => {
  lnk = await LnkProgram.open();
});
afterAll(() => lnk.close());

it('is a schema of draft 2020-12 that files can be checked with', async () => {
  const printed = await lnk.run(['schema']);
  expect([printed.code, printed.stderr]).toEqual([0, '']);
  const schema = parsed(printed.stdout) as object;
  expect(schema).toMatchObject({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    additionalProperties: false,
  });
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictTypes: false });
  expect(ajv.validateSchema(schema)).toBe(true);
  const accepts = ajv.compile(schema);
  const whole = await lnk.run(['verify', '--resolved']);
  for (const file of [{}, parsed(whole.stdout), { target: 'pod/a', feature: { fs: 'read' } }])
    expect([accepts(file), accepts.errors]).toEqual([true, null]);
  for (const file of [
    ...[{ targt: 'pod/a' }, { feature: { fs: { mode: 'writ' } } }, { agent: { ttl: 1.5 } }],
    ...[{ connect_tcp: 'x' }, { feature: { network: { incoming: { port: [80] } } } }, []],
  ])
    expect([file, accepts(file)]).toEqual([file, false]);
});

it('is written to the file of --output', async () => {
  await mkdir(join(lnk.cwd, 'made'));
  const [printed, text, json] = [
    await lnk.run(['schema']),
    await lnk.run(['schema', '--output', 'made/schema.json']),
    await lnk.json(['schema', '--output', 'made/other.json']),
  ];
  const file = join(lnk.cwd, 'made/schema.json');
  expect(text).toEqual({ code: 0, stdout: `Wrote ${file}.\n`, stderr: '' });
  expect(json).toEqual({ code: 0, data: { file: join(lnk.cwd, 'made/other.json') }, stderr: '' });
  expect(await readFile(file, 'utf8')).toBe(printed.stdout);
  expect(await readFile(join(lnk.cwd, 'made/other.json'), 'utf8')).toBe(printed.stdout);
});

it('says where it could not be written', async () => {
  const { code, stdout, stderr } = await lnk.run(['schema', '--output', 'none/schema.json']);
  expect([code, stdout]).toEqual([expect.any(Number), '']);
  expect(code).toBeGreaterThan(0);
  expect(stderr).toContain(join(lnk.cwd, 'none'));
  expect(stderr).not.toMatch(/bug|\bat .*\.cjs/);
});
