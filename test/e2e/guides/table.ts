/** Every document with commands, and what its reader has before its commands are typed. */

export interface Guide {
  /** How many blocks of commands are run, and how many say that they cannot be. */
  readonly blocks: { readonly run: number; readonly noRun: number };
  /** Names and addresses of the document that are others here; `$WORK` is a scratch folder, `$SVC_PORT` the server's port. */
  readonly here?: Readonly<Record<string, string>>;
  /** What the text around a block has the reader do first, by how the block begins; typed into the same shell. */
  readonly before?: Readonly<Record<string, string>>;
}

/** A server with the organization and workspace acme, and its administrator signed in. */
const asAdministrator = `
until code=$(grep -o 'svc_code_[A-Za-z0-9]*' "$WORK/serve.log" | head -1) && [ -n "$code" ]; do sleep 0.2; done
echo 'correct horse battery' | SVC_LOGIN_CODE=$code svc login --code --email ann@example.com --organization acme --password-stdin
svc workspace create acme`;
const onServer = `svc serve${asAdministrator}`;

const publish = (name: string): string => `
svc plugin new --name ${name} --summary 'For the guides' --rules style --rule-description 'How we write' --public
svc plugin publish plugins/${name.split('/')[1] ?? ''}`;

/** The id of the first object that a command lists. */
const firstId = (command: string): string =>
  `${command} --workspace acme --json | grep -o '"id": "[^"]*' | head -1 | cut -d'"' -f4`;

export const guides: Readonly<Record<string, Guide>> = {
  'README.md': {
    blocks: { run: 4, noRun: 6 },
    before: {
      'svc search pkg:npm': `
mkdir my-skill old-plugin
printf -- '---\\nname: my-skill\\ndescription: Use when a skill is needed.\\n---\\n\\nDo it.\\n' > my-skill/SKILL.md
printf '{"name":"acme/old","version":"1.0.0","summary":"An older one"}' > old-plugin/tile.json`,
    },
  },
  'docs/guides/agent.md': { blocks: { run: 0, noRun: 0 } },
  'docs/guides/evaluations.md': {
    blocks: { run: 4, noRun: 5 },
    before: { 'svc eval run --list-agents': onServer },
  },
  'docs/guides/install-in-ci.md': {
    blocks: { run: 1, noRun: 0 },
    before: { 'svc api-key': onServer },
  },
  'docs/guides/launch.md': { blocks: { run: 0, noRun: 3 } },
  'docs/guides/lnk-config.md': { blocks: { run: 3, noRun: 0 } },
  'docs/guides/lnk-patterns.md': { blocks: { run: 0, noRun: 0 } },
  'docs/guides/lnk-templates.md': { blocks: { run: 0, noRun: 0 } },
  'docs/guides/network.md': { blocks: { run: 1, noRun: 1 } },
  'docs/guides/operate-a-server.md': {
    blocks: { run: 7, noRun: 9 },
    here: { '/var/lib/svc': '$WORK/data', '/var/backups': '$WORK/backups' },
    before: {
      'svc serve --host': 'mkdir backups; export SVC_DATA_DIR="$WORK/data"',
      'svc audit list': `${asAdministrator}${publish('acme/style')}`,
      'svc server restore': `
stop-server
mkdir backups/svc
svc server backup backups/svc/svc-2026-03-01.tar.gz
rm -r data`,
    },
  },
  'docs/guides/policies.md': {
    blocks: { run: 4, noRun: 1 },
    before: {
      'svc policy edit --org acme --file': `${onServer}
svc workspace create tools
echo '{"installPolicy":{"version":1,"rules":{"minimumReleaseAge":{"days":0}}}}' > policy.json`,
      'svc policy evaluate': `${publish('acme/review')}
sed -i 's/0\\.1\\.0/2.0.0/' plugins/review/.svc-plugin/plugin.json
svc plugin publish plugins/review
svc install acme/review --agent codex`,
    },
  },
  'docs/guides/reviewers.md': { blocks: { run: 0, noRun: 1 } },
  'docs/guides/quality.md': {
    blocks: { run: 3, noRun: 1 },
    before: {
      'svc review run skills/pdf --workspace': `${onServer}
mkdir -p skills/pdf
printf -- '---\\nname: pdf\\ndescription: Reads PDF files. Use when a PDF is read.\\n---\\n\\nRead it.\\n' > skills/pdf/SKILL.md`,
    },
  },
  'docs/guides/review.md': {
    blocks: { run: 5, noRun: 0 },
    before: {
      'svc review run security': `${onServer}
mkdir -p skills/pdf
printf -- '---\\nname: pdf\\ndescription: Use when a PDF is read.\\n---\\n\\nRead it.\\n' > skills/pdf/SKILL.md`,
      'mkdir package': `
export SVC_URL="http://127.0.0.1:$SVC_PORT"
export SVC_TOKEN=$(svc api-key create ci --workspace acme --role member --json | grep -o 'svc_[A-Za-z0-9_]*' | tail -1)`,
    },
  },
  'docs/guides/schedules.md': {
    blocks: { run: 3, noRun: 0 },
    here: {
      '7d7f2c9e-5c3f-4d9c-a1be-0f5f0c6f3a52': `"$(${firstId('svc env list')})"`,
      '<id>': '"$ID"',
    },
    before: {
      'svc env create': `${onServer}\necho 'ANTHROPIC_API_KEY=x' > .env`,
      'svc schedule list': `ID=$(${firstId('svc schedule list')})`,
      'svc schedule validate': `
mkdir shop
cd shop
git init --quiet
git remote add origin https://github.com/acme/shop.git
printf '{"name":"acme/shop","schedules":{"notes":{"skill":"file:skills/notes","schedule":"weekdays at 09:00","environment":"nightly"}}}' > svc.json`,
    },
  },
  'docs/guides/tasks.md': {
    blocks: { run: 1, noRun: 1 },
    here: {
      '7d7f2c9e-5c3f-4d9c-a1be-0f5f0c6f3a52': `"$(${firstId('svc env list')})"`,
      '<id>': `"$(svc api GET '/experimental/tasks?workspace=acme' | node -pe 'JSON.parse(require("fs").readFileSync(0)).data[0].id')"`,
    },
    before: {
      'svc api POST': `${onServer}
echo 'ANTHROPIC_API_KEY=x' > .env
svc env create nightly --file .env --workspace acme`,
    },
  },
  'docs/guides/scripts.md': {
    blocks: { run: 2, noRun: 0 },
    before: {
      'svc api GET': `${onServer}\necho '{"installPolicy":{"version":1,"rules":{}}}' > policy.json`,
    },
  },
  'docs/guides/set-up-a-project.md': {
    blocks: { run: 1, noRun: 0 },
    before: {
      'cd my-project': `${onServer}${publish('acme/review')}\nmkdir -p my-project/.cursor`,
    },
  },
  'docs/guides/tool-server.md': { blocks: { run: 0, noRun: 0 } },
  'docs/guides/vendor-plugins.md': {
    blocks: { run: 1, noRun: 0 },
    before: {
      'svc plugin migrate':
        'mkdir -p poet/.claude-plugin\ncd poet\necho \'{"name": "poet", "description": "Poems"}\' > .claude-plugin/plugin.json',
    },
  },
  'docs/guides/write-a-module.md': {
    blocks: { run: 6, noRun: 1 },
    here: { '127.0.0.1:4873': '127.0.0.1:$SVC_PORT' },
    before: { 'npx svc modules check': 'cd "$WORK/svc-module-poll"' },
  },
  'docs/guides/write-hooks.md': { blocks: { run: 0, noRun: 0 } },
};
