import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { globSync } from 'tinyglobby';
import { blocksOf, type Block } from './guides/blocks.js';
import { guides, type Guide } from './guides/table.js';
import { installForAuthor } from './packages.js';
import { openProgram, type Program } from './program.js';
import { freePort, openShell, type TypeLine } from './shell.js';

/** Where the reader leaves `svc serve` running and goes on in another terminal, it goes on in the background here. */
const svcText = (svc: string): string => `
[ "$1" = serve ] || exec ${svc} "$@"
stop-server
${svc} "$@" > "$WORK/serve.log" 2>&1 < /dev/null &
echo $! > "$WORK/serve.pid"
until grep -q 'is listening on' "$WORK/serve.log"; do
  kill -0 "$(cat "$WORK/serve.pid")" || { cat "$WORK/serve.log" >&2; exit 1; }
  sleep 0.2
done`;

const stopServer = `
[ -f "$WORK/serve.pid" ] || exit 0
kill "$(cat "$WORK/serve.pid")"
while kill -0 "$(cat "$WORK/serve.pid")" 2> /dev/null; do sleep 0.1; done
rm "$WORK/serve.pid"`;

/** A refusal by the server ends the real one with 0. */
const curl = 'PATH=${PATH#*:} exec curl --silent --show-error --fail-with-body "$@"';

const pages = globSync(['README.md', 'docs/guides/*.md']).sort();

it('every guide is in the table, and says which of its commands cannot be run here', () => {
  const found = pages.map((path) => {
    const blocks = blocksOf(path);
    const noRun = blocks.filter((block) => block.noRun !== undefined).length;
    return [path, { run: blocks.length - noRun, noRun }];
  });
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(guides).map(([path, { blocks }]) => [path, blocks])),
  );
});

/** One shell that goes on from block to block: its folder and its variables stay. */
class Reader {
  private constructor(
    private readonly program: Program,
    private readonly guide: Guide,
    private readonly type: TypeLine,
  ) {}

  static async open(guide: Guide): Promise<Reader> {
    const port = String(await freePort());
    const program = await openProgram({
      SVC_PORT: port,
      SVC_URL: `http://127.0.0.1:${port}`,
      npm_config_offline: 'true',
    });
    const svc = svcText(`'${process.execPath}' '${program.svc}'`);
    const lnk = `exec '${process.execPath}' '${join(dirname(program.svc), 'lnk.cjs')}' "$@"`;
    const reader = new Reader(
      program,
      guide,
      await openShell(program, { svc, lnk, curl, 'stop-server': stopServer }),
    );
    await writeFile(join(program.home, 'state'), `cd '${program.cwd}'\n`);
    return reader;
  }

  async read({ text }: Block) {
    const { before = {}, here = {} } = this.guide;
    const first = Object.entries(before).find(([start]) => text.startsWith(start))?.[1] ?? '';
    const there = Object.entries(here).reduce(
      (line, [from, to]) => line.replaceAll(from, to),
      text,
    );
    return this.shell(
      `. "$HOME/state"\n${first}\n${there}\n{ export -p; echo "cd '$PWD'"; } > "$HOME/state"`,
    );
  }

  /** The module of the guide, with what its author has installed. */
  async writeModule(): Promise<void> {
    const folder = join(this.program.cwd, 'svc-module-poll');
    await cp(resolve('test/fixtures/modules/poll'), folder, { recursive: true });
    await installForAuthor(folder, this.program.svc, ['typescript', 'typeorm', 'tsyringe']);
    await mkdir(join(folder, 'node_modules/.bin'));
    await symlink(this.program.svc, join(folder, 'node_modules/.bin/svc'));
  }

  private shell(line: string) {
    return this.type(line, { env: { WORK: this.program.cwd } });
  }

  async close(): Promise<void> {
    await this.shell('stop-server');
    await this.program.close();
  }
}

describe.each(pages.filter((path) => (guides[path]?.blocks.run ?? 0) > 0))(
  'the commands of %s',
  (path) => {
    let reader: Reader;
    beforeAll(async () => {
      reader = await Reader.open(guides[path] as Guide);
      if (path === 'docs/guides/write-a-module.md') await reader.writeModule();
    });
    afterAll(() => reader.close());

    const titled = blocksOf(path).map((block) => ({
      ...block,
      title: block.text.split('\n')[0] ?? '',
    }));
    it.each(titled.filter(({ noRun }) => noRun === undefined))(
      'line $line: $title',
      async (block) => {
        const { code, stdout, stderr } = await reader.read(block);
        expect({ block: block.text, code, said: code === 0 ? '' : stdout + stderr }).toEqual({
          block: block.text,
          code: 0,
          said: '',
        });
      },
    );
  },
);
