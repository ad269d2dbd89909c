import { fileTypeFromBuffer } from 'file-type';

/** What bytes that are not plain text are. */
export type ContentKind =
  'archive' | 'packed' | 'machine' | 'virtual' | 'document' | 'media' | 'data' | 'unknown';

export interface Kind {
  readonly kind: ContentKind;
  /** Such as `PNG image`. */
  readonly name: string;
  /** Ending without a dot that such files have. */
  readonly ending: string;
}

/** Enough for every signature; offsets of tar lie below 512. */
const HEAD = 8192;
const BY_ENDING = new Map<string, ContentKind>(
  Object.entries({
    archive: 'tar',
    packed: '7z rar xz bz2 zst lz lz4 lzh Z ace cab cpio ar arj iso dmg crx deb rpm xar asar chm',
    machine: 'elf exe macho msi',
    virtual: 'class wasm dex',
    document: 'pdf cfb rtf lnk swf',
    data: 'sqlite parquet arrow avro shp pcap blend fbx glb stl skp icc',
  }).flatMap(([kind, endings]) =>
    endings.split(' ').map((ending) => [ending, kind as ContentKind] as const),
  ),
);
/** What the library does not know. */
const SIGNATURES: readonly (readonly [ContentKind, string, string, Buffer])[] = [
  ['archive', 'zip archive', 'zip', Buffer.from('PK\x03\x04')],
  ['archive', 'zip archive', 'zip', Buffer.from('PK\x05\x06')],
  ['archive', 'gzip archive', 'gz', Buffer.from('1f8b', 'hex')],
  ['machine', 'Mach-O program', 'macho', Buffer.from('cafebabe00000002', 'hex')],
  ['packed', 'RAR archive', 'rar', Buffer.from('Rar!')],
  ['data', 'NumPy array', 'npy', Buffer.from('\x93NUMPY', 'latin1')],
  ['data', 'GGUF model', 'gguf', Buffer.from('GGUF')],
  ['data', 'HDF5 data', 'h5', Buffer.from('\x89HDF', 'latin1')],
  ['data', 'settings of a folder of macOS', 'DS_Store', Buffer.from('\0\0\0\x01Bud1', 'latin1')],
  ['data', 'translations', 'mo', Buffer.from('de120495', 'hex')],
  ['data', 'certificate', 'der', Buffer.from('3082', 'hex')],
  ['media', 'icon', 'ico', Buffer.from('00000100', 'hex')],
];

/** What the first bytes say. */
export async function kindOf(bytes: Buffer): Promise<Kind> {
  const known = SIGNATURES.find(([, , , start]) => bytes.subarray(0, start.length).equals(start));
  if (known !== undefined) return { kind: known[0], name: known[1], ending: known[2] };
  if (isSafetensors(bytes)) return { kind: 'data', name: 'weights of a model', ending: '' };
  if (isPythonBytecode(bytes)) return { kind: 'virtual', name: 'compiled Python', ending: 'pyc' };
  const found = await fileTypeFromBuffer(bytes.subarray(0, HEAD));
  if (found === undefined) return { kind: 'unknown', name: 'unknown data', ending: '' };
  const { ext, mime } = found;
  const isMedia = /^(?:image|audio|video|font|model)\/|font|ogg/.test(mime);
  const kind = BY_ENDING.get(ext) ?? (isMedia ? 'media' : 'unknown');
  return { kind, name: `${ext} (${mime})`, ending: ext };
}

/** Two bytes of version, CR LF, flags that are 0 to 3. */
const isPythonBytecode = (bytes: Buffer): boolean =>
  bytes.length > 16 && bytes.readUInt16LE(2) === 0x0a0d && bytes.readUInt32LE(4) <= 3;

/** A length of eight bytes, of which few are used, and JSON of that length. */
const isSafetensors = (bytes: Buffer): boolean =>
  bytes.length > 10 && bytes.readUInt32LE(4) === 0 && bytes.toString('latin1', 8, 10) === '{"';
