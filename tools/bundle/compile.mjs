// Lets V8 compile the chunks that often-used commands load, by running these commands, and puts texts and compiled code into one file:
// hosts/bin/compiled.cjs reads it. Which functions are worth it nobody has to list: those that have run.
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import Module, { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';

const RECORD = fileURLToPath(new URL('record.cjs', import.meta.url));

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'build', version: '1' },
  },
};

const SKILL = '---\nname: greet\ndescription: Use when somebody comes in.\n---\n\nSay hello.\n';
const SOURCES = {
  'skills/greet/SKILL.md': SKILL,
  'plugin/skills/greet/SKILL.md': SKILL,
  'plugin/.svc-plugin/plugin.json': JSON.stringify({
    name: 'acme/greetings',
    version: '1.0.0',
    description: 'Greetings',
  }),
};

/** What is run in a project, one after the other. */
const COMMANDS = [
  { args: ['--help'] },
  { args: ['install', 'file:../skills', '--agent', 'claude-code', '--yes'] },
  { args: ['install', 'file:../plugin'] },
  { args: ['install'] },
  { args: ['list'] },
  { args: ['mcp', 'start'], input: `${JSON.stringify(INITIALIZE)}\n` },
];

/** Compiled code is of use to processes with the same flags only: none. */
function environmentOf(home) {
  const own = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('SVC_') && name !== 'NODE_OPTIONS',
  );
  return {
    ...Object.fromEntries(own),
    HOME: home,
    USERPROFILE: home,
    SVC_HOME: join(home, '.svc'),
    NO_COLOR: '1',
  };
}

async function record(bin, world) {
  const [project, home, compiled] = ['project', 'home', 'compiled'].map((name) =>
    join(world, name),
  );
  for (const folder of [project, home, compiled]) await mkdir(folder, { recursive: true });
  for (const [file, text] of Object.entries(SOURCES)) {
    await mkdir(dirname(join(world, file)), { recursive: true });
    await writeFile(join(world, file), text);
  }
  for (const { args, input = '' } of COMMANDS) {
    const options = { cwd: project, env: environmentOf(home), input, encoding: 'utf8' };
    const { status, stderr } = spawnSync(
      process.execPath,
      [RECORD, bin, compiled, ...args],
      options,
    );
    if (status !== 0) throw new Error(`svc ${args.join(' ')} failed (exit ${status}): ${stderr}`);
  }
  return compiled;
}

/** V8 copies compiled code that does not begin at a multiple of this. */
const ALIGNED = 8;

async function writeCompiled(bin, compiled) {
  const { FILES, MAKE } = createRequire(import.meta.url)(join(bin, 'compiled.cjs'));
  const pieces = [];
  let length = 0;
  const add = (bytes) => {
    const gap = Buffer.alloc((ALIGNED - (length % ALIGNED)) % ALIGNED);
    pieces.push(gap, bytes);
    length += gap.length + bytes.length;
    return [length - bytes.length, bytes.length, crc32(bytes)];
  };
  const chunks = {};
  for (const name of (await readdir(compiled)).sort()) {
    const text = await readFile(join(bin, name), 'utf8');
    // Node 20 knows no way to import from code that was compiled before
    if (/\bimport\(/.test(text)) continue;
    chunks[`./${name}`] = {
      text: add(Buffer.from(Module.wrap(text))),
      code: add(await readFile(join(compiled, name))),
    };
  }
  await writeFile(FILES.content, Buffer.concat(pieces));
  await writeFile(FILES.index, JSON.stringify({ make: MAKE, chunks }));
}

export async function compileChunks(bin) {
  const world = await mkdtemp(join(tmpdir(), 'svc-compile-'));
  try {
    await writeCompiled(bin, await record(bin, world));
  } finally {
    await rm(world, { recursive: true, force: true });
  }
}
