/** Programs that upload files and do not appear as requests. */
import type { FactOf } from '../../facts.js';
import type { Draft, Subject } from '../../rule.js';
import { destinationOf, isHostile } from '../../tables/hosts.js';
import { isPrecious } from '../../tables/paths.js';
import { secretAt } from '../../tables/secrets.js';
import { factsOf, weighedByTrigger } from '../flows.js';
import { HOME_FOLDER } from './carried.js';
import { secretSent } from './rule-texts.js';

/** Program and the arguments that make it send. */
const UPLOADS: readonly (readonly [name: RegExp, args: RegExp])[] = [
  [
    /^(scp|rsync|sftp|rclone|croc|wormhole|ffsend|magic-wormhole|syncthing|sendemail|swaks|mutt|mail|mailx|sendmail|msmtp|telegram-send|nc|ncat|netcat|socat|ftp|ncftpput|lftp|tftp|smbclient|curlftpfs|davfs2|croc)$/,
    /./,
  ],
  [
    /^(aws|gsutil|gcloud|az|s3cmd|mc|b2|rclone|doctl|s4cmd|s5cmd|gdrive|dropbox_uploader\.sh)$/,
    /\b(cp|mv|sync|put|upload|upload-batch|copy|put-object|rsync)\b/,
  ],
  [/^gh$/, /\b(gist create|release upload|issue (create|comment))\b/],
  [/^ipfs$/, /\badd\b/],
];

/** Uploads of secrets that no request at the same line accounts for. */
export function uploadsOf(subject: Subject): Draft[] {
  const requests = new Set(
    factsOf(subject, 'request').map(({ at }) => `${at.unit.file}:${at.line}`),
  );
  return factsOf(subject, 'run')
    .filter((fact) => sends(fact) && !requests.has(`${fact.at.unit.file}:${fact.at.line}`))
    .flatMap(uploaded);
}

function sends({ name, args }: FactOf<'run'>): boolean {
  const base = name.slice(name.lastIndexOf('/') + 1);
  const line = args.map(({ text }) => text).join(' ');
  return UPLOADS.some(([program, pattern]) => program.test(base) && pattern.test(line));
}

function uploaded(fact: FactOf<'run'>): Draft[] {
  const names = fact.args.flatMap(({ text }) => secretIn(text));
  if (names.length === 0) return [];
  const hostile = fact.args.some((arg) => /[.:]/.test(arg.text) && isHostile(destinationOf(arg)));
  return [
    {
      rule: secretSent,
      at: fact.at,
      confidence: 'medium',
      severity: weighedByTrigger(hostile ? 'CRITICAL' : 'HIGH', fact),
      detail: `What is sent: ${names[0]}.`,
    },
  ];
}

/** Targets such as `host:path` are where it goes to; keys after `-i` are what it identifies with, and end in no folder of theirs. */
function secretIn(text: string): string[] {
  if (/^[^/]*:|^-/.test(text)) return [];
  const secret = secretAt(text);
  if (secret !== undefined && !secret.common && !/id_\w+$/.test(text)) return [secret.name];
  return isPrecious(text) && text !== '/' ? [HOME_FOLDER] : [];
}
