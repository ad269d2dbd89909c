import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { existsSync } from 'node:fs';
import { glob } from 'tinyglobby';
import type { ModuleDeclaration } from 'svc-registry/kernel';
import type { ModuleManifest } from '../../../kernel/index.js';
import { DocComments } from '../manifest/doc-comments.js';
import { once } from '../../../toolbox/once.js';
import {
  filesOf,
  findPackage,
  importModule,
  type FoundPackage,
} from '../../outside/package-source.js';
import { moduleManifest, type LearningDocs } from '../manifest/module-manifest.js';

/** The fields of a `package.json` that the checks read. */
export interface PackageJson {
  readonly name?: unknown;
  readonly version?: unknown;
  readonly keywords?: unknown;
  readonly files?: unknown;
  readonly svc?: { readonly api?: unknown };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

type TypeScript = ConstructorParameters<typeof DocComments>[0];

const noDocs: LearningDocs = {
  learn: () => Promise.resolve(),
  type: () => undefined,
  field: () => undefined,
  fieldNames: () => [],
};

/** The module author's TypeScript compiler; the program itself does not include one. */
async function typeScriptOf(packageFile: string): Promise<TypeScript | undefined> {
  try {
    const { default: ts } = (await import(
      pathToFileURL(createRequire(packageFile).resolve('typescript')).href
    )) as { default: TypeScript };
    return ts;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

/**
 * A code file and the file with its doc comments: the declarations that the compiler wrote beside it, if any, since the code may have lost its
 * comments.
 */
function withComments(code: string): { readonly code: string; readonly comments: string } {
  const declarations = code.replace(/\.([cm]?)js$/, '.d.$1ts');
  return { code, comments: existsSync(declarations) ? declarations : code };
}

const inDistribution = (path: string) =>
  fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** `PageInput` of `svc-registry/dto`, which the inputs of modules extend. */
const PAGE_INPUT = {
  code: inDistribution('bin/dto.cjs'),
  comments: inDistribution('types/kernel/dto/page-input.d.ts'),
};

/** The package under check. Its parts are loaded at most once. */
export class Subject {
  readonly folder: string;
  readonly files: ReturnType<typeof filesOf>;
  readonly json: PackageJson;
  /** The module's code. */
  readonly declaration: () => Promise<ModuleDeclaration> = once(() =>
    importModule(this.files.module),
  );
  /** The manifest that its code declares. */
  readonly manifest: () => Promise<ModuleManifest> = once(() => this.generate());
  /** Whether doc comments can be read. */
  readonly typeScript = once(() => typeScriptOf(this.found.file));

  private constructor(private readonly found: FoundPackage) {
    this.folder = dirname(found.file);
    this.files = filesOf(found);
    this.json = JSON.parse(found.content) as PackageJson;
  }

  /** Throws when there is no package, or when its `package.json` describes no module. */
  static async open(folder: string): Promise<Subject> {
    return new Subject(await findPackage(folder, join(folder, 'package.json')));
  }

  get packageFile(): string {
    return this.found.file;
  }

  /** A file's path as it appears in messages. */
  relative(file: string): string {
    return relative(this.folder, file);
  }

  /** The files that the package ships. */
  readonly shipped = once(() => {
    const { files } = this.json;
    const entries = Array.isArray(files)
      ? files.map((entry) => String(entry).replace(/^\.?\//, ''))
      : ['.'];
    return glob(
      entries.flatMap((entry) => [entry, `${entry}/**`]),
      { cwd: this.folder, absolute: true, dot: true, ignore: ['**/node_modules/**'] },
    );
  });

  /** The JavaScript files that the package ships, without its tests. */
  async code(): Promise<readonly string[]> {
    return (await this.shipped())
      .filter((path) => /\.[cm]?js$/.test(path))
      .filter((path) => !/\.test\.|^test\//.test(this.relative(path)))
      .sort();
  }

  private async generate(): Promise<ModuleManifest> {
    const ts = await this.typeScript();
    const files = (await this.code()).map(withComments);
    // tests on the sources have no distribution
    if (existsSync(PAGE_INPUT.comments)) files.push(PAGE_INPUT);
    return moduleManifest(
      await this.declaration(),
      ts === undefined ? noDocs : new DocComments(ts, files),
    );
  }
}
