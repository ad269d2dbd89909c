// Bundles what tsc has emitted into dist/bin: the program and the entries that third parties import share one kernel.
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  ALIAS,
  BIN,
  DIST,
  replacing,
  ROOT,
  writeChunks,
  writeFileOfItsOwn,
} from './bundle/chunks.mjs';
import { ENTRIES } from './entries.mjs';

const ENTRY_POINTS = {
  cli: join(DIST, 'hosts/cli/main.js'),
  // for the package of the client
  absent: join(DIST, 'hosts/absent.js'),
  tsyringe: join(ROOT, 'tools/bundle/container.mjs'),
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
  // finds its WebAssembly beside itself
  'web-tree-sitter',
  '@mariozechner/*',
];

/** Packages in a file of their own: as chunks they would take along all of what they share with the program, of which a command loads little. */
const APART = {
  'ajv-validator': '@modelcontextprotocol/sdk/validation/ajv',
  'class-validator-jsonschema': 'class-validator-jsonschema',
};

/** Schemas are made from rules that are not applied there: telephone numbers are not judged. */
const ALIAS_APART = {
  ...ALIAS,
  'libphonenumber-js/max': join(ROOT, 'node_modules/libphonenumber-js/min/index.js'),
};

/** The tool server's SDK takes its validator of schemas from us: see there. */
const validatorOnUse = replacing(/\/validation\/ajv-provider\.js$/, {
  path: join(ROOT, 'tools/bundle/schema-validator.mjs'),
});

const jsonSchemaApart = replacing(/^class-validator-jsonschema$/, {
  path: './class-validator-jsonschema.cjs',
  external: true,
});

/** Agents wait for it at every tool use. */
async function bundleHookRunner() {
  const entry = join(DIST, 'hosts/hook/main.js');
  if (existsSync(entry)) await writeFileOfItsOwn(entry, join(BIN, 'hook.cjs'));
}

/** One file that pi loads into its own process. As CommonJS it is run as it is: pi would translate an ES module at every start. */
async function bundleAgentExtension() {
  const entry = join(DIST, 'modules/agent/extension/main.js');
  if (!existsSync(entry)) return;
  await writeFileOfItsOwn(entry, join(BIN, 'agent-extension.cjs'), {
    alias: ALIAS,
    // pi takes what the file exports for the extension itself
    footer: { js: 'module.exports = module.exports.default;' },
  });
}

async function bundleApart() {
  for (const [name, contents] of Object.entries(APART))
    await writeFileOfItsOwn(contents, join(BIN, `${name}.cjs`), { alias: ALIAS_APART });
}

/** Threads for whose start people wait: their libraries are many small files. */
const THREADS = ['markdown/markdown-thread', 'highlight/highlight-thread'];

async function bundleThreads() {
  for (const thread of THREADS) {
    const entry = join(DIST, `modules/web/server/${thread}.js`);
    if (existsSync(entry)) await writeFileOfItsOwn(entry, join(BIN, `${basename(thread)}.cjs`));
  }
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
  const metafile = await writeChunks(BIN, ENTRY_POINTS, {
    external: EXTERNAL,
    plugins: [validatorOnUse, jsonSchemaApart],
  });
  await bundleApart();
  await bundleHookRunner();
  await bundleAgentExtension();
  await bundleThreads();
  await copyProgram();
  return metafile;
}

if (fileURLToPath(import.meta.url) === resolve(process.argv[1] ?? '')) await bundle();
