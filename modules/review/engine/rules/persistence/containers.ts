/** Containers that a file describes: those that can reach the computer around them. */
import { entriesOf, nodeAt, nodesBelow, textsOf, type DataEntry } from '../../data-node.js';
import type { Draft, ParsedFile } from '../../rule.js';
import { spanAt } from '../../unit.js';
import { hostOpened } from './rule-texts.js';

/** Keys of a container, and what they hold where it is no longer shut in. */
const OPENINGS: readonly (readonly [key: RegExp, value: RegExp])[] = [
  [/^(?:privileged|hostPID|hostIPC)$/, /^(?:true|yes|on)$/i],
  [/^(?:pid|ipc|userns_mode)$/, /^host$/],
  [/^(?:cap_add|add)$/, /^(?:ALL|(?:CAP_)?SYS_(?:ADMIN|PTRACE|MODULE))$/],
  [/^security_opt$/, /unconfined$/],
  [/^volumes$/, /^(?:\/|~|\$\{?HOME\}?|\/(?:etc|root|home)\/?):/],
  [/^volumes$/, /(?:^|\/)(?:\.ssh|\.aws|\.kube|\.gnupg)\/?:/],
  [
    /^(?:mounts|workspaceMount)$/,
    /source=[^,]*\/(?:\.ssh|\.aws|\.kube|\.gnupg|docker\.sock)\b|source=\/,/,
  ],
];
/** Programs that manage containers need it. */
const SOCKET: readonly [RegExp, RegExp] = [/^volumes$/, /docker\.sock:/];

/** Compose files, pods and the container that an editor works in. */
export function containerDrafts({ unit, value }: ParsedFile): readonly Draft[] {
  return DESCRIBED.every((key) => nodeAt(value, key) === undefined)
    ? []
    : [...nodesBelow(value)].flatMap((node) =>
        entriesOf(node).flatMap((entry): Draft[] => {
          const opens = OPENINGS.some((row) => holds(row, entry));
          if (!opens && !holds(SOCKET, entry)) return [];
          const at = spanAt(unit, entry.from, entry.value.to);
          const severity = opens ? hostOpened.severity : 'LOW';
          return [{ rule: hostOpened, at, severity, confidence: 'medium' }];
        }),
      );
}

const DESCRIBED = ['services', 'spec', 'dockerComposeFile', 'image', 'build'];

const holds = (
  [key, wanted]: readonly [RegExp, RegExp],
  { key: name, value }: DataEntry,
): boolean => key.test(name) && textsOf(value).some((text) => wanted.test(text));
