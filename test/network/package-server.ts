import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { makeZip } from '../../modules/install/client/testing/make-zip.js';
import { listening, type Listening } from './listening.js';

type Files = Readonly<Record<string, string>>;

/** A registry of npm packages and a host of archives, in one, on loopback. */
export class PackageServer {
  /** Paths of every request. */
  readonly requests: string[] = [];
  private readonly files = new Map<string, Buffer>();
  private readonly packages = new Map<string, Record<string, object>>();

  private constructor(private readonly listener: Listening) {}

  static async start(): Promise<PackageServer> {
    const listener = await listening(
      createServer((request, response) => {
        const path = request.url ?? '';
        server.requests.push(path);
        const file = server.files.get(path);
        response.writeHead(file === undefined ? 404 : 200).end(file);
      }),
    );
    const server = new PackageServer(listener);
    return server;
  }

  get host(): string {
    return `127.0.0.1:${this.listener.port}`;
  }

  get origin(): string {
    return `http://${this.host}`;
  }

  close(): Promise<unknown> {
    return this.listener.close();
  }

  /** Publishes a version of a package, which is then the latest. */
  async publish(name: string, version: string, files: Files): Promise<void> {
    const tarball = await npmTarball(files);
    const path = `/tarballs/${name}-${version}.tgz`;
    this.files.set(path, tarball);
    const integrity = `sha512-${hashed(tarball, 'sha512', 'base64')}`;
    const versions = this.packages.get(name) ?? {};
    versions[version] = { dist: { tarball: `${this.origin}${path}`, integrity } };
    this.packages.set(name, versions);
    const metadata = { 'dist-tags': { latest: version }, versions };
    this.files.set(metadataPath(name), Buffer.from(JSON.stringify(metadata)));
  }

  /** Removes a package with all its versions. */
  removePackage(name: string): void {
    this.packages.delete(name);
    this.files.delete(metadataPath(name));
  }

  /** Puts a zip at a path. Answers its address and its hash. */
  putArchive(path: string, files: Files): { readonly url: string; readonly sha256: string } {
    const bytes = makeZip(Object.entries(files).map(([name, text]) => ({ path: name, text })));
    this.files.set(path, bytes);
    return { url: `${this.origin}${path}`, sha256: hashed(bytes, 'sha256', 'hex') };
  }

  removeArchive(path: string): void {
    this.files.delete(path);
  }
}

const metadataPath = (name: string): string => `/${name.replace('/', '%2f')}`;

async function npmTarball(files: Files): Promise<Buffer> {
  const tar = pack();
  for (const [path, text] of Object.entries(files)) tar.entry({ name: `package/${path}` }, text);
  tar.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of tar) chunks.push(chunk as Buffer);
  return gzipSync(Buffer.concat(chunks));
}

function hashed(bytes: Buffer, algorithm: string, encoding: 'hex' | 'base64'): string {
  return createHash(algorithm).update(bytes).digest(encoding);
}
