'use strict';
// Loads the chunks of the program from what the build has compiled of them: nothing is looked for, parsed or compiled again at every start.
// Compiled code is for one version of V8 on one kind of machine; every other node loads the chunks as they are.
const { openSync, readFileSync, readSync } = require('node:fs');
const Module = require('node:module');
const { join } = require('node:path');
const { Script } = require('node:vm');
const { crc32 } = require('node:zlib');

/** Whose compiled code this process can use. V8 looks at its own version and flags, and not at the machine. */
const MAKE = [process.versions.v8, process.platform, process.arch].join(' ');

/** Where the build leaves what it has compiled. */
const FILES = { index: join(__dirname, 'compiled.json'), content: join(__dirname, 'compiled.bin') };

/** What `read` answers. Nothing where the files are missing or damaged: the chunks themselves are all that a start needs. */
function ifWhole(read) {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function openCompiled() {
  const { make, chunks } = JSON.parse(readFileSync(FILES.index, 'utf8'));
  return make === MAKE ? { file: openSync(FILES.content), chunks } : undefined;
}

/** V8 ends the process over compiled code with one wrong byte: none reaches it unchecked. */
function readPiece(file, [position, length, checksum]) {
  const bytes = Buffer.allocUnsafeSlow(length);
  readSync(file, bytes, 0, length, position);
  if (crc32(bytes) !== checksum) throw new Error(`${FILES.content} is damaged`);
  return bytes;
}

/** Chunks by name, each as function of CommonJS with its compiled code, as far as the build has any for this process. */
function readCompiled() {
  // source maps are read for files alone
  const compiled = process.sourceMapsEnabled ? undefined : ifWhole(openCompiled);
  if (compiled === undefined) return () => undefined;
  const { file, chunks } = compiled;
  return (name) =>
    ifWhole(
      () =>
        chunks[name] && {
          text: readPiece(file, chunks[name].text).toString(),
          code: readPiece(file, chunks[name].code),
        },
    );
}

/** Loads chunks that `find` knows by themselves, all others with `require`. Either way there is one of each: node's own cache holds them. */
function loaderOf(find) {
  const scripts = new Map();

  function run(name, filename, { text, code }) {
    // V8 keeps the name with the compiled code, and stack traces have it: no part of it may come from the folder of the build, not even a slice of a path
    const script = new Script(text, { filename: name.replace('./', 'bin/'), cachedData: code });
    scripts.set(name, script);
    const module = Object.assign(new Module(filename), { filename });
    require.cache[filename] = module;
    try {
      script.runInThisContext()(module.exports, requireOfChunks, module, filename, __dirname);
    } catch (error) {
      delete require.cache[filename];
      throw error;
    }
    module.loaded = true;
    return module.exports;
  }

  function load(name) {
    const filename = join(__dirname, name);
    const known = require.cache[filename];
    if (known !== undefined) return known.exports;
    const chunk = find(name);
    return chunk === undefined ? require(name) : run(name, filename, chunk);
  }

  const requireOfChunks = Object.assign(
    (id) => (id.startsWith('./') ? load(id) : require(id)),
    require,
  );
  return { load, scripts };
}

module.exports = { MAKE, FILES, readCompiled, loaderOf };
