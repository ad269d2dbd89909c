import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Program, RunOptions } from './program.js';

interface Coverage {
  readonly result: readonly { readonly url: string }[];
}

/** What a file of the build was made of: its source map says so. Files of packages outside the bundle stand for themselves. */
async function sourcesOf(file: string): Promise<readonly string[]> {
  const map = `${file}.map`;
  if (!existsSync(map) || file.includes('/node_modules/')) return [file];
  return (JSON.parse(await readFile(map, 'utf8')) as { sources: string[] }).sources;
}

/** Compiled code names itself by its place in the build, everything else by its address. */
function pathOf(url: string, { svc }: Program): readonly string[] {
  if (url.startsWith('bin/')) return [join(dirname(svc), '..', url)];
  return url.startsWith('file:') ? [fileURLToPath(url)] : [];
}

const packageOf = (source: string): string | undefined =>
  /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1];
const moduleOf = (source: string): string | undefined => /\/modules\/([a-z-]+)\//.exec(source)?.[1];

/** `modules/identity/module.ts`. */
const fileOf = (source: string): string | undefined =>
  /(?:^|\/)((?:hosts|kernel|modules|toolbox)\/.*\.ts)$/.exec(source)?.[1];

const sorted = (names: readonly (string | undefined)[]): string[] =>
  [...new Set(names.filter((name) => name !== undefined))].sort();

export interface LoadedCode {
  /** Names of npm packages of which anything was loaded, inside the bundle or outside. */
  readonly packages: readonly string[];
  /** Modules of the product of which anything was loaded. */
  readonly modules: readonly string[];
  /** Source files of the product. */
  readonly files: readonly string[];
}

/** Tells what code a built program loads while it does some work: node's own coverage lists every script. The variables make it tell. */
export async function codeLoadedDuring(
  program: Program,
  work: (env: Readonly<Record<string, string>>) => Promise<void>,
): Promise<LoadedCode> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-loaded-'));
  try {
    await work({ NODE_V8_COVERAGE: folder });
    const reports = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
    );
    const urls = reports.flatMap((report) =>
      (JSON.parse(report) as Coverage).result.map(({ url }) => url),
    );
    const files = urls.flatMap((url) => pathOf(url, program));
    const sources = (await Promise.all(files.map(sourcesOf))).flat();
    return {
      packages: sorted(sources.map(packageOf)),
      modules: sorted(sources.map(moduleOf)),
      files: sorted(sources.map(fileOf)),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs the built program to its end, and tells what code it loaded. */
export const codeLoadedBy = (
  program: Program,
  args: readonly string[],
  options: RunOptions = {},
): Promise<LoadedCode> =>
  codeLoadedDuring(program, async (env) => {
    const { code, stderr } = await program.run(args, {
      ...options,
      env: { ...options.env, ...env },
    });
    if (code !== 0) throw new Error(`svc ${args.join(' ')} left with ${code}:\n${stderr}`);
  });
