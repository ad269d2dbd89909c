import type { JsonValue } from '../../../toolbox/json-value.js';
import { parsedUrl } from '../../../toolbox/parsed-url.js';
import { DEFAULT_EXCLUDE } from './default-exclude.js';
import { required, textList, warnUnknown, type Fields } from './fields.js';
import type { Findings } from './findings.js';
import { innerPath, relativePath } from './paths.js';
import type { Fixture } from './scenario.js';

interface FixtureValue {
  readonly fields: Fields;
  readonly at: JsonValue;
  readonly findings: Findings;
}

const FILES = ['installPath', 'include', 'exclude'];
const RUN_LEVEL = ['plugin', 'plugin-directory'];

/** A fixture; `undefined` after reporting what is wrong with it. */
export function readFixture(at: JsonValue, findings: Findings): Fixture | undefined {
  const fields = at.object();
  if (fields === undefined) return undefined;
  const value = { fields, at, findings };
  const type = typeOf(value);
  if (type === undefined) return undefined;
  return type === 'commit' ? commitFixture(value) : directoryFixture(value);
}

/** Types as they are written, and what they mean. */
const types: ReadonlyMap<string, Fixture['type']> = new Map([
  ['commit', 'commit'],
  ['directory', 'directory'],
  ['files', 'directory'],
]);

/** The older single form may have no type. */
function typeOf({ fields, at }: FixtureValue): Fixture['type'] | undefined {
  const value = fields.get('type');
  if (value === undefined && fields.has('repoUrl')) return 'commit';
  const written = (value ?? required(fields, 'type', at))?.string();
  if (written === undefined) return undefined;
  const type = types.get(written);
  if (type === undefined) value?.error(unknownType(written));
  return type;
}

const unknownType = (type: string): string =>
  RUN_LEVEL.includes(type)
    ? `A fixture of type ${type} belongs to a run, not to a scenario: here are commit and directory.`
    : `"${type}" is no type of fixture: there are commit and directory.`;

function commitFixture(value: FixtureValue): Fixture | undefined {
  const { fields, at, findings } = value;
  warnUnknown(fields, ['type', 'repoUrl', 'ref', ...FILES], 'a fixture of type commit');
  const repoUrl = addressOf(required(fields, 'repoUrl', at), findings);
  const ref = refOf(required(fields, 'ref', at), findings);
  const files = filesOf(value, DEFAULT_EXCLUDE);
  if (repoUrl === undefined || ref === undefined || files === undefined) return undefined;
  return { type: 'commit', repoUrl, ref, ...files, at };
}

function directoryFixture(value: FixtureValue): Fixture | undefined {
  const { fields, at, findings } = value;
  warnUnknown(fields, ['type', 'path', ...FILES], 'a fixture of type directory');
  required(fields, 'installPath', at);
  const pathAt = required(fields, 'path', at);
  const path = pathAt && relativePath(pathAt, findings);
  const files = filesOf(value, []);
  if (path === undefined || files === undefined) return undefined;
  return { type: 'directory', path, ...files, at };
}

function filesOf(
  { fields, findings }: FixtureValue,
  exclude: readonly string[],
): Pick<Fixture, 'installPath' | 'include' | 'exclude'> | undefined {
  const at = fields.get('installPath');
  const folder = 'the folder of the solution';
  const installPath = at === undefined ? '.' : innerPath(at, { findings, folder });
  if (installPath === undefined) return undefined;
  return {
    installPath,
    include: textList(fields.get('include')),
    exclude: textList(fields.get('exclude')) ?? exclude,
  };
}

/** As git knows it for a login on another machine: `git@host:owner/repository.git`. */
const SSH = /^[\w.-]+@[\w.-]+:[\w./~-]+$/;
const PROTOCOLS = ['https:', 'http:', 'ssh:', 'git:'];

function addressOf(value: JsonValue | undefined, findings: Findings): string | undefined {
  const text = value?.text();
  if (value === undefined || text === undefined || SSH.test(text)) return text;
  const url = parsedUrl(text);
  if (isFolder(text, url))
    findings.add('outside', `"${text}" is a folder of this machine.`, value.location);
  else if (url === undefined || !PROTOCOLS.includes(url.protocol))
    value.error('"repoUrl" is the address of a repository, such as https://git.example/a/b.');
  else if (hasSecret(url))
    value.error('The address holds a password or a token, which everybody could read.');
  else return text;
  return undefined;
}

const isFolder = (text: string, url: URL | undefined): boolean =>
  url?.protocol === 'file:' || /^[./~]/.test(text);

/** By ssh a name is only the account. */
const hasSecret = ({ protocol, username, password }: URL): boolean =>
  password !== '' || (username !== '' && protocol.startsWith('http'));

/** A hash of a commit, or the beginning of one. */
const HASH = /^[0-9a-f]{7,64}$/i;

function refOf(value: JsonValue | undefined, findings: Findings): string | undefined {
  const ref = value?.text();
  if (value === undefined || ref === undefined) return undefined;
  // git would take it for an option, or for something else than a name
  if (/^-|[\s\p{Cc}~^:?*[\\]|\.\.|@\{/u.test(ref)) {
    value.error('"ref" is the hash of a commit, or the name of a branch or a tag.');
    return undefined;
  }
  if (!HASH.test(ref))
    findings.add('unpinned-ref', `"${ref}" is not the hash of a commit.`, value.location);
  return ref;
}
