import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipSketch {
  readonly path: string;
  readonly text?: string | Buffer;
  /** UNIX mode with the type. */
  readonly mode?: number;
  /** What the headers state in place of the real size. */
  readonly stated?: number;
}

/** A zip, also one that no program would write. */
export function makeZip(entries: readonly ZipSketch[]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let at = 0;
  for (const { path, text = '', mode = 0o100_644, stated } of entries) {
    const content = Buffer.from(text);
    const packed = deflateRawSync(content);
    const name = Buffer.from(path);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x0800, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(stated ?? content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, name, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(mode * 0x10000, 6);
    rest.writeUInt32LE(at, 10);
    centrals.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03', 'latin1'), common, rest, name]));
    locals.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}
