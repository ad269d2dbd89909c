import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { extract, pack, type Header } from 'tar-stream';

export type TarHeader = Partial<Header> & Pick<Header, 'name'>;

export interface TarFile {
  readonly header: TarHeader;
  readonly content: Buffer;
}

export async function readTar(file: string): Promise<TarFile[]> {
  const tar = extract();
  tar.end(await readFile(file));
  const files: TarFile[] = [];
  for await (const entry of tar) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk);
    files.push({
      header: { name: entry.header.name, type: 'file' },
      content: Buffer.concat(chunks),
    });
  }
  return files;
}

export async function writeTar(file: string, files: readonly TarFile[]): Promise<string> {
  const tar = pack();
  for (const { header, content } of files) tar.entry({ ...header }, content);
  tar.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of tar as AsyncIterable<Buffer>) chunks.push(chunk);
  await writeFile(file, Buffer.concat(chunks));
  return file;
}

export const jsonFile = (name: string, value: unknown): TarFile => ({
  header: { name, type: 'file' },
  content: Buffer.from(JSON.stringify(value)),
});

interface Totals {
  tables: { table: string; rows: number; sha256: string }[];
}

/** The backup with other rows in a table, and with totals that agree. */
export async function withRows(
  file: string,
  table: string,
  lines: readonly string[],
): Promise<string> {
  const text = lines.map((line) => `${line}\n`).join('');
  const files = (await readTar(file)).filter(
    ({ header }) => !header.name.startsWith(`tables/${table}/`),
  );
  const totals = JSON.parse(files.at(-1)?.content.toString() ?? '') as Totals;
  for (const tally of totals.tables)
    if (tally.table === table)
      Object.assign(tally, {
        rows: lines.length,
        sha256: createHash('sha256').update(text).digest('hex'),
      });
  const rows = {
    header: { name: `tables/${table}/000001.jsonl`, type: 'file' as const },
    content: Buffer.from(text),
  };
  const changed = [
    ...files.slice(0, -1),
    ...(lines.length > 0 ? [rows] : []),
    jsonFile('totals.json', totals),
  ];
  return writeTar(`${file}.changed.tar`, changed);
}
