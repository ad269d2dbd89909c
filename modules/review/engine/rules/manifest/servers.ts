import type { Severity } from '../../../../registry/contract/scanners.js';
import {
  entriesOf,
  nodeAt,
  nodesBelow,
  textOf,
  type DataEntry,
  type DataNode,
} from '../../data-node.js';
import { isServerMap } from '../../readers/data/embedded.js';
import type { Draft, ParsedFile } from '../../rule.js';
import {
  describe,
  destinationOf,
  isHostile,
  isTrusted,
  type Destination,
} from '../../tables/hosts.js';
import { hasOwnService, secretVariable } from '../../tables/secrets.js';
import { spanAt, type Unit } from '../../unit.js';
import { worstBy } from '../flows.js';
import { serverSecret, toolServer } from './rule-texts.js';

/** Tool servers that a file declares, in any of the forms that agents read. */
export function serverDrafts({ unit, value }: ParsedFile): readonly Draft[] {
  const file = unit.file.slice(unit.file.lastIndexOf('/') + 1).toLowerCase();
  return [...nodesBelow(value)].flatMap((node) =>
    entriesOf(node)
      .filter(({ key }) => isServerMap(key, file))
      .flatMap(({ value: map }) => entriesOf(map))
      .flatMap((server) => draftsOf(unit, server)),
  );
}

function draftsOf(unit: Unit, server: DataEntry): readonly Draft[] {
  const { value } = server;
  const url = nodeAt(value, 'url') ?? nodeAt(value, 'serverUrl') ?? nodeAt(value, 'httpUrl');
  const address = textOf(url);
  if (url !== undefined && address !== undefined)
    return worstBy(remoteDrafts(unit, { server, url, address }), () => '');
  const command = nodeAt(value, 'command');
  if (command === undefined) return [];
  const at = spanAt(unit, command.from, command.to);
  return [{ rule: toolServer, at, confidence: 'low', detail: `Its name is "${server.key}".` }];
}

interface Remote {
  readonly server: DataEntry;
  readonly url: DataNode;
  readonly address: string;
}

function remoteDrafts(unit: Unit, { server, url, address }: Remote): readonly Draft[] {
  const to = destinationOf({ text: address, dynamic: address.includes('$') });
  const at = spanAt(unit, url.from, url.to);
  const severity = severityOf(to);
  const detail = `"${server.key}" is ${describe(to)}.`;
  return [
    { rule: toolServer, at, severity, confidence: severity === 'HIGH' ? 'high' : 'low', detail },
    ...secretDrafts(unit, server, to),
  ];
}

function severityOf(to: Destination): Severity {
  if (isHostile(to) || to.kind === 'metadata') return 'HIGH';
  return to.plain && !isTrusted(to) && to.kind !== 'placeholder' ? 'MEDIUM' : 'LOW';
}

const VARIABLE = /\$\{(?:env:|input:)?([A-Za-z_]\w*)|\$([A-Z_]\w*)/g;

/** Secrets of other services in the headers of a remote server. */
function secretDrafts(unit: Unit, { value }: DataEntry, to: Destination): readonly Draft[] {
  if (to.kind === 'local' || to.kind === 'placeholder') return [];
  const given = ['headers', 'env', 'requestInit'].flatMap((key) => nodeAt(value, key) ?? []);
  return given
    .flatMap((node) => [...nodesBelow(node)])
    .flatMap((node): readonly Draft[] => {
      const foreign = [...(textOf(node) ?? '').matchAll(VARIABLE)].filter(([, one, other]) =>
        isForeign(one ?? other ?? '', to),
      );
      if (foreign.length === 0) return [];
      const severity = isHostile(to) || to.plain ? 'HIGH' : serverSecret.severity;
      const at = spanAt(unit, node.from, node.to);
      const detail = `The server is ${describe(to)}.`;
      return [{ rule: serverSecret, at, severity, confidence: 'high', detail }];
    });
}

function isForeign(variable: string, to: Destination): boolean {
  const secret = secretVariable(variable);
  if (secret === undefined) return false;
  if (isHostile(to)) return true;
  return hasOwnService(secret) && !secret.services.some((word) => to.host.includes(word));
}
