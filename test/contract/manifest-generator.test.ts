import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { defineModule, defineOperation, handle, type ModuleDeclaration } from 'svc-registry/kernel';
import * as dto from 'svc-registry/dto';
import { parseManifest } from '../../hosts/outside/parse-manifest.js';
import type { CliSurface, ModuleManifest } from '../../kernel/index.js';
import { DocComments } from '../../hosts/module/manifest/doc-comments.js';
import { moduleManifest } from '../../hosts/module/manifest/module-manifest.js';
// @ts-expect-error -- a build tool, written in JavaScript
import * as surface from '../../tools/manifest/surface.mjs';

const { surfaceOf, surfaceText } = surface as {
  surfaceOf: (all: ModuleManifest[]) => object;
  surfaceText: (rows: object) => string;
};

const SOURCE = `/** What to greet. */
export declare class Greeting {
  /** Whom to greet.
   *  By first name. */
  name: string;
  loud?: boolean;
}
export declare class Bare { name: string; forgotten?: string; }
`;
const COMPILED = 'export class Greeting {}\nexport class Bare {}\n';

type Classes = Readonly<Record<'Greeting' | 'Bare', new () => { name: string }>>;
let folder: string;
let classes: Classes;
let docs: DocComments;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-docs-'));
  await writeFile(join(folder, 'greeting.d.ts'), SOURCE);
  await writeFile(join(folder, 'greeting.js'), COMPILED);
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  classes = (await import(pathToFileURL(join(folder, 'greeting.js')).href)) as Classes;
  for (const type of Object.values(classes)) dto.IsString()(type.prototype as object, 'name');
  const { prototype } = classes.Greeting as { prototype: object };
  dto.IsBoolean()(prototype, 'loud');
  dto.Optional()(prototype, 'loud');
  docs = new DocComments(ts, [
    { code: join(folder, 'greeting.js'), comments: join(folder, 'greeting.d.ts') },
  ]);
});
afterAll(() => rm(folder, { recursive: true }));

function greeter(
  type: new () => { name: string },
  cli: CliSurface<{ name: string }> = { name: 'greet', positionals: ['name'] },
): ModuleDeclaration {
  const greet = defineOperation({
    id: 'greeter.greet',
    summary: 'Greet',
    effect: 'read',
    runsAt: 'client',
    access: 'local',
    cli,
    mcp: { name: 'greet' },
    input: () => Promise.resolve(type),
    output: () => Promise.resolve(type),
  });
  return defineModule({
    id: 'greeter',
    api: '^1.0.0',
    summary: 'Greets',
    operations: [handle(greet, { run: () => Promise.reject(new Error('not needed')) })],
  });
}

const generate = (declaration: ModuleDeclaration) => moduleManifest(declaration, docs);

describe('the generator of manifests', () => {
  it('describes fields by their doc comments, in the order of the source', async () => {
    const manifest = await generate(greeter(classes.Greeting));
    const properties = {
      name: { type: 'string', description: 'Whom to greet. By first name.' },
      loud: { type: 'boolean' },
    };
    expect(manifest.operations[0]).toMatchObject({
      input: {
        type: 'object',
        description: 'What to greet.',
        properties,
        required: ['name'],
        additionalProperties: false,
      },
      output: { properties, required: ['name'] },
    });
    expect(Object.keys(manifest.operations[0]?.input?.['properties'] as object)).toEqual([
      'name',
      'loud',
    ]);
    expect(manifest.operations[0]?.output).not.toHaveProperty('additionalProperties');
  });

  it('writes what the kernel reads', async () => {
    const manifest = await generate(greeter(classes.Greeting));
    expect(parseManifest(JSON.stringify(manifest), 'manifest.json')).toEqual(manifest);
  });

  it('refuses a field without a decorator: it would be an unknown field', async () => {
    await expect(generate(greeter(classes.Bare))).rejects.toThrow(
      'operation "greeter.greet": Bare.forgotten has no decorator',
    );
  });

  it('refuses a surface that names a field the input does not have', async () => {
    const wrong = greeter(classes.Greeting, { name: 'greet', short: { nam: 'n' } as object });
    await expect(generate(wrong)).rejects.toThrow(
      'operation "greeter.greet": cli.short names the field "nam"',
    );
  });

  it('lists commands, tools and routes, one row a line', async () => {
    const rows = surfaceOf([await generate(greeter(classes.Greeting))]);
    expect(rows).toEqual({
      commands: [
        {
          command: 'greet',
          operation: 'greeter.greet',
          aliases: [],
          positionals: ['name'],
          flags: ['--loud'],
          planned: false,
        },
      ],
      tools: [
        { tool: 'greet', operation: 'greeter.greet', parameters: ['loud', 'name'], planned: false },
      ],
      routes: [],
    });
    expect(JSON.parse(surfaceText(rows))).toEqual(rows);
    expect(surfaceText(rows).split('\n')).toHaveLength(10);
  });
});
