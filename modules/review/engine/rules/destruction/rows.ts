/** Commands that destroy. */
import type { CommandRow } from '../commands.js';
import * as texts from './rule-texts.js';

/** Device names that stand for one to fill in. */
const PLACEHOLDER = /\/dev\/(sdX|sdx\b|diskN|rdiskN|nvmeXn|sd\?|sd<|disk<|<|\$|disk#|rdisk#|XXX)/;
const DEVICE =
  /\/dev\/(sd[a-z]|hd[a-z]|vd[a-z]|xvd[a-z]|nvme\d|mmcblk\d|r?disk\d|mapper\/|md\d)|\\\\\.\\physicaldrive/i;
const FORCED =
  /--(yes|force|auto-approve|assume-yes|quiet|no-input|skip-confirmation|confirm=false)\b|(^| )-(y|f|q|auto-approve)\b/;

const disk = (programs: string, ...args: RegExp[]): CommandRow => ({
  rule: texts.diskOverwritten,
  programs,
  args,
  unless: PLACEHOLDER,
});
const service = (programs: string, ...args: RegExp[]): CommandRow => ({
  rule: texts.serviceDestroyed,
  programs,
  args,
});
const history = (...args: RegExp[]): CommandRow => ({
  rule: texts.historyRewritten,
  programs: 'git',
  args,
});

export const destructionRows: readonly CommandRow[] = [
  disk('dd', /of=/, DEVICE),
  disk(
    'mkfs mkfs.ext4 mkfs.xfs mkfs.ext3 mkfs.vfat mkfs.ntfs mkfs.btrfs mke2fs mkswap blkdiscard',
    DEVICE,
  ),
  disk('wipefs shred nwipe badblocks', DEVICE, /(^| )-\w*[awunz]|--(all|zero)|^\/dev/),
  disk(
    'sgdisk fdisk parted cryptsetup hdparm',
    DEVICE,
    /zap|-Z|mklabel|luksFormat|luksErase|erase|\brm\b/,
  ),
  disk('diskutil', /^(erase|zero|secureErase|partitionDisk|apfs delete)/i),
  disk('format', /^[a-z]: ?\//i),
  disk('clear-disk format-volume initialize-disk remove-partition', /./),
  {
    rule: texts.backupsDeleted,
    programs: 'vssadmin',
    args: [/delete shadows|resize shadowstorage/i],
  },
  { rule: texts.backupsDeleted, programs: 'wmic', args: [/shadowcopy delete/i] },
  { rule: texts.backupsDeleted, programs: 'wbadmin', args: [/delete/i] },
  {
    rule: texts.backupsDeleted,
    programs: 'bcdedit',
    args: [/recoveryenabled no|ignoreallfailures/i],
  },
  {
    rule: texts.backupsDeleted,
    programs: 'tmutil',
    args: [/^(delete|disable|deletelocalsnapshots)/],
  },
  {
    rule: texts.backupsDeleted,
    programs: 'restic borg kopia duplicity',
    args: [/\b(forget|delete|remove-all)\b/, /--prune|--all|--force|--unsafe/],
    severity: 'MEDIUM',
  },
  {
    rule: texts.backupsDeleted,
    programs: 'zfs btrfs lvremove',
    args: [/destroy -\w*r|subvolume delete|-f/],
    severity: 'MEDIUM',
  },
  {
    rule: texts.mining,
    programs:
      'xmrig xmr-stak minerd cpuminer ccminer ethminer t-rex nbminer phoenixminer lolminer gminer cgminer bfgminer nanominer srbminer srbminer-multi teamredminer claymore p2pool',
    args: [],
  },
  {
    rule: texts.mining,
    programs: 'docker podman npx pip npm',
    args: [/\b(xmrig|cpuminer|coinhive|cryptonight|minerd)\b/i],
  },
  service(
    'terraform tofu terragrunt pulumi cdk sst serverless eksctl',
    /\b(destroy|remove|down|delete cluster)\b/,
    FORCED,
  ),
  { ...service('terraform tofu terragrunt pulumi', /\bdestroy\b/), severity: 'LOW' },
  service('aws', /\bs3 (rb|rm)\b/, /--force|--recursive/),
  {
    ...service(
      'aws',
      /\b(delete-(db|table|bucket|stack|cluster|user|snapshot|volume|vault|backup\S*)|terminate-instances|schedule-key-deletion|deregister-image)\b/,
    ),
    severity: 'LOW',
  },
  service(
    'gcloud gsutil',
    /\b(projects|sql instances|clusters|instances|buckets|disks|databases) delete\b|\brm -\w*r|\brb\b/,
    /--quiet|-q\b|-r\b|-\w*r/,
  ),
  service('az', /\b(group|vm|aks|storage account|sql \w+|keyvault) delete\b/, /--yes|-y\b/),
  service('gh', /\brepo delete\b/, /--yes|--confirm/),
  service(
    'kubectl oc helm',
    /\bdelete\b|\buninstall\b/,
    /\b(ns|namespaces?|pvc?|all|nodes?|crds?)\b/,
    /--all\b|-A\b|--force|--grace-period=0/,
  ),
  service(
    'docker podman',
    /\b(system|volume|image) prune\b/,
    /-\w*a\w*f|-\w*f\w*a|--volumes|--all/,
  ),
  {
    ...service(
      'psql mysql mariadb sqlcmd clickhouse-client sqlite3 bq snowsql',
      /\bdrop\s+(database|schema)\b|\bdrop\s+table\b[^;]{0,200}\bcascade\b|\btruncate\s+table\b|\bdelete\s+from\s+\w+\s*(;|$|["'])/i,
    ),
    severity: 'MEDIUM',
  },
  { ...service('dropdb dropuser', /^(?!.*(test|_dev|tmp))/), severity: 'LOW' },
  service('mongosh mongo', /dropdatabase|\.drop\(|deletemany\(\{\}\)/i),
  service('redis-cli', /\bflush(all|db)\b/i),
  {
    ...service(
      'vercel netlify heroku flyctl fly railway supabase firebase wrangler',
      /\b(remove|rm|destroy|apps:destroy|delete|db reset)\b/,
      FORCED,
    ),
    severity: 'MEDIUM',
  },
  history(
    /^push\b/,
    /(^| )(--force|-f|--mirror|--delete \S*(main|master))( |$)|(^| )\+(HEAD|main|master|refs)/,
  ),
  { ...history(/^push\b/, /(--delete|-d) \S*(main|master|production)\b/), severity: 'MEDIUM' },
  history(/^(filter-branch|filter-repo)\b|^reflog expire\b|^update-ref -d\b/),
  {
    ...history(/^push\b/, /(^| )(--force|-f)( |$)/, /\b(main|master|--all|--mirror)\b/),
    severity: 'MEDIUM',
  },
  {
    rule: texts.ransom,
    programs: 'find xargs',
    args: [
      /-exec|xargs/,
      /\b(openssl enc|gpg (-c|--symmetric|-e)|7z a -p|zip -\w*[eP]|ccrypt|age -)/,
      /-delete|\brm\b|shred|-m\b|--remove|-sdel/,
    ],
  },
  {
    rule: texts.ransom,
    programs: '7z 7za zip rar',
    args: [/(^| )-(p|P ?|hp)\S/, /-sdel|(^| )-\w*m/, /(~|\$HOME|\/home|\/Users|documents)/i],
    severity: 'MEDIUM',
  },
  {
    rule: texts.dataDeleted,
    programs: 'chmod chown chgrp',
    args: [/(^| )-\w*R|--recursive/, /(^| )\/(etc|usr|bin|sbin|lib|boot|var)?\/?( |$)/],
  },
  { rule: texts.ransom, programs: 'cipher', args: [/\/w:/i] },
  {
    rule: texts.computerExhausted,
    programs: 'stress stress-ng',
    args: [/--(cpu|vm|io|hdd) ?0|--all 0/],
    severity: 'LOW',
  },
  { rule: texts.computerExhausted, programs: 'yes', args: [/> ?\/|\|/], severity: 'LOW' },
];
