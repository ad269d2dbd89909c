import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AnyOperation, Context, HostInfo } from 'svc-registry/kernel';
import { createEnvironment, listEnvironments } from '../../contract/environment-operations.js';
import { environmentId } from './by-name.js';
import { EnvFiles } from './env-files.js';

const ID = '0b5a2a0e-7f9d-4c39-8f4e-6c2f4a9d1b11';

type Calls = (readonly [string, object])[];

/** A server that answers each operation as given. */
function answering(answers: Readonly<Record<string, (input: never) => object>>) {
  const calls: Calls = [];
  const invoke = (({ id }: AnyOperation, input: object) => {
    calls.push([id, input]);
    return Promise.resolve(answers[id]!(input as never));
  }) as Context['invoke'];
  return { calls, invoke };
}

function hostWith(...chunks: string[]): HostInfo {
  async function* input(): AsyncIterable<Uint8Array> {
    for (const chunk of chunks) yield await Promise.resolve(Buffer.from(chunk));
  }
  return { stdin: chunks.length === 0 ? () => undefined : input } as Partial<HostInfo> as HostInfo;
}

describe('a file with variables', () => {
  let cwd: string;
  beforeAll(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'svc-env-'));
    await writeFile(join(cwd, 'good.env'), 'A="é"\n');
    await writeFile(join(cwd, 'empty.env'), '# nothing\n');
    await writeFile(join(cwd, 'bad.env'), 'A=1\nhush\n');
    await writeFile(join(cwd, 'latin.env'), Buffer.from([0x41, 0x3d, 0xe9]));
  });
  afterAll(() => rm(cwd, { recursive: true }));

  const context = (invoke?: Context['invoke']) => ({ cwd, invoke }) as Partial<Context> as Context;

  it('becomes an environment for a run', async () => {
    const { calls, invoke } = answering({ [createEnvironment.id]: () => ({ id: ID }) });
    const files = new EnvFiles(hostWith());
    expect(await files.forRun('good.env', 'acme', context(invoke))).toBe(ID);
    const entries = { A: 'é' };
    expect(calls).toEqual([[createEnvironment.id, { workspace: 'acme', forRun: true, entries }]]);
    await expect(files.forRun('empty.env', 'acme', context(invoke))).rejects.toMatchObject({
      code: 'usage',
      message: 'empty.env has no variables.',
    });
  });

  it('may be standard input, in several parts', async () => {
    const read = new EnvFiles(hostWith('A=1\nB', '=2')).read('-', context());
    expect(await read).toEqual({ A: '1', B: '2' });
    await expect(new EnvFiles(hostWith()).read('-', context())).rejects.toMatchObject({
      code: 'usage',
    });
  });

  it.each([
    ['bad.env', { code: 'environment_invalid', issues: [{ file: 'bad.env', line: 2 }] }],
    ['latin.env', { code: 'environment_invalid', issues: [{ file: 'latin.env' }] }],
    ['/dev/zero', { code: 'environment_invalid' }],
    [
      'absent.env',
      { code: 'usage', message: expect.stringContaining('absent.env cannot be read') },
    ],
    ['.', { code: 'usage' }],
  ])('%s is refused', async (file, error) => {
    await expect(new EnvFiles(hostWith()).read(file, context())).rejects.toMatchObject(error);
  });
});

describe('the id of an environment', () => {
  const names = ['a', 'nightly'];
  const { calls, invoke } = answering({
    [listEnvironments.id]: ({ name }: { name?: string }) => ({
      data: names
        .filter((each) => name === undefined || each === name)
        .map((each) => ({ id: ID, name: each })),
      next: null,
    }),
  });
  const find = (name: string) => environmentId(name, () => Promise.resolve('acme'), { invoke });

  it('is found by name; an id stands for itself', async () => {
    expect(await find('nightly')).toBe(ID);
    expect(calls).toEqual([[listEnvironments.id, { workspace: 'acme', name: 'nightly' }]]);
    expect(await find(ID.toUpperCase())).toBe(ID);
    expect(calls).toHaveLength(1);
  });

  it.each(['weekly', 'no name'])('of "%s" is missing, and the names are listed', async (name) => {
    await expect(find(name)).rejects.toMatchObject({
      code: 'environment_unknown',
      message: expect.stringContaining(`no environment "${name}"`),
      hint: 'It has a, nightly.',
    });
  });
});
