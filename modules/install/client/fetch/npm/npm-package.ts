import { hash } from 'node:crypto';
import type { Context } from 'svc-registry/kernel';
import { parsedJson } from '../../../../../toolbox/parsed-json.js';
import { parsedUrl } from '../../../../../toolbox/parsed-url.js';
import { fieldsOf, isRecord, type Fields } from '../../../../../toolbox/type-guards.js';
import { sourceInvalid } from '../../../contract/errors.js';
import {
  downloadAltered,
  downloadFailed,
  packageVersionUnknown,
} from '../../../contract/package-errors.js';
import {
  addressProblem,
  atVersion,
  isLoopback,
  PUBLIC_REGISTRY,
  type NpmSource,
} from '../../resolve/package-source.js';
import { download, type DownloadContext } from '../download/download.js';
import { MAX_BYTES } from '../download/unpack.js';

/** Metadata without what only npm's own installation needs. */
const ACCEPT = 'application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8';
const MAX_METADATA = 64 * 1024 * 1024;
const SHA512 = /^sha512-[A-Za-z0-9+/]{86}==$/;

export interface NpmPackage {
  readonly version: string;
  /** The source at exactly this version. */
  readonly exact: NpmSource;
  /** Checked against the registry's SHA-512. */
  readonly tarball: Buffer;
}

type NpmContext = DownloadContext & Pick<Context, 'env'>;

/** Fetches a package; no script of it runs. Throws `package_version_unknown` and the errors of downloads. */
export async function fetchNpmPackage(source: NpmSource, context: NpmContext): Promise<NpmPackage> {
  const registry = source.registry ?? configuredRegistry(context.env);
  const url = `${registry}/${source.package.replace('/', '%2f')}`;
  const text = await download(
    { source: source.text, url, most: MAX_METADATA, accept: ACCEPT },
    context,
  );
  const metadata = parsedJson(text.toString('utf8'));
  if (!isRecord(metadata))
    throw downloadFailed({
      source: source.text,
      url,
      why: 'the answer is not that of an npm registry',
    });
  const version = await chosenVersion(source, metadata);
  const offer = offerOf(metadata, version);
  const problem = tarballProblem(offer, registry);
  if (problem !== undefined) throw downloadFailed({ source: source.text, url, why: problem });
  const exact = atVersion(source, version);
  const tarball = await download({ source: exact.text, url: offer.url, most: MAX_BYTES }, context);
  assertSame(exact, tarball, offer.integrity);
  return { version, exact, tarball };
}

function configuredRegistry(env: Context['env']): string {
  const name = ['npm_config_registry', 'NPM_CONFIG_REGISTRY'].find((one) => env[one]);
  if (name === undefined) return PUBLIC_REGISTRY;
  const registry = String(env[name]).replace(/\/+$/, '');
  const why = addressProblem(registry);
  if (why === undefined) return registry;
  throw sourceInvalid({
    source: name,
    why: `the registry that this variable names cannot be used: ${why}`,
  });
}

/** As npm chooses: a tag, a version, or the highest version of a range, where `latest` goes first. */
async function chosenVersion(
  { text, wanted = 'latest' }: NpmSource,
  metadata: Fields,
): Promise<string> {
  const tags = new Map(Object.entries(fieldsOf(metadata['dist-tags'])));
  const versions = new Set(Object.keys(fieldsOf(metadata['versions'])));
  const tagged = tags.get(wanted) ?? wanted;
  if (typeof tagged === 'string' && versions.has(tagged)) return tagged;
  const { default: semver } = await import('semver');
  const known = semver.rsort([...versions].filter((version) => semver.valid(version) !== null));
  const latest = known.find((version) => version === tags.get('latest'));
  const preferred = latest === undefined ? known : [latest, ...known];
  const isRange = semver.validRange(wanted) !== null;
  const chosen = preferred.find((version) => isRange && semver.satisfies(version, wanted));
  if (chosen !== undefined) return chosen;
  throw packageVersionUnknown({
    source: text,
    wanted,
    tags: [...tags.keys()],
    newest: preferred[0],
  });
}

interface Offer {
  readonly url: string;
  readonly integrity: string;
}

function offerOf(metadata: Fields, version: string): Offer {
  const dist = fieldsOf(
    fieldsOf(new Map(Object.entries(fieldsOf(metadata['versions']))).get(version))['dist'],
  );
  const { tarball, integrity } = dist;
  const hashes = typeof integrity === 'string' ? integrity.split(/\s+/) : [];
  return {
    url: typeof tarball === 'string' ? tarball : '',
    integrity: hashes.find((one) => SHA512.test(one)) ?? '',
  };
}

function tarballProblem({ url, integrity }: Offer, registry: string): string | undefined {
  if (integrity === '') return 'the registry states no SHA-512 of the package';
  const problem = addressProblem(url);
  if (problem !== undefined) return `the registry names a tarball that is not fetched: ${problem}`;
  const isOwn = parsedUrl(url) !== undefined && isLoopback(new URL(url));
  return isOwn && !isLoopback(new URL(registry))
    ? 'the registry names a tarball on this machine'
    : undefined;
}

function assertSame({ text }: NpmSource, tarball: Buffer, expected: string): void {
  const actual = `sha512-${hash('sha512', tarball, 'base64')}`;
  if (actual !== expected)
    throw downloadAltered({ source: text, promisedBy: 'the registry', expected, actual });
}
