'use strict';
// Loads the chunks of the program from what the build has compiled of them: nothing is looked for, parsed or compiled again at every start.
// Compiled code is for one version of V8 on one kind of machine; every other node loads the chunks as they are.
const { existsSync, openSync, readFileSync, readSync } = require('node:fs');
const Module = require('node:module');
const { join } = require('node:path');
const { Script } = require('node:vm');

/** Whose compiled code this process can use. V8 looks at its own version and flags, and not at the machine. */
const MAKE = [process.versions.v8, process.platform, process.arch].join(' ');

/** Where the build leaves what it has compiled. */
const FILES = { index: join(__dirname, 'compiled.json'), content: join(__dirname, 'compiled.bin') };

/** Chunks by name, each as function of CommonJS with its compiled code, as far as the build has any for this process. */
function readCompiled() {
  // source maps are read for files alone
  if (process.sourceMapsEnabled || !existsSync(FILES.index)) return () => undefined;
  const { make, chunks } = JSON.parse(readFileSync(FILES.index, 'utf8'));
  if (make !== MAKE) return () => undefined;
  const file = openSync(FILES.content);
  const read = ([position, length]) => {
    const bytes = Buffer.allocUnsafeSlow(length);
    readSync(file, bytes, 0, length, position);
    return bytes;
  };
  return (name) => chunks[name] && { text: read(chunks[name].text).toString(), code: read(chunks[name].code) };
}

/** Loads chunks that `find` knows by themselves, all others with `require`. Either way there is one of each: node's own cache holds them. */
function loaderOf(find) {
  const scripts = new Map();

  function run(name, filename, { text, code }) {
    const script = new Script(text, { filename, cachedData: code });
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

  const requireOfChunks = Object.assign((id) => (id.startsWith('./') ? load(id) : require(id)), require);
  return { load, scripts };
}

module.exports = { MAKE, FILES, readCompiled, loaderOf };
