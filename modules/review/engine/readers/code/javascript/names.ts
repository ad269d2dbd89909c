/** Names of modules and globals as the tables write them. */

/** Objects that hold every global. */
const GLOBAL_OBJECTS = new Set([
  'window',
  'globalThis',
  'global',
  'self',
  'top',
  'parent',
  'frames',
]);

const GLOBALS = new Set(
  (
    'import eval Function fetch process require atob btoa setTimeout setInterval setImmediate XMLHttpRequest WebSocket EventSource navigator Buffer String ' +
    'Array Object JSON Promise Reflect URL URLSearchParams Request Headers FormData Blob localStorage sessionStorage document location crypto ' +
    'WebAssembly decodeURIComponent decodeURI unescape escape encodeURIComponent encodeURI parseInt Number module exports Deno Bun chrome browser ' +
    'importScripts Worker Image TextDecoder TextEncoder $ jQuery __dirname __filename console Math axios'
  ).split(' '),
);

/** What names mean that are declared nowhere: examples in documents and the later fences of a section leave their imports out. */
const USUAL: Readonly<Record<string, string>> = {
  '': 'fs path os http https net tls dns dgram child_process util zlib vm worker_threads got undici glob execa ethers',
  fs:
    'readFile readFileSync createReadStream readdir readdirSync writeFile writeFileSync appendFile appendFileSync createWriteStream ' +
    'copyFile copyFileSync rm rmSync unlink unlinkSync rmdirSync symlink symlinkSync',
  child_process: 'exec execSync execFile execFileSync spawn spawnSync fork',
  os: 'homedir hostname userInfo networkInterfaces tmpdir',
  zlib: 'gunzipSync inflateSync brotliDecompressSync',
};
const BY_USE = new Map(
  Object.entries(USUAL).flatMap(([module, names]) =>
    names.split(' ').map((name) => [name, module === '' ? name : `${module}.${name}`]),
  ),
);

const PARTS = /\.(?:default|promises)(?=[.(]|$)/g;
const MODULES: readonly (readonly [RegExp, string])[] = [
  [/^node:/, ''],
  [/^(fs\/promises|fs-extra|graceful-fs|original-fs)(?=[.(]|$)/, 'fs'],
  [/^(dns\/promises)(?=[.(]|$)/, 'dns'],
  [/^(https|follow-redirects\.https?)(?=[.(]|$)/, 'http'],
  [/^(undici\.fetch|node-fetch|cross-fetch|isomorphic-fetch)(?=[.(]|$)/, 'fetch'],
  [/^(cross-spawn)(?=[.(]|$)/, 'child_process.spawn'],
  [/^(path\/posix|path\/win32|path\.posix|path\.win32|upath)(?=[.(]|$)/, 'path'],
  [/^process\.(mainModule\.)?require(?=[.(]|$)/, 'require'],
  [/^module\.(require|constructor\._load|_load)(?=[.(]|$)/, 'require'],
  [/^buffer\./, ''],
];

export function javaScriptGlobal(name: string): string | undefined {
  if (GLOBAL_OBJECTS.has(name)) return 'globalThis';
  return GLOBALS.has(name) ? name : BY_USE.get(name);
}

export function normalJavaScriptName(qualified: string): string {
  let name = qualified.startsWith('globalThis.') ? qualified.slice(11) : qualified;
  if (GLOBAL_OBJECTS.has(name)) return 'globalThis';
  if (name.includes('.default') || name.includes('.promises')) name = name.replace(PARTS, '');
  for (const [pattern, to] of MODULES) name = name.replace(pattern, to);
  return name;
}
