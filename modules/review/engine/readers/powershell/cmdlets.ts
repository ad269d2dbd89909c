/** Commands of PowerShell. */
import { ownValue } from '../../../../../toolbox/own-value.js';
import type { Source } from '../../facts.js';
import { executed } from '../shell/commands/interpreters.js';
import { ranFile } from '../shell/commands/run-file.js';
import { requested } from '../shell/commands/requests.js';
import { everything } from '../shell/commands/variables.js';
import { joined, literal, nothing, union, unknown, type Flow } from '../shell/flow.js';
import { baseOf } from '../shell/paths.js';
import { plain, type Call, type Handler, type Session } from '../shell/session.js';
import { started } from './methods.js';

const ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    iex: 'Invoke-Expression',
    iwr: 'Invoke-WebRequest',
    irm: 'Invoke-RestMethod',
    icm: 'Invoke-Command',
    ii: 'Invoke-Item',
    gc: 'Get-Content',
    cat: 'Get-Content',
    type: 'Get-Content',
    sc: 'Set-Content',
    ac: 'Add-Content',
    saps: 'Start-Process',
    start: 'Start-Process',
    cp: 'Copy-Item',
    copy: 'Copy-Item',
    cpi: 'Copy-Item',
    mv: 'Move-Item',
    move: 'Move-Item',
    mi: 'Move-Item',
    rm: 'Remove-Item',
    del: 'Remove-Item',
    rd: 'Remove-Item',
    ri: 'Remove-Item',
    erase: 'Remove-Item',
    rmdir: 'Remove-Item',
    ni: 'New-Item',
    gci: 'Get-ChildItem',
    ls: 'Get-ChildItem',
    dir: 'Get-ChildItem',
    echo: 'Write-Output',
    write: 'Write-Output',
    cd: 'Set-Location',
    sl: 'Set-Location',
    chdir: 'Set-Location',
    sp: 'Set-ItemProperty',
    tee: 'Tee-Object',
    gcb: 'Get-Clipboard',
    select: 'Select-Object',
    '%': 'ForEach-Object',
    foreach: 'ForEach-Object',
    '?': 'Where-Object',
    nal: 'New-Alias',
    sal: 'Set-Alias',
    sajb: 'Start-Job',
    ipmo: 'Import-Module',
    curl: 'Invoke-WebRequest',
    wget: 'Invoke-WebRequest',
  }),
);
const NAMES = new Map(
  'Invoke-Expression Invoke-WebRequest Invoke-RestMethod Invoke-Command Invoke-Item Get-Content Set-Content Add-Content Out-File Start-Process Copy-Item Move-Item Remove-Item New-Item Get-ChildItem Write-Output Write-Host Set-Location Tee-Object Get-Clipboard Start-BitsTransfer Send-MailMessage Expand-Archive Compress-Archive Install-Module Install-Package New-Object Set-ItemProperty New-ItemProperty Register-ScheduledTask Add-MpPreference Set-MpPreference Set-ExecutionPolicy Add-Type'
    .split(' ')
    .map((name) => [name.toLowerCase(), name]),
);

/** The name as it is documented. */
export const nameOf = (name: string): string =>
  ALIASES.get(name.toLowerCase()) ?? NAMES.get(name.toLowerCase()) ?? name;

interface Parameters {
  readonly named: ReadonlyMap<string, Flow>;
  readonly rest: readonly Flow[];
}

const SWITCHES =
  /^-(?:recurse|force|append|usebasicparsing|useb|useba\w*|wait|passthru|nonewline|raw|skipcertificatecheck|skiphttperrorcheck|verbose|confirm\S*|whatif|hidden|asbytestream|nonewwindow|noprofile|r|f|fo|rec\w*|usedefaultcredentials|update|file|directory|all|ascsv|notypeinformation|skippublishercheck|allowclobber)$/i;

function parametersOf(args: readonly Flow[]): Parameters {
  const named = new Map<string, Flow>();
  const rest: Flow[] = [];
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] as Flow;
    const next = args[index + 1];
    if (!/^-[A-Za-z]/.test(arg.text)) rest.push(arg);
    else if (SWITCHES.test(arg.text) || next === undefined)
      named.set(arg.text.slice(1).toLowerCase(), nothing);
    else {
      named.set(arg.text.slice(1).toLowerCase().replace(/:$/, ''), next);
      index++;
    }
  }
  return { named, rest };
}

/** A parameter by its name, which may be shortened, or by its position. */
function parameter(
  { named, rest }: Parameters,
  names: readonly string[],
  position = -1,
): Flow | undefined {
  for (const [key, value] of named)
    if (names.some((name) => name === key || (key.length > 1 && name.startsWith(key))))
      return value;
  return rest[position];
}

const web: Handler = (call, session) => {
  const given = parametersOf(call.args);
  const url = parameter(given, ['uri'], 0);
  if (url === undefined) return undefined;
  const path = parameter(given, ['infile']);
  const body = path === undefined ? call.input : session.read(path, call.at);
  const sourcesOf = (...names: string[]): readonly Source[] =>
    union(names.map((name) => parameter(given, [name])?.sources ?? []));
  return requested(
    {
      url,
      sends: union([body?.sources ?? [], sourcesOf('body', 'form')]),
      credentials: sourcesOf('headers', 'credential', 'token'),
      saves: parameter(given, ['outfile']),
      head: parameter(given, ['method'])?.text.toLowerCase() === 'head',
      insecure: given.named.has('skipcertificatecheck'),
    },
    call,
    session,
  );
};

const transfer: Handler = (call, session) => {
  const given = parametersOf(call.args);
  const url = parameter(given, ['source'], 0);
  const to = parameter(given, ['destination'], 1);
  if (url === undefined) return undefined;
  const saves = to ?? literal(baseOf(url.text));
  return requested({ url, saves }, call, session);
};

const expression: Handler = (call, session) => {
  const text = parameter(parametersOf(call.args), ['command'], 0) ?? call.input;
  return text && executed(text, { call, language: 'powershell' }, session);
};

const contents: Handler = (call, session) => {
  const given = parametersOf(call.args);
  const path = parameter(given, ['path', 'literalpath'], 0);
  if (path === undefined) return undefined;
  return /^env:/i.test(path.text) ? everything(call, session) : session.read(path, call.at);
};

const writes =
  (append: boolean): Handler =>
  (call, session) => {
    const given = parametersOf(call.args);
    const path = parameter(given, ['filepath', 'path', 'literalpath'], 0);
    const value = parameter(given, ['value', 'inputobject'], 1) ?? call.input ?? nothing;
    if (path !== undefined)
      session.write(path, value, { at: call.at, append: append || given.named.has('append') });
    return call.name === 'Tee-Object' ? value : nothing;
  };

const copies: Handler = (call, session) => {
  const given = parametersOf(call.args);
  const from = parameter(given, ['path', 'literalpath'], 0) ?? call.input;
  const to = parameter(given, ['destination'], 1);
  if (from !== undefined && to !== undefined)
    session.write(to, session.read(from, call.at), { at: call.at });
  return nothing;
};

const archive: Handler = (call, session) => {
  const given = parametersOf(call.args);
  const from = parameter(given, ['path', 'literalpath'], 0);
  const to = parameter(given, ['destinationpath'], 1) ?? literal('.');
  if (from === undefined) return undefined;
  const content = session.read(from, call.at);
  if (call.name === 'Compress-Archive')
    session.write(to, unknown('archive', content.sources), { at: call.at });
  else session.store(joined([to, literal('/')]), content);
  return nothing;
};

const removes: Handler = (call, session) => {
  const given = parametersOf(call.args);
  const recursive =
    [...given.named.keys()].some((name) => /^r(?:ec\w*)?$/.test(name)) ||
    given.rest.some(({ text }) => text.toLowerCase() === '/s');
  const named = parameter(given, ['path', 'literalpath']);
  const paths = named === undefined ? given.rest : [named];
  for (const path of paths)
    session.add('delete', call.at, { path: plain(session.path(path)), recursive });
  return nothing;
};

const starts: Handler = (call, session) => {
  const given = parametersOf(call.args);
  const path = parameter(given, ['filepath'], 0);
  if (path === undefined) return undefined;
  const list = parameter(given, ['argumentlist', 'args'], 1);
  const elevated = /^runas$/i.test(parameter(given, ['verb'])?.text ?? '');
  const args = list === undefined ? [] : [list, ...given.rest.slice(1)];
  return started(path, args, { call: { ...call, elevated }, session });
};

const opens: Handler = (call, session) => {
  const path = parameter(parametersOf(call.args), ['path', 'name'], 0);
  return path && session.written(path) !== undefined ? ranFile(path, call, session) : undefined;
};

const lists: Handler = (call, session) => {
  const path = parameter(parametersOf(call.args), ['path'], 0);
  if (path !== undefined && /^env:/i.test(path.text)) return everything(call, session);
  return { ...(path ?? literal('.')), sources: path?.sources ?? [] };
};

/** What a program outside of the language gives: from the clipboard or a vault. */
const output: Handler = ({ name, at }) => {
  const source: Source = { kind: 'command', name, args: '', at };
  return unknown(name, [source]);
};

const SOCKETS = /sockets\.(?:tcp|udp)client/i;

const object: Handler = (call, session) => {
  const given = parametersOf(call.args);
  const type = parameter(given, ['typename', 'comobject'], 0)?.text ?? '';
  const [, host, port] = given.rest;
  if (!SOCKETS.test(type) || host === undefined) return unknown(type);
  const url = { ...host, text: `tcp://${host.text}:${port?.text ?? ''}` };
  return requested({ url }, call, session);
};

const installs: Handler = (call, session) => {
  const name = parameter(parametersOf(call.args), ['name'], 0);
  const pinned = parametersOf(call.args).named.has('requiredversion');
  if (name !== undefined)
    session.add('install', call.at, {
      manager: 'powershell',
      package: name.text,
      pinned,
      runs: false,
    });
  return nothing;
};

const mail: Handler = (call, session) => {
  const given = parametersOf(call.args);
  const to = parameter(given, ['to']);
  const path = parameter(given, ['attachments']);
  if (to === undefined) return undefined;
  const read = path === undefined ? [] : session.read(path, call.at).sources;
  const sends = union([read, parameter(given, ['body'])?.sources ?? []]);
  return requested({ url: { ...to, text: `mailto://${to.text}` }, sends }, call, session);
};

const passes: Handler = ({ args, input }) =>
  joined(args.length > 0 ? args : [input ?? nothing], ' ');

const goes: Handler = (call, session) => {
  const path = parameter(parametersOf(call.args), ['path'], 0);
  session.folder = path === undefined ? '~' : session.path(path).text;
  return nothing;
};

const HANDLERS: Readonly<Record<string, Handler>> = {
  'Invoke-WebRequest': web,
  'Invoke-RestMethod': web,
  'Start-BitsTransfer': transfer,
  'Invoke-Expression': expression,
  'Get-Content': contents,
  'Set-Content': writes(false),
  'Out-File': writes(false),
  'Add-Content': writes(true),
  'Tee-Object': writes(false),
  'New-Item': (call, session) =>
    call.args.some(({ text }) => /^-v(?:alue)?$/i.test(text))
      ? writes(false)(call, session)
      : undefined,
  'Copy-Item': copies,
  'Move-Item': copies,
  'Expand-Archive': archive,
  'Compress-Archive': archive,
  'Remove-Item': removes,
  'Start-Process': starts,
  'Invoke-Item': opens,
  'Import-Module': opens,
  'Get-ChildItem': lists,
  'Get-Clipboard': output,
  'Get-Secret': output,
  'New-Object': object,
  'Install-Module': installs,
  'Install-Package': installs,
  'Send-MailMessage': mail,
  'Write-Output': passes,
  'ForEach-Object': ({ args }) => joined(args),
  'Where-Object': ({ input }) => input,
  'Out-String': ({ input }) => input,
  'Select-Object': ({ input }) => input,
  'Set-Location': goes,
  'Set-ItemProperty': (call, session) => {
    const path = parameter(parametersOf(call.args), ['path'], 0);
    const value = parameter(parametersOf(call.args), ['value'], 2) ?? nothing;
    if (path !== undefined) session.write(path, value, { at: call.at });
    return nothing;
  },
};

/** Options as Unix programs have them: then the program of that name is meant. */
const isUnix = ({ args }: Call): boolean =>
  args.some(
    ({ text }) => /^(?:-[a-zA-Z]{1,4}|--[\w-]+)$/.test(text) && !/^-(?:Uri|Body)$/i.test(text),
  );

/** Reads one command; those that PowerShell does not have itself are programs. */
export function command(call: Call, session: Session): Flow {
  const name = nameOf(call.name);
  const handler = ownValue(HANDLERS, name);
  const program = /^(?:curl|wget)/i.test(call.name) && isUnix(call);
  if (handler === undefined || program)
    return session.dispatch({ ...call, name: program ? call.name : asPath(name) });
  const { args, elevated, sets, at } = call;
  session.add('run', at, { name, args, elevated, sets });
  return handler({ ...call, name }, session) ?? outputOf(call, name);
}

/** A program of the folder, with the separator of paths that the shell's commands know. */
const asPath = (name: string): string =>
  /^\.{1,2}\\/.test(name) ? name.replaceAll('\\', '/') : name;

function outputOf({ args, input, at }: Call, name: string): Flow {
  const own: Source = { kind: 'command', name, args: joined(args, ' ').text, at };
  return unknown(name, union([[own], input?.sources ?? [], ...args.map(({ sources }) => sources)]));
}
