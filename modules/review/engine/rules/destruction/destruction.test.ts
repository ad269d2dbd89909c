import { expect, test } from '@jest/globals';
import { reviewed, reviewedShell } from '../../testing/reviewed.js';

test.each([
  ['rm -rf ~/', 'HIGH destruction/data-deleted'],
  ['rm -rf / --no-preserve-root', 'HIGH destruction/data-deleted'],
  ['rm -rf "$HOME"/*', 'HIGH destruction/data-deleted'],
  ['rm -rf "$PWD"', 'MEDIUM destruction/data-deleted'],
  ['rm -rf "$BUILD_DIR"/*', 'LOW destruction/unclear-target'],
  ['dd if=/dev/zero of=/dev/sda bs=1M', 'HIGH destruction/disk-overwritten'],
  ['mkfs.ext4 -F /dev/sdb1', 'HIGH destruction/disk-overwritten'],
  [':(){ :|:& };:', 'HIGH destruction/computer-exhausted'],
  [
    'find ~ -type f -exec openssl enc -aes-256-cbc -in {} -out {}.enc -k x \\; -delete',
    'HIGH destruction/files-encrypted',
  ],
  ['./w -o stratum+tcp://pool.some-vendor.io:3333 -u w', 'CRITICAL destruction/mining'],
  ['vssadmin delete shadows /all /quiet', 'HIGH destruction/backups-deleted'],
  ['git push --force origin main', 'MEDIUM destruction/history-rewritten'],
  ['terraform destroy -auto-approve', 'MEDIUM destruction/service-destroyed'],
])('%s', async (command, finding) => {
  expect(await reviewedShell(command)).toContain(finding);
});

test.each([
  'rm -rf node_modules dist "$TMP"',
  'rm -rf ~/.cache/acme',
  'D=$(mktemp -d); rm -rf "$D"',
  'for d in dist build; do rm -rf "./$d"; done',
  'dd if=image.iso of=/dev/sdX bs=4M',
  'git push --force-with-lease',
  'git push origin feature',
  'find . -name "*.log" -delete',
  'openssl enc -d -aes-256-cbc -in a.enc -out a',
  'psql "$DATABASE_URL" -c "select 1"',
])('%s destroys nothing that counts', async (command) => {
  const found = await reviewedShell(command);
  expect(found.filter((one) => one.includes('destruction'))).toEqual([]);
});

const encrypts = (folder: string, last: string): string => `
import os
from pathlib import Path
from cryptography.fernet import Fernet
key = Fernet(Fernet.generate_key())
for path in Path(os.path.expanduser("${folder}")).rglob("*"):
    data = key.encrypt(path.read_bytes())
    ${last}
`;

test('files that are encrypted in their places', async () => {
  const found = async (text: string): Promise<string[]> => reviewed({ 'scripts/pack.py': text });
  expect(await found(encrypts('~/Documents', 'path.write_bytes(data)'))).toContain(
    'HIGH destruction/files-encrypted',
  );
  expect(await found(encrypts('build', 'path.write_bytes(data)'))).toContain(
    'MEDIUM destruction/files-encrypted',
  );
  const copies = 'open("/mnt/backup/copy", "wb").write(data)';
  expect(await found(encrypts('~/Documents', copies))).toEqual([]);
});
