import { isRecord, type Fields } from '../../../../toolbox/type-guards.js';

/** True for a valid `toolServers` value of a lock entry. */
export function areToolServers(value: unknown): boolean {
  return (
    isRecord(value) &&
    Object.values(value).every((server) => isRecord(server) && isToolServer(server))
  );
}

function isToolServer({ type, command, args, env, url, headers }: Fields): boolean {
  if (type === 'stdio')
    return (
      typeof command === 'string' && Array.isArray(args) && args.every(isText) && areTexts(env)
    );
  return type === 'http' && isWebAddress(url) && areTexts(headers);
}

function areTexts(value: unknown): boolean {
  return isRecord(value) && Object.values(value).every(isText);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isWebAddress(value: unknown): boolean {
  return typeof value === 'string' && /^https?:\/\//i.test(value);
}
