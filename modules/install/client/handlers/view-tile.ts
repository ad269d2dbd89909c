import {
  connectionKey,
  type ConnectionSource,
  type Context,
  type Handler,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { pluginFormatKey, type PluginFormat } from '../../../registry/contract/plugin-format.js';
import { fileUnknown, sourceInvalid } from '../../contract/errors.js';
import type { TileLook, TileViewInput } from '../../contract/plugin-info.js';
import { lookAt, type LookedAt } from '../look/look-at.js';
import { filesOf, plainPath, textOf } from '../look/plugin-files.js';
import { tileLook } from '../look/tile-look.js';
import { projectToolsKey, type ProjectTools } from '../project-tools.js';
import { parseSource } from '../resolve/source.js';

/** Characters of a file in one answer: about three thousand tokens. */
const MOST_TEXT = 12_000;
const MOST_PATHS = 300;

/** The tool `tile_view`: short answers, and the rest on request. */
@injectable()
export class TileViewHandler implements Handler<TileViewInput, TileLook> {
  constructor(
    @inject(projectToolsKey) private readonly tools: ProjectTools,
    @inject(pluginFormatKey) private readonly format: Pick<PluginFormat, 'tokenCosts'>,
    @inject(connectionKey) private readonly connections: ConnectionSource,
  ) {}

  async run({ packageName, file, offset = 0 }: TileViewInput, context: Context): Promise<TileLook> {
    const source = parseSource(packageName, context.cwd, context.env);
    // a `file:` source could let an agent read folders that it may not read
    if (source.kind === 'file')
      throw sourceInvalid({
        source: packageName,
        why: 'folders of this machine are read without this tool',
      });
    const connection = () => this.connections.current();
    const plugin = await lookAt(
      source,
      { tools: this.tools, format: this.format, connection },
      context,
    );
    const note = (text: string): void => {
      context.progress.note(text);
    };
    return file === undefined
      ? tileLook(plugin, note)
      : lookInside(plugin, { path: plainPath(file), offset }, note);
  }
}

type Note = (text: string) => void;

/** A file, or the paths of what is in a folder. */
function lookInside(
  plugin: LookedAt,
  { path, offset }: { path: string; offset: number },
  note: Note,
): TileLook {
  const files = filesOf(plugin);
  const file = files.find((candidate) => candidate.path === path);
  if (file === undefined) return { files: pathsBelow(plugin, path, note) };
  const text = textOf(file);
  if (text === null) {
    note(`${path} is not a text file: ${file.content.byteLength} bytes.`);
    return {};
  }
  const end = offset + MOST_TEXT;
  if (end < text.length)
    note(
      `${path} has ${text.length} characters. Call again with \`offset\` ${end} for what follows.`,
    );
  return { text: text.slice(offset, end) };
}

function pathsBelow(plugin: LookedAt, folder: string, note: Note): string[] {
  const all = filesOf(plugin).map(({ path }) => path);
  const below =
    folder === '' || folder === '.' ? all : all.filter((path) => path.startsWith(`${folder}/`));
  if (below.length === 0)
    throw fileUnknown({ ...plugin, path: folder, hint: 'Give `.` in `file` to list all files.' });
  if (below.length > MOST_PATHS)
    note(`${MOST_PATHS} of ${below.length} files are listed. Name a folder in it in \`file\`.`);
  return below.slice(0, MOST_PATHS);
}
