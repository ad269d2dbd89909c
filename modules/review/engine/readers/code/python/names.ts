/** Names of modules and built-ins as the tables write them. */
const BUILT_IN = new Set(
  (
    'eval exec compile open input getattr setattr globals locals vars __import__ chr ord bytes bytearray str int hex len map list tuple dict ' +
    'reversed sorted print filter zip enumerate range isinstance bool set repr format abs any all sum min max iter next type __builtins__'
  ).split(' '),
);

/** What names mean that are bound nowhere: examples in documents and the later fences of a section leave their imports out. */
const USUAL: Readonly<Record<string, string>> = {
  '': 'os sys subprocess shutil pathlib glob socket base64 codecs zlib pickle marshal urllib requests httpx aiohttp paramiko pyperclip ctypes importlib runpy platform getpass',
  pathlib: 'Path',
  'urllib.request': 'urlopen urlretrieve',
  base64: 'b64decode',
};
const BY_USE = new Map(
  Object.entries(USUAL).flatMap(([module, names]) =>
    names.split(' ').map((name) => [name, module === '' ? name : `${module}.${name}`]),
  ),
);

/** Other names of the same thing, by what they begin with. */
const SAME: readonly (readonly [string, string])[] = [
  ['builtins.', ''],
  ['__builtins__.', ''],
  ['__builtin__.', ''],
  ['posix.', 'os.'],
  ['nt.', 'os.'],
  ['posixpath.', 'os.path.'],
  ['cPickle.', 'pickle.'],
  ['_pickle.', 'pickle.'],
  ['io.open', 'open'],
  ['codecs.open', 'open'],
  ['urllib2.', 'urllib.request.'],
  ['asyncio.subprocess.', 'subprocess.'],
];

export const pythonGlobal = (name: string): string | undefined =>
  BUILT_IN.has(name) ? name : BY_USE.get(name);

export function normalPythonName(qualified: string): string {
  for (const [from, to] of SAME)
    if (qualified.startsWith(from)) return to + qualified.slice(from.length);
  return qualified;
}
