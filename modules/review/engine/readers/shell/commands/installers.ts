/** Package managers: what they install, from where, and whether it is pinned. */
import { literal, type Flow } from '../flow.js';
import { has, names, optionsOf, valuesOf, type Options } from '../options.js';
import type { Call, Handler, Session } from '../session.js';
import { ranFile } from './run-file.js';
import { serviceRequest } from './transfers.js';

interface Manager {
  /** The name in facts. */
  readonly manager: string;
  /** Words after which packages follow; the longest first. */
  readonly commands: readonly string[];
  /** Those among them that run what they install. */
  readonly runs?: readonly string[];
  /** Options with a value. */
  readonly valued?: string;
  /** Options that name another index. */
  readonly index?: readonly string[];
}

const NPM: Manager = {
  manager: 'npm',
  commands: ['install', 'i', 'add', 'update', 'exec', 'x', 'dlx', 'create', 'init', 'global add'],
  runs: ['exec', 'x', 'dlx', 'create', 'init'],
  valued: '--registry --prefix -C --cwd --filter -w --workspace -F --tag --loglevel --cache --dir',
  index: ['--registry'],
};
const PIP: Manager = {
  manager: 'pip',
  commands: ['install', 'download', 'pip install', 'add', 'tool install', 'tool run', 'inject'],
  runs: ['tool run'],
  valued:
    '-r --requirement -c --constraint -i --index-url --extra-index-url --index --default-index -t --target -f --find-links --trusted-host --python -p -e --editable --prefix --root --platform --python-version --spec --with --from -d --dest --proxy --timeout --retries --user-agent --cache-dir --build',
  index: [
    '-i',
    '--index-url',
    '--extra-index-url',
    '--index',
    '--default-index',
    '-f',
    '--find-links',
  ],
};
const other = (
  name: string,
  commands: string,
  { valued = '', index = '' }: { readonly valued?: string; readonly index?: string } = {},
): Manager => ({
  manager: name,
  commands: commands.split('|'),
  valued: `${valued} ${index}`,
  index: index.split(' ').filter((one) => one !== ''),
});

const MANAGERS: Readonly<Record<string, Manager>> = {
  npm: NPM,
  pnpm: NPM,
  yarn: NPM,
  bun: NPM,
  cnpm: NPM,
  pip: PIP,
  pip3: PIP,
  pipx: PIP,
  uv: PIP,
  poetry: PIP,
  pdm: PIP,
  cargo: other('cargo', 'install|add|binstall', {
    valued: '--version --branch --tag --rev --path --root --features -j',
    index: '--git --index --registry',
  }),
  gem: other('gem', 'install', { valued: '-v --version -i -n', index: '-s --source' }),
  go: other('go', 'install|get|run', { valued: '-tags -ldflags' }),
  brew: other('brew', 'install|tap|reinstall'),
  apt: other('apt', 'install', { valued: '-t -o -c' }),
  dnf: other('dnf', 'install', { index: '--repo --repofrompath' }),
  apk: other('apk', 'add', { valued: '-t --virtual', index: '-X --repository' }),
  pacman: other('pacman', '-S'),
  conda: other('conda', 'install|create', { valued: '-n --name -p', index: '-c --channel' }),
  composer: other('composer', 'require|global require'),
  nuget: other('nuget', 'install', { index: '-Source' }),
  choco: other('choco', 'install', { valued: '--version', index: '-s --source' }),
  winget: other('winget', 'install', { valued: '-v', index: '-s --source' }),
  snap: other('snap', 'install'),
  code: other('vscode', '--install-extension', { valued: '--profile' }),
};
const SAME: Readonly<Record<string, string>> = {
  'apt-get': 'apt',
  aptitude: 'apt',
  yum: 'dnf',
  zypper: 'dnf',
  mamba: 'conda',
  micromamba: 'conda',
  dotnet: 'nuget',
  cursor: 'code',
  yay: 'pacman',
  paru: 'pacman',
};

const ADDRESS =
  /^(?:git\+|https?:|git:|ssh:|git@|github:|gitlab:|bitbucket:|file:|gist:)|\.git(?:#|$)|@\s*(?:git\+|https?:)/;
const GITHUB = /^[\w-]+\/[\w.-]+(?:#[\w.-]+)?$/;

const manager =
  (description: Manager): Handler =>
  (call, session) => {
    const options = optionsOf(call.args, names(description.valued ?? ''));
    const command = commandOf(description, options);
    if (command !== undefined) {
      const runs = description.runs?.includes(command) === true;
      const named = command.startsWith('-') ? 0 : command.split(' ').length;
      const packages = options.rest.slice(named, runs ? named + 1 : undefined);
      install(packages, options, { description, runs, call, session });
    }
    return call.name === 'npm' ? serviceRequest(call, session) : undefined;
  };

function commandOf({ commands }: Manager, { given, rest }: Options): string | undefined {
  const words = `${rest
    .slice(0, 3)
    .map(({ text }) => text)
    .join(' ')} `;
  return commands
    .filter((one) => (one.startsWith('-') ? given.has(one) : words.startsWith(`${one} `)))
    .sort((one, two) => two.length - one.length)[0];
}

interface Installing {
  readonly description: Manager;
  readonly runs: boolean;
  readonly call: Call;
  readonly session: Session;
}

function install(packages: readonly Flow[], options: Options, installing: Installing): void {
  const { description, runs, call, session } = installing;
  const editable = description.manager === 'pip' ? valuesOf(options, '-e', '--editable') : [];
  const index = valuesOf(options, ...(description.index ?? []))[0]?.text;
  const locked = has(options, '--require-hashes', '--rev');
  const alone = packages.length === 0 ? repositoriesOf(options) : [];
  for (const one of [...packages, ...editable, ...alone]) {
    const address = addressOf(one.text, description) ?? index;
    session.add('install', call.at, {
      manager: description.manager,
      package: one.text,
      pinned: locked || isPinned(one.text),
      ...(address !== undefined && { from: address }),
      runs,
    });
    // a package that the program itself put there
    if (isFetched(one, session)) ranFile(one, call, session);
  }
}

/** `cargo install --git …` needs no name of a package. */
const repositoriesOf = (options: Options): readonly Flow[] => valuesOf(options, '--git');

const isFetched = (path: Flow, session: Session): boolean =>
  session.stored(path) || (/^[./~]/.test(path.text) && session.written(path) !== undefined);

function addressOf(text: string, { manager: name }: Manager): string | undefined {
  if (ADDRESS.test(text)) return text;
  return name === 'npm' && GITHUB.test(text) ? `github:${text}` : undefined;
}

/** An exact version, or a commit of a repository. */
const isPinned = (text: string): boolean =>
  /(?:==?|@v?)\d+(?:\.\d+)+[\w.+-]*$/.test(text) ||
  /[#@][\da-f]{40}\b/.test(text) ||
  /--hash=/.test(text);

/** `npx` and its kind: the package, then arguments for it. */
const runner =
  (name: string, valued: string): Handler =>
  (call, session) => {
    const options = optionsOf(
      call.args,
      names(
        `${valued} --registry --from --with --index-url --extra-index-url --default-index --python --spec -p --package`,
      ),
      true,
    );
    const given = valuesOf(options, '-p', '--package', '--from', '--spec');
    const packages = given.length > 0 ? given : options.rest.slice(0, 1);
    const description = name === 'npm' ? NPM : PIP;
    install(packages, options, { description, runs: true, call, session });
    return undefined;
  };

const python: (call: Call, session: Session) => Flow | undefined = (call, session) =>
  manager(PIP)(call, session);

/** `python -m pip install …`. */
export function pythonModule(
  module: string,
  args: readonly Flow[],
  { call, session }: { call: Call; session: Session },
): Flow | undefined {
  if (module === 'pip') return python({ ...call, name: 'pip', args }, session);
  if (module === 'http.server' || module === 'SimpleHTTPServer')
    session.add('listen', call.at, { shell: false, address: args[0] ?? literal('8000') });
  return undefined;
}

export const installers: Readonly<Record<string, Handler>> = {
  ...Object.fromEntries(Object.entries(MANAGERS).map(([name, one]) => [name, manager(one)])),
  ...Object.fromEntries(
    Object.entries(SAME).map(([name, other]) => [name, manager(MANAGERS[other] as Manager)]),
  ),
  npx: runner('npm', '-c --call -w'),
  bunx: runner('npm', ''),
  pnpx: runner('npm', ''),
  uvx: runner('pip', ''),
};
