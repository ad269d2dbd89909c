/** Programs that copy, pack, change and delete files. */
import { joined, literal, nothing, union, unknown, withText, type Flow } from '../flow.js';
import { has, names, optionsOf, valuesOf } from '../options.js';
import { baseOf } from '../paths.js';
import { plain, type Call, type Handler, type Session } from '../session.js';

const remove: Handler = (call, session) => {
  const options = optionsOf(call.args, names('-n -s --iterations --size'));
  const recursive = has(options, '-r', '-R', '--recursive');
  for (const path of options.rest)
    session.add('delete', call.at, { path: plain(session.path(path)), recursive });
  return nothing;
};

/** Where a copy of `origin` lands: folders are known by their slash or by several origins. */
function target(to: Flow, origin: Flow, folder: boolean): Flow {
  if (!folder && !/(?:\/|^\.{1,2}|^~)$/.test(to.text)) return to;
  const base = to.text === '.' ? '' : to.text.replace(/\/?$/, '/');
  return withText({ ...to, sources: [] }, `${base}${baseOf(origin.text)}`);
}

const copy: Handler = (call, session) => {
  const options = optionsOf(
    call.args,
    names('-t --target-directory -m --mode -o --owner -g --group -S'),
  );
  const [folder] = valuesOf(options, '-t', '--target-directory');
  const to = folder ?? options.rest.at(-1);
  const origins = folder === undefined ? options.rest.slice(0, -1) : options.rest;
  if (to === undefined) return nothing;
  for (const origin of origins) {
    const content =
      call.name === 'mv' ? session.contentOf(origin, call.at) : session.read(origin, call.at);
    session.write(target(to, origin, folder !== undefined || origins.length > 1), content, {
      at: call.at,
    });
  }
  return nothing;
};

const link: Handler = (call, session) => {
  const { rest } = optionsOf(call.args, names('-t'));
  const [origin, to] = rest;
  if (origin !== undefined && to !== undefined)
    session.write(target(to, origin, false), session.contentOf(origin, call.at), { at: call.at });
  return nothing;
};

const dd: Handler = (call, session) => {
  const operand = (name: string): Flow | undefined => {
    const found = call.args.find(({ text }) => text.startsWith(`${name}=`));
    return found && withText(found, found.text.slice(name.length + 1));
  };
  const [input, output] = [operand('if'), operand('of')];
  const flow = input === undefined ? (call.input ?? nothing) : session.read(input, call.at);
  if (output === undefined) return unknown('dd', flow.sources);
  session.write(output, unknown('dd', flow.sources), { at: call.at });
  return nothing;
};

const truncate: Handler = (call, session) => {
  for (const path of optionsOf(call.args, names('-s --size -r')).rest)
    session.write(path, nothing, { at: call.at });
  return nothing;
};

const TAR_VALUED = names(
  '-f --file -C --directory --exclude -X -T --transform --strip-components --use-compress-program -I --checkpoint-action --to-command',
);

const tar: Handler = (call, session) => {
  // the first argument may be options without a dash
  const [first, ...others] = call.args;
  const old = first !== undefined && /^[a-zA-Z]+$/.test(first.text);
  const args = old ? [withText(first, `-${first.text}`), ...others] : call.args;
  const options = optionsOf(args, TAR_VALUED);
  const file = valuesOf(options, '-f', '--file')[0];
  const folder = valuesOf(options, '-C', '--directory')[0];
  const archive = file === undefined || file.text === '-' ? undefined : file;
  if (has(options, '-c', '--create', '-r', '-u'))
    return packed(options.rest, archive, { call, session });
  if (has(options, '-t', '--list')) return nothing;
  const content =
    archive === undefined ? (call.input ?? nothing) : session.contentOf(archive, call.at);
  if (has(options, '-O', '--to-stdout')) return unknown('tar', content.sources);
  unpacked(folder, content, session);
  return nothing;
};

function packed(
  paths: readonly Flow[],
  archive: Flow | undefined,
  { call, session }: { call: Call; session: Session },
): Flow {
  const content = unknown(
    call.name,
    union(paths.map((path) => session.read(path, call.at).sources)),
  );
  if (archive === undefined) return content;
  session.write(archive, content, { at: call.at });
  return nothing;
}

/** All below a folder is what came out of an archive, if the program itself fetched the archive. */
function unpacked(folder: Flow | undefined, content: Flow, session: Session): void {
  const own = content.sources.some(({ kind }) => kind !== 'file');
  if (own)
    session.store(folder === undefined ? literal('./') : joined([folder, literal('/')]), content);
}

const zip: Handler = (call, session) => {
  const options = optionsOf(call.args, names('-x -i -P -t -b --password'));
  const [archive, ...paths] = options.rest;
  if (archive === undefined) return undefined;
  return packed(paths, archive.text === '-' ? undefined : archive, { call, session });
};

const sevenZip: Handler = (call, session) => {
  const [command, archive, ...paths] = optionsOf(call.args, new Set()).rest;
  if (command === undefined || archive === undefined) return undefined;
  if (command.text === 'a') return packed(paths, archive, { call, session });
  unpacked(undefined, session.contentOf(archive, call.at), session);
  return undefined;
};

const unzip: Handler = (call, session) => {
  const options = optionsOf(call.args, names('-d -P -x'));
  const [archive] = options.rest;
  if (archive === undefined || has(options, '-l', '-t')) return undefined;
  const content = session.contentOf(archive, call.at);
  if (has(options, '-p', '-c')) return unknown('unzip', content.sources);
  unpacked(valuesOf(options, '-d')[0], content, session);
  return nothing;
};

/** A program that changes the rights of a folder or packs it counts as reading the files in it. */
const touch: Handler = () => nothing;

export const files: Readonly<Record<string, Handler>> = {
  rm: remove,
  unlink: remove,
  rmdir: remove,
  shred: remove,
  srm: remove,
  wipe: remove,
  trash: remove,
  cp: copy,
  mv: copy,
  install: copy,
  ditto: copy,
  ln: link,
  dd,
  truncate,
  tar,
  bsdtar: tar,
  zip,
  unzip,
  '7z': sevenZip,
  '7za': sevenZip,
  unrar: sevenZip,
  touch,
  chmod: touch,
  chown: touch,
  mkdir: touch,
};
