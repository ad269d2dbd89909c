import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { ifThere, isNowhere } from '../../toolbox/file-errors.js';
import type { ModuleDeclaration } from '../../kernel/api/index.js';
import type { FaultCode } from '../../kernel/graph/module-record.js';
import { parseJson, parseManifest } from './parse-manifest.js';
import type { ModuleManifest } from '../../kernel/manifest/manifest.js';
import type { ModuleSource } from '../../kernel/loader/module-source.js';
import { declarationOf, verifyDeclaration } from './verify-declaration.js';

/** A `package.json` and its text. */
export type FoundPackage = Readonly<Record<'file' | 'content', string>>;

/** The folders that may hold the package: a path in the configuration, or those that node would search from there. */
function candidates(name: string, configFile: string): string[] {
  if (name.startsWith('.') || isAbsolute(name)) return [resolve(dirname(configFile), name)];
  return (createRequire(configFile).resolve.paths(name) ?? []).map((folder) => join(folder, name));
}

/** Finds the `package.json` for a name in a configuration. */
export async function findPackage(name: string, configFile: string): Promise<FoundPackage> {
  for (const folder of candidates(name, configFile)) {
    const file = join(folder, 'package.json');
    const content = await ifThere(readFile(file, 'utf8'), isNowhere);
    if (content !== undefined) return { file, content };
  }
  throw new Error(`the package "${name}" is not installed in ${dirname(configFile)}`);
}

/** The two files that the package's `svc` field names, which must lie inside the package. */
export function filesOf({ file, content }: FoundPackage): {
  readonly manifest: string;
  readonly module: string;
} {
  const { svc } = (parseJson(content, file) ?? {}) as {
    readonly svc?: { readonly manifest?: unknown; readonly module?: unknown };
  };
  const inside = (name: 'manifest' | 'module'): string => {
    const value = svc?.[name];
    if (typeof value !== 'string')
      throw new Error(`${file} has no "svc.${name}", so it is not a module`);
    const path = resolve(dirname(file), value);
    const way = relative(dirname(file), path);
    if (way.startsWith('..') || isAbsolute(way))
      throw new Error(`${file}: "svc.${name}" leads out of the package`);
    return path;
  };
  return { manifest: inside('manifest'), module: inside('module') };
}

/** Imports a module's code. Facets in CommonJS are supported as well. */
export async function importModule(file: string): Promise<ModuleDeclaration> {
  const { importFile } = await import('./import-file.js');
  return declarationOf(await importFile(file), file);
}

async function packageSource(name: string, configFile: string): Promise<ModuleSource> {
  let code: FaultCode = 'not_installed';
  try {
    const found = await findPackage(name, configFile);
    code = 'not_a_module';
    const files = filesOf(found);
    code = 'manifest_unreadable';
    const manifest: ModuleManifest = parseManifest(
      await readFile(files.manifest, 'utf8'),
      files.manifest,
    );
    const load = async (): Promise<ModuleDeclaration> =>
      verifyDeclaration(await importModule(files.module), manifest);
    return { id: manifest.id, origin: found.file, manifest, load };
  } catch (error) {
    const cause = (error as Error).message;
    return {
      id: name,
      origin: configFile,
      problem: { code, cause },
      load: () => Promise.reject(new Error(cause)),
    };
  }
}

/**
 * Sources of the modules that a configuration file names: packages installed beside it, or folders relative to it. Only manifests are read.
 * One that cannot be read becomes a rejected module with the reason; no error is thrown.
 */
export function packageSources(
  names: readonly string[],
  configFile: string,
): Promise<ModuleSource[]> {
  return Promise.all([...new Set(names)].map((name) => packageSource(name, configFile)));
}
