/** Programs that ask a web server for something. */
import type { Source } from '../../../facts.js';
import { from, joined, literal, nothing, union, unknown, type Flow } from '../flow.js';
import { has, names, optionsOf, valuesOf, type Options } from '../options.js';
import { baseOf } from '../paths.js';
import { plain, type Call, type Handler, type Session } from '../session.js';

/** A request as its program describes it. */
export interface Request {
  readonly url: Flow;
  readonly sends?: readonly Source[];
  readonly credentials?: readonly Source[];
  readonly saves?: Flow | undefined;
  /** Whether only headers are asked for. */
  readonly head?: boolean;
  readonly insecure?: boolean;
}

/** What comes after a request and does no more than show the answer. */
const VIEWERS = new Set(
  'jq yq grep egrep fgrep rg head tail less more cat bat wc sort uniq cut awk sed tr column fold tee xmllint pup json_pp nl fmt hexdump strings file xq htmlq'.split(
    ' ',
  ),
);

/** Records a request; the answer is what it returns. */
export function requested(request: Request, call: Call, session: Session): Flow {
  const { url, sends = [], credentials = [], insecure = false } = request;
  const { at, name } = call;
  const saves = request.saves ?? call.saves;
  session.add('request', at, {
    tool: name,
    url: plain(url),
    sends: union([sends, inAddress(url)]),
    credentials,
    ...(saves !== undefined && { saves: plain(session.path(saves)) }),
    shows: request.head === true || (saves === undefined && isViewed(call)),
    insecure,
  });
  if (isPiped(call, session)) session.add('listen', at, { shell: true, address: plain(url) });
  const answer = unknown('answer', [{ kind: 'network', url: plain(url), at }]);
  if (request.saves !== undefined) session.store(request.saves, answer);
  return answer;
}

/** Whether the answer flows back through a named pipe, from which a shell reads. */
const isPiped = ({ saves }: Call, session: Session): boolean =>
  saves !== undefined && session.pipes.has(session.path(saves).text);

const isViewed = ({ captured, next }: Call): boolean =>
  (!captured || next.length > 0) && next.every((one) => VIEWERS.has(one));

/** What an address carries; a variable that is the host itself is no data. */
function inAddress({ text, sources }: Flow): readonly Source[] {
  const [start = ''] = /^(?:\w+:\/\/)?(?:\$\{[^}]*\}|[\w.:-])*(?=[/?#]|$)/.exec(text) ?? [];
  return sources.filter((source) => {
    if (source.kind === 'network' || source.kind === 'input') return false;
    if (source.kind !== 'environment') return true;
    const inHost = start.includes(`\${${source.name}}`);
    return !inHost || start.includes(`\${${source.name}}.`);
  });
}

const CURL_VALUED = names(
  '-d --data --data-raw --data-binary --data-urlencode --data-ascii --json -F --form --form-string -T --upload-file -H --header -o --output --output-dir -u --user -X --request -b --cookie -A --user-agent -e --referer -x --proxy -c --cookie-jar -w --write-out -m --max-time --connect-timeout --retry --retry-delay --retry-max-time -K --config -E --cert --key --cacert --capath --resolve --url --range -r -C --continue-at -Y -y -z -D --dump-header --oauth2-bearer --aws-sigv4 --interface --limit-rate --max-redirs --netrc-file --proto --proto-default -P -Q --quote -U --proxy-user --socks5 --socks5-hostname --unix-socket --connect-to --dns-servers --doh-url --ciphers --tls-max --expand-data --variable --url-query --max-filesize --stderr --trace --trace-ascii --cert-type --key-type --pass -t',
);

/** `@path` and `@-`; `name=@path` of forms. */
function bodyOf(value: Flow, call: Call, session: Session): readonly Source[] {
  const marker = /^[^@<=\s]*=?[@<]/.exec(value.text)?.[0];
  if (marker === undefined) return value.sources;
  const path = from(value, marker.length);
  const name = path.text.split(';')[0] ?? '';
  return name === '-' ? inputSources(call) : session.read({ ...path, text: name }, call.at).sources;
}

const inputSources = ({ input, at }: Call): readonly Source[] =>
  input === undefined ? [{ kind: 'input', at }] : input.sources;

const CREDENTIAL =
  /^\s*(?:authorization|proxy-authorization|cookie|[\w-]*(?:key|token|auth|secret|session|csrf)[\w-]*)\s*:/i;

/** Headers: those that identify somebody, and those that carry something else. */
function headers(values: readonly Flow[]): { sends: Source[]; credentials: Source[] } {
  const sends: Source[] = [];
  const credentials: Source[] = [];
  for (const { text, sources } of values)
    for (const source of sources)
      (CREDENTIAL.test(text) || source.kind === 'environment' ? credentials : sends).push(source);
  return { sends, credentials };
}

function curlBody(options: Options, call: Call, session: Session): readonly Source[] {
  const texts = [
    '-d',
    '--data',
    '--data-binary',
    '--data-urlencode',
    '--data-ascii',
    '--json',
    '-F',
    '--form',
    '--url-query',
    '--expand-data',
  ];
  const bodies = valuesOf(options, ...texts).map((value) => bodyOf(value, call, session));
  const raw = valuesOf(options, '--data-raw', '--form-string').map(({ sources }) => sources);
  const uploads = valuesOf(options, '-T', '--upload-file').map((path) =>
    path.text === '-' || path.text === '.'
      ? inputSources(call)
      : session.read(path, call.at).sources,
  );
  return union([...bodies, ...raw, ...uploads]);
}

const curl: Handler = (call, session) => {
  const options = optionsOf(call.args, CURL_VALUED);
  const sent = headers(valuesOf(options, '-H', '--header'));
  const identity = valuesOf(
    options,
    '-u',
    '--user',
    '-b',
    '--cookie',
    '--oauth2-bearer',
    '-A',
    '--user-agent',
    '-e',
    '--referer',
  );
  const sends = union([curlBody(options, call, session), sent.sends]);
  const credentials = union([sent.credentials, ...identity.map(({ sources }) => sources)]);
  const urls = [...options.rest, ...valuesOf(options, '--url')];
  const outputs = valuesOf(options, '-o', '--output');
  const named = has(options, '-O', '--remote-name', '--remote-name-all');
  const [folder] = valuesOf(options, '--output-dir');
  const answers = urls.map((url, index) => {
    const output =
      outputs[index] ?? (named ? { ...url, text: baseOf(url.text), sources: [] } : undefined);
    return requested(
      {
        url,
        sends,
        credentials,
        saves: isShown(output) ? undefined : inFolder(folder, output),
        head: has(options, '-I', '--head') || output?.text === '/dev/null',
        insecure: has(options, '-k', '--insecure', '--proxy-insecure'),
      },
      call,
      session,
    );
  });
  return joined(answers, '\n');
};

const isShown = (path: Flow | undefined): boolean =>
  path === undefined || path.text === '-' || path.text.startsWith('/dev/');

function inFolder(folder: Flow | undefined, path: Flow | undefined): Flow | undefined {
  return folder === undefined || path === undefined ? path : joined([folder, literal('/'), path]);
}

const WGET_VALUED = names(
  '-O --output-document -P --directory-prefix --post-data --post-file --body-data --body-file --header --method -U --user-agent --user --password -i --input-file -o --output-file -a -t --tries -T --timeout -w --wait -Q -l --level -A -R -D -e --referer --load-cookies --save-cookies --ca-certificate --certificate --private-key --cut-dirs -I -X --limit-rate --bind-address --http-user --http-password',
);

const wget: Handler = (call, session) => {
  const options = optionsOf(call.args, WGET_VALUED);
  const sent = headers(valuesOf(options, '--header'));
  const identity = valuesOf(
    options,
    '--user',
    '--password',
    '--http-user',
    '--http-password',
    '-U',
    '--user-agent',
  );
  const texts = valuesOf(options, '--post-data', '--body-data').map(({ sources }) => sources);
  const uploads = valuesOf(options, '--post-file', '--body-file').map((path) =>
    path.text === '-' ? inputSources(call) : session.read(path, call.at).sources,
  );
  const [output] = valuesOf(options, '-O', '--output-document');
  const [folder] = valuesOf(options, '-P', '--directory-prefix');
  const spider = has(options, '--spider');
  const answers = options.rest.map((url) => {
    const path = output ?? { ...url, text: baseOf(url.text), sources: [] };
    return requested(
      {
        url,
        sends: union([...texts, ...uploads, sent.sends]),
        credentials: union([sent.credentials, ...identity.map(({ sources }) => sources)]),
        saves: spider || isShown(path) ? undefined : inFolder(folder, path),
        head: spider || path.text === '/dev/null',
        insecure: has(options, '--no-check-certificate'),
      },
      call,
      session,
    );
  });
  return joined(answers, '\n');
};

const ITEM = /^([^:=@]+)(:=@|=@|@|:=|==|=|:)/;

/** HTTPie: items after the address are data, files and headers by their separator. */
const httpie: Handler = (call, session) => {
  const options = optionsOf(
    call.args,
    names('-a --auth -o --output --verify --session -A --auth-type --proxy --timeout'),
  );
  const [first, ...others] = options.rest.filter(({ text }) => !/^[A-Z]{3,7}$/.test(text));
  if (first === undefined) return undefined;
  const sends: (readonly Source[])[] = [call.input?.sources ?? []];
  const credentials: (readonly Source[])[] = valuesOf(options, '-a', '--auth').map(
    (one) => one.sources,
  );
  for (const item of others) {
    const [head = '', , separator = ''] = ITEM.exec(item.text) ?? [];
    if (separator.endsWith('@')) sends.push(session.read(from(item, head.length), call.at).sources);
    else (separator === ':' ? credentials : sends).push(item.sources);
  }
  const saves = valuesOf(options, '-o', '--output')[0];
  const insecure = valuesOf(options, '--verify').some(({ text }) => text === 'no');
  return requested(
    { url: first, sends: union(sends), credentials: union(credentials), saves, insecure },
    call,
    session,
  );
};

const ADDRESS = /^(?:\w+:\/\/|\$\{\w+\}|[\w-]+(?:\.[\w-]+)+(?:[:/]|$))/;

/** Programs that fetch what they are given. */
const fetcher =
  (valued: string, output: readonly string[], saving: boolean): Handler =>
  (call, session) => {
    const options = optionsOf(call.args, names(valued));
    const answers = options.rest
      .filter(({ text }) => ADDRESS.test(text))
      .map((url) => {
        const path =
          valuesOf(options, ...output)[0] ?? (saving ? literal(baseOf(url.text)) : undefined);
        return requested({ url, saves: isShown(path) ? undefined : path }, call, session);
      });
    return answers.length === 0 ? undefined : joined(answers, '\n');
  };

/** `openssl s_client -connect host:port`; all else of it is no request. */
export function secureClient(call: Call, session: Session): Flow {
  const at = call.args.findIndex(({ text }) => text === '-connect');
  const host = call.args[at + 1];
  if (at === -1 || host === undefined) return nothing;
  const url = { ...host, text: `tls://${host.text}` };
  return requested({ url, sends: call.input?.sources ?? [] }, call, session);
}

export const requests: Readonly<Record<string, Handler>> = {
  curl,
  curlie: curl,
  wget,
  wget2: wget,
  http: httpie,
  https: httpie,
  xh: httpie,
  xhs: httpie,
  fetch: fetcher('-o', ['-o'], true),
  aria2c: fetcher('-o --out -d --dir -x -s -j', ['-o', '--out'], true),
  axel: fetcher('-o -n', ['-o'], true),
  'lwp-request': fetcher('-m -H', [], false),
  GET: fetcher('', [], false),
  lynx: fetcher('', [], false),
  w3m: fetcher('', [], false),
  links: fetcher('', [], false),
  'yt-dlp': fetcher('-o', ['-o'], false),
};
