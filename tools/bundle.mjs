// Bundles what tsc has emitted into dist/bin: the program and the entries that third parties import share one kernel.
// esbuild alone would lose the decorators' metadata, which tsc has already written into its output.
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import { ENTRIES } from './entries.mjs';
import { withoutNeedlessNames } from './bundle/function-names.mjs';

const ROOT = resolve(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
const BIN = join(DIST, 'bin');

const ENTRY_POINTS = {
  cli: join(DIST, 'hosts/cli/main.js'),
  ...Object.fromEntries(ENTRIES.map(({ source, bundle }) => [bundle, join(DIST, `${source}.js`)])),
};

/** Servers load these from node_modules: binaries, drivers that are looked up by name, libraries that start workers from their own files. */
const EXTERNAL = [
  'typeorm',
  'sqlite3',
  'better-sqlite3',
  'pg',
  'pg-native',
  'argon2',
  'express',
  'express-rate-limit',
  'helmet',
  'pino',
  'prom-client',
  'node-cron',
  'nunjucks',
  // takes all of class-validator along, of which a command loads little
  'class-validator-jsonschema',
  // finds its WebAssembly beside itself
  'web-tree-sitter',
  '@mariozechner/*',
];

/** Which file of a package to take where the one it offers does not work in a bundle. */
const ALIAS = {
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

const TARGET = { platform: 'node', target: 'node20', legalComments: 'none', logLevel: 'warning' };

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

/** The tool server's SDK takes its validator of schemas from us: see there. */
const validatorOnUse = {
  name: 'validator-on-use',
  setup({ onResolve }) {
    onResolve({ filter: /\/validation\/ajv-provider\.js$/ }, () => ({
      path: join(ROOT, 'tools/bundle/schema-validator.mjs'),
    }));
  },
};

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

/** One small file, without the chunks: agents wait for it at every tool use. */
async function bundleHookRunner() {
  const entry = join(DIST, 'hosts/hook/main.js');
  if (!existsSync(entry)) return;
  await build({
    entryPoints: [entry],
    outfile: join(BIN, 'hook.cjs'),
    ...TARGET,
    bundle: true,
    format: 'cjs',
    // half the size is half the time to compile
    minify: true,
    sourcemap: true,
  });
}

/** One file that pi loads into its own process. As CommonJS it is run as it is: pi would translate an ES module at every start. */
async function bundleAgentExtension() {
  const entry = join(DIST, 'modules/agent/extension/main.js');
  if (!existsSync(entry)) return;
  await build({
    entryPoints: [entry],
    outfile: join(BIN, 'agent-extension.cjs'),
    ...TARGET,
    bundle: true,
    format: 'cjs',
    minify: true,
    sourcemap: true,
    alias: ALIAS,
    // pi takes what the file exports for the extension itself
    footer: { js: 'module.exports = module.exports.default;' },
  });
}

async function copyProgram() {
  const from = join(ROOT, 'hosts/bin');
  if (!existsSync(from)) return;
  for (const file of await readdir(from)) await copyFile(join(from, file), join(BIN, file));
  for (const program of ['svc.cjs', 'lnk.cjs']) await chmod(join(BIN, program), 0o755);
}

export async function bundle() {
  await rm(BIN, { recursive: true, force: true });
  await mkdir(BIN, { recursive: true });
  const { outputFiles } = await build({
    ...TARGET,
    entryPoints: ENTRY_POINTS,
    outdir: BIN,
    chunkNames: 'chunk-[hash]',
    outExtension: { '.js': '.cjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    sourcemap: 'inline',
    write: false,
    keepNames: true,
    external: EXTERNAL,
    alias: ALIAS,
    plugins: [ownAddress, validatorOnUse],
  });
  await Promise.all(outputFiles.map(writeAsCommonJs));
  await bundleHookRunner();
  await bundleAgentExtension();
  await copyProgram();
}

if (fileURLToPath(import.meta.url) === resolve(process.argv[1] ?? '')) await bundle();
