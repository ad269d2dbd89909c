import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
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

/** What the checks read of a `package.json`. */
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

/** The compiler that the module's author uses; the program itself brings none. */
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

/** Declarations that the compiler has written beside the code keep the comments, which the code itself may have lost. */
function withComments(code: string): { readonly code: string; readonly comments: string } {
  const declarations = code.replace(/\.([cm]?)js$/, '.d.$1ts');
  return { code, comments: existsSync(declarations) ? declarations : code };
}

/** The package under check. What is loaded of it is loaded once. */
export class Subject {
  readonly folder: string;
  readonly files: ReturnType<typeof filesOf>;
  readonly json: PackageJson;
  /** The module's code. */
  readonly declaration: () => Promise<ModuleDeclaration> = once(() =>
    importModule(this.files.module),
  );
  /** What its manifest should be. */
  readonly manifest: () => Promise<ModuleManifest> = once(() => this.generate());
  /** Whether doc comments can be read. */
  readonly typeScript = once(() => typeScriptOf(this.found.file));

  private constructor(private readonly found: FoundPackage) {
    this.folder = dirname(found.file);
    this.files = filesOf(found);
    this.json = JSON.parse(found.content) as PackageJson;
  }

  /** Throws when there is no package, or when it says nothing of a module. */
  static async open(folder: string): Promise<Subject> {
    return new Subject(await findPackage(folder, join(folder, 'package.json')));
  }

  get packageFile(): string {
    return this.found.file;
  }

  /** A file as messages name it. */
  place(file: string): string {
    return relative(this.folder, file);
  }

  /** JavaScript of the package that is shipped, without tests and dependencies. */
  readonly code = once(async () => {
    const { files } = this.json;
    const shipped = Array.isArray(files)
      ? files.map((entry) => String(entry).replace(/^\.?\//, ''))
      : ['.'];
    const patterns = shipped.flatMap((entry) => [entry, `${entry}/**`]);
    const paths = await glob(patterns, {
      cwd: this.folder,
      absolute: true,
      ignore: ['**/node_modules/**', '**/*.test.*', 'test/**'],
    });
    return paths.filter((path) => /\.[cm]?js$/.test(path)).sort();
  });

  private async generate(): Promise<ModuleManifest> {
    const ts = await this.typeScript();
    return moduleManifest(
      await this.declaration(),
      ts === undefined ? noDocs : new DocComments(ts, (await this.code()).map(withComments)),
    );
  }
}
