import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The parts of the style sheet, in their order: each may refine what stands before it. */
export const STYLE = [
  ...['base', 'frame', 'text', 'messages', 'forms', 'tables', 'lists', 'controls'],
  ...['search', 'plugin', 'code', 'runs', 'team', 'markdown', 'contrast'],
].map((name) => `style/${name}.css`);

const FILES = {
  style: [STYLE, 'style.css', 'text/css; charset=utf-8'],
  icon: [['icon.svg'], 'icon.svg', 'image/svg+xml'],
} as const;

interface Asset {
  readonly path: string;
  readonly type: string;
  readonly bytes: Buffer;
}

function readAsset([files, name, type]: readonly [readonly string[], string, string]): Asset {
  const bytes = Buffer.concat(
    files.map((file) => readFileSync(join(import.meta.dirname, 'assets', file))),
  );
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  return { path: `/assets/${hash}-${name}`, type, bytes };
}

/** Style sheet and icon. Their addresses contain a hash of their content, so that browsers can cache them permanently. */
export class Assets {
  private readonly style = readAsset(FILES.style);
  private readonly icon = readAsset(FILES.icon);
  readonly paths = { style: this.style.path, icon: this.icon.path };

  answer(pathname: string): Response | undefined {
    const asset = [this.style, this.icon].find(({ path }) => path === pathname);
    if (asset === undefined) return undefined;
    const headers = {
      'Content-Type': asset.type,
      'Cache-Control': 'public, max-age=31536000, immutable',
    };
    return new Response(new Uint8Array(asset.bytes), {
      headers: { ...headers, 'Content-Length': String(asset.bytes.length) },
    });
  }
}
