/** Programs that bring data to another machine, or ask a name server, a repository or a service. */
import { ownValue } from '../../../../../../toolbox/own-value.js';
import type { Source } from '../../../facts.js';
import { joined, literal, nothing, union, unknown, type Flow } from '../flow.js';
import { has, names, optionsOf, valuesOf, type Options } from '../options.js';
import { baseOf } from '../paths.js';
import { plain, type Call, type Handler, type Session } from '../session.js';
import { requested } from './requests.js';

const inputSources = ({ input }: Call): readonly Source[] => input?.sources ?? [];
const NETCAT = names(
  '-p -s -w -i -e -c -q -x -X -g -G -o -m --exec --sh-exec --ssl-cert --ssl-key -O -T -V',
);
const address = (scheme: string, flow: Flow): Flow => ({
  ...flow,
  text: `${scheme}://${flow.text}`,
});

const netcat: Handler = (call, session) => {
  const options = optionsOf(call.args, NETCAT);
  const listens = has(options, '-l', '--listen');
  const programs = valuesOf(options, '-e', '-c', '--exec', '--sh-exec');
  const url = netcatAddress(options, listens);
  if (listens || programs.length > 0)
    session.add('listen', call.at, { shell: programs.length > 0, address: plain(url) });
  if (listens) return unknown('answer', [{ kind: 'network', url: plain(url), at: call.at }]);
  if (options.rest.length === 0 || has(options, '-z')) return undefined;
  const answer = requested({ url, sends: inputSources(call) }, call, session);
  for (const program of programs) bound(program, answer, { call, session });
  return answer;
};

function netcatAddress(options: Options, listens: boolean): Flow {
  const [host = literal(''), port = literal('')] = options.rest;
  const own = valuesOf(options, '-p')[0] ?? (options.rest.length > 1 ? port : host);
  return address('tcp', joined(listens ? [literal(':'), own] : [host, literal(':'), port]));
}

/** A program whose input is what comes from outside. */
function bound(
  program: Flow,
  answer: Flow,
  { call, session }: { call: Call; session: Session },
): void {
  session.add('execute', call.at, {
    how: 'shell',
    program: program.text,
    sources: answer.sources,
    text: { text: program.text, dynamic: program.dynamic },
    disguised: false,
  });
}

const SOCAT_HOST = /^(?:tcp|udp|openssl|ssl)\d?(?:-connect)?:([^,]+)/i;

const socat: Handler = (call, session) => {
  const { rest } = optionsOf(call.args, names('-L -T -t -b'));
  const program = rest.find(({ text }) => /^(?:exec|system):/i.test(text));
  const listener = rest.find(({ text }) => /-listen:|-l:/i.test(text));
  const shell = program !== undefined;
  if (listener !== undefined || shell)
    session.add('listen', call.at, { shell, address: plain(listener ?? joined(rest, ' ')) });
  const file = rest.find(({ text }) => /^(?:file|open|gopen):/i.test(text));
  const path = file && { ...file, text: file.text.replace(/^\w+:|,.*$/g, '') };
  const read = path === undefined ? [] : session.read(path, call.at).sources;
  let answer = nothing;
  for (const one of rest) {
    const host = SOCAT_HOST.exec(one.text)?.[1];
    if (host === undefined) continue;
    const url = { ...one, text: `tcp://${host}` };
    answer = requested({ url, sends: union([inputSources(call), read]) }, call, session);
    if (shell) bound(program, answer, { call, session });
  }
  return answer;
};

/** Names that are looked up; only those with data in them say something. */
const lookup: Handler = (call, session) => {
  const { rest } = optionsOf(call.args, names('-t -p -c -type -querytype'));
  const name = rest.find(
    ({ text }) => !text.startsWith('@') && !text.startsWith('+') && text.includes('.'),
  );
  if (name === undefined) return undefined;
  return requested({ url: address('dns', name) }, call, session);
};

const REMOTE = /^(?:[\w.+-]+:\/\/|(?:[^/@\s]+@)?[^/:\s]{2,}:)/;

/** `from… to`, of which one is on another machine. */
const copy =
  (scheme: string, valued: string): Handler =>
  (call, session) => {
    const { rest } = optionsOf(call.args, names(valued));
    const to = rest.at(-1);
    if (to === undefined || rest.length < 2) return undefined;
    const origins = rest.slice(0, -1);
    if (REMOTE.test(to.text)) {
      const sources = origins.map((path) => session.read(path, call.at).sources);
      return requested({ url: addressed(scheme, to), sends: union(sources) }, call, session);
    }
    for (const origin of origins)
      if (REMOTE.test(origin.text))
        requested({ url: addressed(scheme, origin), saves: to }, call, session);
      else session.write(to, session.read(origin, call.at), { at: call.at });
    return nothing;
  };

const addressed = (scheme: string, flow: Flow): Flow =>
  flow.text.includes('://') ? flow : address(scheme, flow);

/** Copies of a cloud's own program, after its subcommands. */
const cloud =
  (commands: RegExp, valued = ''): Handler =>
  (call, session) => {
    const { rest, given } = optionsOf(
      call.args,
      names(`--profile --region --endpoint-url --acl --content-type ${valued}`),
    );
    const words = rest.map(({ text }) => text);
    const at = words.findIndex((word) => commands.test(word));
    if (at === -1) return undefined;
    const [endpoint] = given.get('--endpoint-url') ?? [];
    const [origin, to] = rest.slice(at + 1);
    if (origin === undefined || to === undefined) return undefined;
    if (!/^:?[\w-]+[:,]/.test(to.text)) {
      requested({ url: origin, saves: to }, call, session);
      return nothing;
    }
    const sends = origin.text === '-' ? inputSources(call) : session.read(origin, call.at).sources;
    return requested({ url: endpoint ?? connection(to), sends }, call, session);
  };

/** A remote that is described where it is named, such as `:webdav,url='https://…':folder`. */
function connection(to: Flow): Flow {
  const host = /^:[^:]*\b(?:url|host|endpoint)=['"]?((?:https?:\/\/)?[^'",]+)/.exec(to.text)?.[1];
  if (host !== undefined) return { ...to, text: host };
  // where a name leads to is the user's own setting
  const [, name] = /^([\w-]{2,}):(?!\/\/)/.exec(to.text) ?? [];
  return name === undefined ? to : { ...to, text: `\${${name}}`, dynamic: true };
}

const GIT_VALUED = names(
  '-C -c -b --branch --depth --origin -o --config -m -u --upstream --git-dir --work-tree --filter --reference --separate-git-dir -j --jobs',
);

const git: Handler = (call, session) => {
  const { rest } = optionsOf(call.args, GIT_VALUED);
  return GIT[rest[0]?.text ?? '']?.(rest.slice(1), call, session);
};

type GitCommand = (args: readonly Flow[], call: Call, session: Session) => Flow | undefined;

const exchange =
  (sends: boolean): GitCommand =>
  ([name], call, session) => {
    const to = name && (session.remotes.get(name.text) ?? name);
    if (to === undefined || !REMOTE.test(to.text)) return undefined;
    return requested({ url: to, sends: sends ? [repository(call)] : [] }, call, session);
  };

/** `git remote add name url`: what is pushed to the name later goes there. */
const remote: GitCommand = ([command, name, url], _call, session) => {
  const names = command?.text === 'add' || command?.text === 'set-url';
  if (names && name !== undefined && url !== undefined) session.remotes.set(name.text, url);
  return undefined;
};

const GIT: Readonly<Record<string, GitCommand>> = {
  clone: ([url, folder], call, session) => url && clone(url, folder, { call, session }),
  push: exchange(true),
  pull: exchange(false),
  fetch: exchange(false),
  remote,
  submodule: ([command, url, folder], call, session) =>
    command?.text === 'add' && url !== undefined
      ? clone(url, folder, { call, session })
      : undefined,
  clean: ([path], call, session) => {
    const all = session.path(path ?? literal('.'));
    session.add('delete', call.at, { path: plain(all), recursive: true });
    return nothing;
  },
};

const repository = ({ at }: Call): Source => ({ kind: 'command', name: 'git', args: 'push', at });

function clone(
  url: Flow,
  folder: Flow | undefined,
  { call, session }: { call: Call; session: Session },
): Flow {
  const path = folder ?? literal(baseOf(url.text).replace(/\.git$/, ''));
  const saves = joined([path, literal('/')]);
  requested({ url, saves }, call, session);
  return nothing;
}

/** Services behind a program of their own: the words that send something, and to where. */
interface Service {
  readonly url: string;
  readonly sends: RegExp;
}

const SERVICES: Readonly<Record<string, Service>> = {
  gh: {
    url: 'https://api.github.com',
    sends:
      /^(?:gist create|api|release (?:upload|create)|issue (?:create|comment)|pr (?:create|comment)|secret set)\b/,
  },
  glab: {
    url: 'https://gitlab.com',
    sends: /^(?:snippet create|api|issue (?:create|note)|mr (?:create|note))\b/,
  },
  npm: { url: 'https://registry.npmjs.org', sends: /^publish\b/ },
  twine: { url: 'https://upload.pypi.org', sends: /^upload\b/ },
};

/** Files among the arguments, and everything that the arguments are made of. */
export function serviceRequest(call: Call, session: Session): Flow | undefined {
  const service = ownValue(SERVICES, call.name);
  const { rest } = optionsOf(
    call.args,
    names(
      '-d --desc -t --title -H --header -X --method -R --repo -f -F -b --body --field --raw-field --input --registry',
    ),
  );
  const words = rest.map(({ text }) => text).join(' ');
  if (service === undefined || !service.sends.test(words)) return undefined;
  const paths = /^gist create/.test(words) ? rest.slice(2) : [];
  const read = paths.map((path) =>
    path.text === '-' ? (call.input ?? nothing) : session.read(path, call.at),
  );
  const given = call.args.map(({ sources }) => sources);
  const sends = union([...read.map(({ sources }) => sources), ...given, inputSources(call)]);
  return requested({ url: literal(service.url), sends }, call, session);
}

const mail: Handler = (call, session) => {
  const options = optionsOf(call.args, names('-s -a -A -r -c -b -S -f'));
  const to = options.rest.at(-1);
  if (to === undefined) return undefined;
  const files = valuesOf(options, '-a', '-A').map((path) => session.read(path, call.at).sources);
  return requested(
    {
      url: address('mailto', to),
      sends: union([...files, inputSources(call), ...call.args.map(({ sources }) => sources)]),
    },
    call,
    session,
  );
};

/** Servers of tunnels; what they publish is a port of this machine. */
const tunnel =
  (host: string): Handler =>
  (call, session) => {
    session.add('listen', call.at, {
      shell: false,
      address: { text: `https://${host}`, dynamic: false },
    });
    return undefined;
  };

const plainTransfer =
  (scheme: string, valued = ''): Handler =>
  (call, session) => {
    const [host] = optionsOf(call.args, names(valued)).rest;
    if (host === undefined) return undefined;
    return requested({ url: addressed(scheme, host), sends: inputSources(call) }, call, session);
  };

const service: Handler = (call, session) => serviceRequest(call, session);

export const transfers: Readonly<Record<string, Handler>> = {
  nc: netcat,
  ncat: netcat,
  netcat,
  socat,
  dig: lookup,
  nslookup: lookup,
  host: lookup,
  drill: lookup,
  ping: lookup,
  scp: copy('scp', '-i -P -o -F -J -l -c -S'),
  rsync: copy(
    'rsync',
    '-e --rsh --exclude --include --exclude-from --files-from --bwlimit -f --filter --password-file --port',
  ),
  sftp: plainTransfer('sftp', '-i -P -o -b -F -J'),
  ftp: plainTransfer('ftp'),
  lftp: plainTransfer('ftp', '-e -u -c -p'),
  tftp: plainTransfer('tftp'),
  telnet: plainTransfer('telnet'),
  aws: cloud(/^(?:cp|mv|sync)$/),
  gsutil: cloud(/^(?:cp|mv|rsync)$/),
  gcloud: cloud(/^(?:cp|mv|rsync)$/),
  rclone: cloud(/^(?:copy|copyto|move|moveto|sync)$/),
  mc: cloud(/^(?:cp|mirror)$/),
  s3cmd: cloud(/^(?:put|sync)$/),
  git,
  gh: service,
  glab: service,
  twine: service,
  mail,
  mailx: mail,
  mutt: mail,
  sendmail: mail,
  msmtp: mail,
  ngrok: tunnel('ngrok.io'),
  cloudflared: tunnel('trycloudflare.com'),
  bore: tunnel('bore.pub'),
  lt: tunnel('localtunnel.me'),
};
