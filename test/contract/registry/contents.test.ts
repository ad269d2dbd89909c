import { afterEach, beforeEach, expect } from '@jest/globals';
import type { Caller } from 'svc-registry/kernel';
import {
  contentsKey,
  type ArchiveContents,
  type ContentsReader,
  type VersionChoice,
  type VersionContents,
} from '../../../modules/registry/contract/contents.js';
import { unpublishVersion } from '../../../modules/registry/contract/operations.js';
import {
  pluginFormatKey,
  type PluginFormat,
} from '../../../modules/registry/contract/plugin-format.js';
import { rawArchive } from '../../../modules/registry/format/testing/raw-tar.js';
import { describeEachDatabase } from '../databases.js';
import { itInTurn } from '../databases-by-day.js';
import { archiveOf, RegistryHost } from './registry-host.js';

const loose = (files: Readonly<Record<string, string>>) =>
  Object.entries(files).map(([path, text]) => ({
    path,
    executable: false,
    content: Buffer.from(text),
  }));
const rolesOf = ({ files }: ArchiveContents): Readonly<Record<string, string>> =>
  Object.fromEntries(files.map(({ path, role }) => [path, role]));

describeEachDatabase('contents by contract', (database) => {
  const it = itInTurn(database);
  let registry: RegistryHost;
  let contents: ContentsReader;
  let format: PluginFormat;

  beforeEach(async () => {
    registry = await RegistryHost.start(await database.create());
    contents = await registry.host.get(contentsKey);
    format = await registry.host.get(pluginFormatKey);
  });
  afterEach(() => registry.stop());

  const { signal } = new AbortController();
  const caller = (token?: string): Promise<Caller> => registry.people.authenticate(token);
  const read = <T>(
    choice: VersionChoice,
    use: (found: VersionContents) => T | Promise<T>,
  ): Promise<T> => contents.read(choice, signal, async (found) => use(found));
  const readAs = async (token: string | undefined, ref = 'acme/demo@1.0.0') =>
    read({ ref, caller: await caller(token) }, ({ tile, version, contents: plugin }) => ({
      name: tile.fullName,
      private: tile.private,
      version,
      manifest: plugin?.manifest.name,
    }));
  const inspect = <T>(
    archive: Uint8Array,
    use: (found: ArchiveContents) => T | Promise<T>,
  ): Promise<T> => contents.inspect(archive, signal, async (found) => use(found));

  it('of a version are its files with their roles, and the plugin', async () => {
    const { id, fingerprint } = await registry.publish({
      skills: { pdf: 'Reads PDF' },
      rules: { style: 'Be brief.' },
      files: {
        'README.md': '# Demo\n',
        'skills/pdf/scripts/fill.py': 'print(1)\n',
        'skills/pdf/tests/test_fill.py': 'import fill\n',
        'skills/pdf/forms.md': 'Forms\n',
      },
    });
    const found = await read({ versionId: id }, (version) => ({
      roles: rolesOf(version),
      text: Buffer.from(version.files.at(-1)!.content).toString(),
      skills: version.contents?.skills.map(({ name }) => name),
      rest: [version.fingerprint, version.problems, version.version.id],
    }));
    expect(found).toEqual({
      roles: {
        '.svc-plugin/plugin.json': 'instructions',
        'README.md': 'documentation',
        'rules/style.md': 'instructions',
        'skills/pdf/SKILL.md': 'instructions',
        'skills/pdf/forms.md': 'reference',
        'skills/pdf/scripts/fill.py': 'script',
        'skills/pdf/tests/test_fill.py': 'test',
      },
      text: 'import fill\n',
      skills: ['pdf'],
      rest: [fingerprint, [], id],
    });
  });

  it('are read by whom a download is allowed to', async () => {
    const { id } = await registry.publish({ private: true });
    await registry.publish({ name: 'acme/open' });
    const shown = { name: 'acme/demo', private: true, version: { id, semver: '1.0.0' } };
    expect(await readAs('member')).toMatchObject({ ...shown, manifest: 'acme/demo' });
    expect(await readAs('member', 'acme/demo@latest')).toMatchObject(shown);
    expect(await readAs(undefined, 'acme/open@1.0.0')).toMatchObject({ private: false });
    for (const token of ['outsider', undefined])
      await expect(readAs(token)).rejects.toMatchObject({ code: 'not_found' });
    await expect(readAs('member', 'acme/demo@2.0.0')).rejects.toMatchObject({ code: 'not_found' });
    await expect(readAs('member', '../../x')).rejects.toMatchObject({ code: 'not_found' });
    registry.people.publicReading = false;
    await expect(readAs(undefined, 'acme/open@1.0.0')).rejects.toMatchObject({ status: 404 });
  });

  it.each(['pending', 'fail', 'error'])(
    'that are "%s" are withheld from callers, and read by their id',
    async (state) => {
      const { id } = await registry.publish();
      await registry.change(`UPDATE registry_versions SET state = '${state}'`);
      await expect(readAs('owner')).rejects.toMatchObject({ code: 'moderation_hidden' });
      expect(await read({ versionId: id }, ({ tile }) => tile.fullName)).toBe('acme/demo');
    },
  );

  it('are gone with their version', async () => {
    const { id } = await registry.publish();
    await registry.invoke(
      unpublishVersion,
      { workspace: 'acme', tile: 'demo', version: '1.0.0' },
      { token: 'publisher' },
    );
    await expect(readAs('member')).rejects.toMatchObject({ code: 'version_unpublished' });
    for (const versionId of [id, 'no id'])
      await expect(read({ versionId }, () => 0)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are there until the work with them has ended', async () => {
    const { id } = await registry.publish({ files: { 'a.txt': 'A' } });
    const files = await read({ versionId: id }, async (version) => {
      await new Promise((later) => setImmediate(later));
      expect(version.files.map(({ content }) => content.byteLength)).not.toContain(0);
      return version.files;
    });
    expect(files.map(({ content }) => content.byteLength)).toEqual([0, 0]);
    await expect(
      read({ versionId: id }, () => {
        throw new Error('the reviewer is broken');
      }),
    ).rejects.toThrow('the reviewer is broken');
    const aborted = AbortSignal.abort(new Error('cancelled'));
    await expect(
      contents.read({ versionId: id }, aborted, () => Promise.resolve(0)),
    ).rejects.toThrow('cancelled');
  });

  it('of an archive say why it is no plugin', async () => {
    const skill = loose({ 'SKILL.md': '---\nname: x\n---\n', 'run.sh': 'true\n', '.env': 'A=1' });
    const alone = await format.packFiles(skill, './x');
    expect(await inspect(alone, (found) => [rolesOf(found), found.contents])).toEqual([
      { 'SKILL.md': 'instructions', 'run.sh': 'script' },
      undefined,
    ]);
    expect(await inspect(alone, ({ problems }) => problems)).toMatchObject([
      { file: '.svc-plugin/plugin.json', message: expect.stringContaining('has no manifest') },
    ]);
    const broken = await archiveOf({ files: { 'skills/pdf/SKILL.md': 'No front matter' } });
    expect(await inspect(broken, ({ problems }) => problems)).toMatchObject([
      { file: 'skills/pdf/SKILL.md' },
    ]);
    await expect(format.readArchive(broken)).rejects.toMatchObject({ code: 'plugin_invalid' });
    expect((await format.filesOfArchive(broken)).map(({ path }) => path)).toEqual([
      '.svc-plugin/plugin.json',
      'skills/pdf/SKILL.md',
    ]);
  });

  it.each([
    ['archive_path', rawArchive([{ name: 'package/../../etc/passwd', content: 'x' }])],
    ['archive_entry_type', rawArchive([{ name: 'package/a', type: '2', link: '/etc/passwd' }])],
    ['archive_gzip', Buffer.from('no archive')],
  ])('of an archive that breaks the rules of archives are refused: %s', async (code, archive) => {
    await expect(inspect(archive, () => 0)).rejects.toMatchObject({ code });
    await expect(format.filesOfArchive(archive)).rejects.toMatchObject({ code });
  });

  it('are packed of files that no reader refuses', async () => {
    const pack = (path: string) => format.packFiles(loose({ [path]: 'x' }), './x');
    for (const path of ['../x', 'a//b', 'con', 'a\u202eb'])
      await expect(pack(path)).rejects.toMatchObject({
        code: 'plugin_invalid',
        issues: [{ file: path }],
      });
    await expect(inspect(await pack('a.md'), rolesOf)).resolves.toEqual({ 'a.md': 'reference' });
  });
});
