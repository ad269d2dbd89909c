import { isObject, type Members } from '../json/json-values.js';

/** True for the tool servers of a plugin as a lock may say them. */
export function areToolServers(value: unknown): boolean {
  return (
    isObject(value) &&
    Object.values(value).every((server) => isObject(server) && isToolServer(server))
  );
}

function isToolServer({ type, command, args, env, url, headers }: Members): boolean {
  if (type === 'stdio')
    return (
      typeof command === 'string' && Array.isArray(args) && args.every(isText) && areTexts(env)
    );
  return type === 'http' && isWebAddress(url) && areTexts(headers);
}

function areTexts(value: unknown): boolean {
  return isObject(value) && Object.values(value).every(isText);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isWebAddress(value: unknown): boolean {
  return typeof value === 'string' && /^https?:\/\//i.test(value);
}
