const FORM = /^[A-Za-z_]\w{0,254}$/;

const REFUSED: ReadonlySet<string> = new Set([
  // of the service itself (registry-reference.md, "env-file")
  'LITELLM_ADMIN_KEY',
  'LITELLM_MASTER_KEY',
  'UPLOAD_WORKSPACE',
  'DOWNLOAD_WORKSPACE',
  // set by the run: another value would break it
  'PATH',
  'HOME',
  'TMPDIR',
  'NODE_OPTIONS',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'ALL_PROXY',
  'NO_PROXY',
  'FTP_PROXY',
  // no variable, but the prototype of objects
  '__PROTO__',
]);

/** The last two are ours: of the loader, which would put its code into every program, and of this program. */
const REFUSED_PREFIXES = ['AWS_', 'S3_', 'DAYTONA_', 'RECIPE_RUN_', 'LD_', 'SVC_'];

/**
 * Why an environment cannot have a variable of this name; `undefined` if it can. A malformed name is not quoted: it may be a value
 * that stands on the wrong side.
 */
export function keyProblem(key: string): string | undefined {
  if (!FORM.test(key))
    return 'the name of a variable consists of letters, digits and _, and does not begin with a digit';
  // programs read proxies in both spellings
  const name = key.toUpperCase();
  const prefix = REFUSED_PREFIXES.find((each) => name.startsWith(each));
  if (prefix !== undefined) return `${key} may not be set: names with ${prefix} are reserved`;
  return REFUSED.has(name) ? `${key} may not be set: it is reserved` : undefined;
}
