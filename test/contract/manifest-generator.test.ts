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
declare class Named {
  /** What to shout. */
  name: string;
}
export declare class Shout extends Named {}
export declare class Bare { name: string; forgotten?: string; }
export declare class Verdict { name: string; names: string[]; mood: string; code: number; result: Result | null; }
export declare class Result { name: string; state: string; }
`;
const COMPILED =
  'class Named {}\nexport class Shout extends Named {}\nexport class Greeting {}\nexport class Bare {}\nexport class Verdict {}\nexport class Result {}\n';

type Exit = NonNullable<CliSurface<object>['exits']>[number];
type Classes = Readonly<
  Record<'Greeting' | 'Shout' | 'Bare' | 'Verdict' | 'Result', new () => { name: string }>
>;
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
  const verdict = classes.Verdict.prototype as object;
  dto.IsString({ each: true })(verdict, 'names');
  dto.IsIn(['good', 'bad'])(verdict, 'mood');
  dto.IsInt()(verdict, 'code');
  dto.Nullable()(verdict, 'result');
  dto.ValidateNested()(verdict, 'result');
  dto.Type(() => classes.Result)(verdict, 'result');
  dto.IsIn(['fine', 'failed'])(classes.Result.prototype as object, 'state');
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

  it('describes fields of a base class that its file does not export', async () => {
    const manifest = await generate(greeter(classes.Shout));
    expect(manifest.operations[0]?.input?.['properties']).toEqual({
      name: { type: 'string', description: 'What to shout.' },
    });
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

  it.each([
    [{ field: 'nam', exit: 8 }, 'names the field "nam", which its output does not have'],
    [{ field: 'name', exit: 8 }, 'needs "name" to be of the type array'],
    [{ field: 'name', as: 'exitCode' }, 'needs "name" to be of the type integer or number'],
    [{ field: 'name', is: ['x'], exit: 9 }, 'has the exit code 9, which is not one of ExitCode'],
    [{ field: 'mood', is: ['x'], exit: 8 }, 'waits for "x", which "mood" never is'],
    [{ field: 'result.nam', exit: 8 }, 'names the field "result.nam", which its output does not'],
    [{ field: 'mood.state', exit: 8 }, 'names the field "mood.state", which its output does not'],
    [{ field: 'result.state', is: ['bad'], exit: 8 }, 'waits for "bad", which "result.state"'],
  ] as const)('refuses an exit code that cannot follow from the output: %j', async (exit, what) => {
    const wrong = greeter(classes.Verdict, { name: 'greet', exits: [exit as Exit] });
    await expect(generate(wrong)).rejects.toThrow(`operation "greeter.greet": cli.exits ${what}`);
  });

  it('accepts exit codes that follow from the output', async () => {
    const exits = [
      { field: 'names', exit: 5 },
      { field: 'mood', is: ['bad'], exit: 8 },
      { field: 'result.state', is: ['failed'], exit: 8 },
      { field: 'code', as: 'exitCode' },
    ] as const;
    const manifest = await generate(greeter(classes.Verdict, { name: 'greet', exits }));
    expect(manifest.operations[0]?.cli?.exits).toEqual(exits);
    expect(parseManifest(JSON.stringify(manifest), 'manifest.json')).toEqual(manifest);
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

  it('lists the commands of each program, those of svc first', async () => {
    const programs = ['lnk', undefined, 'svc'] as const;
    const manifests = await Promise.all(
      programs.map((program) =>
        generate(greeter(classes.Greeting, { name: 'greet', ...(program && { program }) })),
      ),
    );
    const { commands } = surfaceOf(manifests) as { commands: { program?: string }[] };
    expect(commands.map(({ program }) => program)).toEqual([undefined, undefined, 'lnk']);
  });
});
