/** Without this flag the tests would run as CommonJS, and most would pass for the wrong reasons. */
export default function requireEsModules(): void {
  const flags = `${process.env['NODE_OPTIONS'] ?? ''} ${process.execArgv.join(' ')}`;
  if (!flags.includes('--experimental-vm-modules')) {
    throw new Error(
      'Run the tests with `npm run test:jest`: jest needs NODE_OPTIONS=--experimental-vm-modules.',
    );
  }
}
