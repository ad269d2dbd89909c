import { createHash } from 'node:crypto';
import { isBrokenConnection } from './ledger.js';
import { writeArchive } from '../../../modules/registry/format/archive/write-archive.js';

/** One version as its sender knows it. */
export interface Packed {
  /** `<workspace>/<plugin>@<version>`. */
  readonly name: string;
  readonly archive: Uint8Array;
  readonly content: VersionContent;
}

/** What makes two versions the same. */
export interface VersionContent {
  readonly archive: string;
  /** Path and SHA-256, sorted. */
  readonly files: readonly (readonly [path: string, sha256: string])[];
}

export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

const sha256 = (content: Uint8Array | string): string =>
  createHash('sha256').update(content).digest('hex');
const byPath = ([a]: readonly [string, string], [b]: readonly [string, string]): number =>
  a < b ? -1 : 1;

/** A plugin in an archive; `files` beside the manifest. */
export async function pack(
  plugin: string,
  version: string,
  files: Readonly<Record<string, string>>,
): Promise<Packed> {
  const manifest = JSON.stringify({
    name: plugin,
    version,
    description: `About ${plugin}`,
    private: true,
  });
  const all = Object.entries({ '.svc-plugin/plugin.json': manifest, ...files });
  const { archive } = await writeArchive(
    all.map(([path, text]) => ({ path, mode: 0o644, content: Buffer.from(text) })),
  );
  const hashes = all.map(([path, text]) => [path, sha256(text)] as const).sort(byPath);
  return {
    name: `${plugin}@${version}`,
    archive,
    content: { archive: sha256(archive), files: hashes },
  };
}

interface ServerAddress {
  readonly origin: string;
  readonly token: string;
}

/** Publishing and reading over HTTP, as any client does it. */
export class RegistryApi {
  constructor(private readonly server: ServerAddress) {}

  async publish(archive: Uint8Array): Promise<Answer> {
    const headers = { ...this.#headers(), 'content-type': 'application/gzip' };
    const response = await fetch(`${this.server.origin}/v1/tiles?workspace=acme`, {
      method: 'POST',
      headers,
      body: Buffer.from(archive),
    });
    const body = (await response.json()) as { data?: Record<string, unknown> };
    return { status: response.status, body: body.data ?? body };
  }

  /** `<plugin>@<version>` of everything that is listed, with the hashes that the server claims. */
  async listed(): Promise<Map<string, VersionContent>> {
    const all = new Map<string, VersionContent>();
    for (const { name } of await this.#list<{ name: string }>('/v1/tiles')) {
      for (const { version, archiveSha256 } of await this.#list<{
        version: string;
        archiveSha256: string;
      }>(`/v1/tiles/${name}/versions`)) {
        const files = await this.#list<{ path: string; sha256: string }>(
          `/v1/tiles/${name}/versions/${version}/files`,
        );
        const hashes = files.map((file) => [file.path, file.sha256] as const).sort(byPath);
        all.set(`${name}@${version}`, { archive: archiveSha256, files: hashes });
      }
    }
    return all;
  }

  /** What does not arrive as it was promised. */
  async damaged(name: string, { archive, files }: VersionContent): Promise<string[]> {
    const [plugin, version] = name.split('@') as [string, string];
    const base = `/v1/tiles/${plugin}/versions/${version}`;
    const promises: [string, string][] = [
      [`${base}/archive`, archive],
      ...files.map(([path, hash]): [string, string] => [`${base}/files/${path}`, hash]),
    ];
    const damaged: string[] = [];
    for (const [path, hash] of promises) {
      const found = await this.#download(path);
      if (found !== hash) damaged.push(`${path}: ${found}`);
    }
    return damaged;
  }

  /** The hash of what arrives, or why nothing does. */
  async #download(path: string): Promise<string> {
    const response = await this.#get(path);
    if (!response.ok) return String(response.status);
    try {
      return sha256(Buffer.from(await response.arrayBuffer()));
    } catch (error) {
      if (isBrokenConnection(error)) return 'breaks off';
      throw error;
    }
  }

  async #list<T>(path: string): Promise<T[]> {
    const all: T[] = [];
    for (let next: string | null = path; next !== null;) {
      const response = await this.#get(next);
      if (!response.ok) throw new Error(`${next}: ${response.status} ${await response.text()}`);
      const page = (await response.json()) as { data: T[]; links: { next: string | null } };
      all.push(...page.data);
      next = page.links.next;
    }
    return all;
  }

  #get(path: string): Promise<Response> {
    return fetch(this.server.origin + path, { headers: this.#headers() });
  }

  #headers(): Record<string, string> {
    return { authorization: `Bearer ${this.server.token}` };
  }
}
