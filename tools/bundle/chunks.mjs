// Bundles what tsc has emitted into chunks of a program: esbuild splits, and what it has split is turned into CommonJS (ADR 26).
// esbuild alone would lose the decorators' metadata, which tsc has already written into its output.
import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { build, transform } from 'esbuild';
import { withoutNeedlessNames } from './function-names.mjs';

export const ROOT = resolve(import.meta.dirname, '../..');
export const DIST = join(ROOT, 'dist');
/** Where chunks lie, seen from the rest of the output; the output of another package has the same folders. */
export const BIN = join(DIST, 'bin');

/** Which file of a package to take where the one it offers does not work in a bundle. */
export const ALIAS = {
  cosmiconfig: join(ROOT, 'tools/bundle/no-configuration.mjs'),
  // its main file requires its parts in a way that a bundler cannot see
  'jsonc-parser': join(ROOT, 'node_modules/jsonc-parser/lib/esm/main.js'),
  // of the CommonJS builds a command would read a megabyte, of which it uses a twentieth
  'class-validator': join(ROOT, 'node_modules/class-validator/esm2015/index.js'),
  'class-transformer': join(ROOT, 'node_modules/class-transformer/esm2015/index.js'),
  // a template's parser is a small part of the package, whose rest stays outside
  'nunjucks/src/lexer.js': join(ROOT, 'node_modules/nunjucks/src/lexer.js'),
  'nunjucks/src/parser.js': join(ROOT, 'node_modules/nunjucks/src/parser.js'),
  // the same as ES modules, which load in half the time
  yaml: join(ROOT, 'node_modules/yaml/browser/dist/index.js'),
  // without the parts for engines that have no Map
  'reflect-metadata': join(ROOT, 'node_modules/reflect-metadata/ReflectLite.js'),
};

export const TARGET = {
  platform: 'node',
  target: 'node20',
  legalComments: 'none',
  logLevel: 'warning',
};

/** A file that looks for its neighbours finds them where tsc put it: every chunk lies in dist/bin, whatever it is made of. */
const ownAddress = {
  name: 'own-address',
  setup({ onLoad }) {
    onLoad(
      { filter: /[\\/]dist[\\/](kernel|toolbox|modules|hosts)[\\/].*\.js$/ },
      async ({ path }) => {
        const source = await readFile(path, 'utf8');
        if (!source.includes('import.meta.')) return undefined;
        const address = (target) =>
          `new URL(${JSON.stringify(relative(BIN, target).split(sep).join('/'))}, import.meta.url)`;
        const pathOf = (target) => `__fileURLToPath(${address(target)})`;
        const contents = source
          .replaceAll('import.meta.url', `${address(path)}.href`)
          .replaceAll('import.meta.filename', pathOf(path))
          .replaceAll('import.meta.dirname', pathOf(dirname(path)))
          .concat("\nimport { fileURLToPath as __fileURLToPath } from 'node:url';\n");
        return { contents, loader: 'js' };
      },
    );
  },
};

/** Takes another file wherever one whose name matches is imported. */
export const replacing = (filter, file) => ({
  name: 'replacing',
  setup({ onResolve }) {
    onResolve({ filter }, () => file);
  },
});

const ADDRESS = "const __address = require('node:url').pathToFileURL(__filename).href;";

/**
 * A chunk as CommonJS. esbuild splits ES modules only, and node's loader takes more than twice as long for these; how a chunk was split,
 * and that each part of it is there once, stays as it is. Chunks load each other, and what node brings, by `require`; whatever else is imported stays imported.
 */
async function writeAsCommonJs({ path, text }) {
  const chunk = withoutNeedlessNames(text).replaceAll(
    /\bimport\("(\.\/[\w-]+\.cjs|node:[\w/]+)"\)/g,
    'Promise.resolve().then(() => require("$1"))',
  );
  const { code, map } = await transform(chunk, {
    ...TARGET,
    format: 'cjs',
    // what a CommonJS package exports as `default` depends on who imports it: as node has it for ES modules
    sourcefile: basename(path).replace(/\.cjs$/, '.mjs'),
    sourcemap: 'external',
    define: { 'import.meta.url': '__address' },
    ...(chunk.includes('import.meta.url') && { banner: ADDRESS }),
  });
  await writeFile(path, `${code}//# sourceMappingURL=${basename(path)}.map\n`);
  await writeFile(`${path}.map`, map);
}

/** Writes the chunks of these entry points; answers what esbuild says of them. `more` goes to esbuild. */
export async function writeChunks(outdir, entryPoints, { plugins = [], ...more }) {
  const { outputFiles, metafile } = await build({
    ...TARGET,
    entryPoints,
    outdir,
    chunkNames: 'chunk-[hash]',
    outExtension: { '.js': '.cjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    sourcemap: 'inline',
    write: false,
    metafile: true,
    keepNames: true,
    alias: ALIAS,
    plugins: [ownAddress, ...plugins],
    ...more,
  });
  await Promise.all(outputFiles.map(writeAsCommonJs));
  return metafile;
}

/** One small file, without the chunks. */
export const writeFileOfItsOwn = (entry, outfile, more = {}) =>
  build({
    ...TARGET,
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'cjs',
    // half the size is half the time to compile
    minify: true,
    sourcemap: true,
    ...more,
  });
