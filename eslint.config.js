import tseslint from 'typescript-eslint';

// writes go through the unit of work: on SQLite overlapping transactions of a DataSource lose commits
const TRANSACTIONS = ['createQueryRunner', 'transaction'].map((property) => ({
  property,
  message: 'Use the UnitOfWork.',
}));

// a module does not know which process it runs in: hosts read argv and the environment, set exit codes and install signal handlers
const PROCESS = ['argv', 'env', 'exit', 'exitCode', 'on', 'once', 'stdin', 'stdout', 'stderr'].map(
  (property) => ({
    object: 'process',
    property,
    message: 'Only hosts touch the process; modules get what they need by HostInfo and Context.',
  }),
);

// global registration and resolution by class hide who owns an instance and when it is disposed
const CONTAINER = {
  name: 'tsyringe',
  importNames: [
    'container',
    'instance',
    'singleton',
    'scoped',
    'registry',
    'autoInjectable',
    'injectAll',
    'delay',
  ],
  message: 'Only kernel/di touches the container; elsewhere `injectable` and `inject(KEY)` only.',
};

const DATA_SOURCE = {
  name: 'typeorm',
  importNames: ['DataSource'],
  allowTypeImports: true,
  message:
    'Only the persistence module builds a DataSource; use the UnitOfWork or the ReadDatabase.',
};

// words that only insiders understand, and the standard terms of the field in their place; AGENTS.md has the table
const TERMS = {
  breather: 'event-loop yielder',
  connectionRoom: 'connection limit',
  dataKeeper: 'backup service',
  deed: 'audit record, action',
  filePrint: 'file hash',
  founding: 'provisioning',
  heir: 'successor',
  insane: 'checked',
  knownTokens: 'token cache',
  patience: 'retry policy, time limit',
  settlement: 'plan',
  strayed: 'drifted',
  surroundings: 'environment',
  undisturbed: 'consistent read',
  wish: 'requested dependency',
};

const VOCABULARY = Object.entries(TERMS).map(([word, term]) => ({
  selector: `Identifier[name=/^_*${word}(e?s)?(?![a-z])|${word[0].toUpperCase()}${word.slice(1)}(e?s)?(?![a-z])/]`,
  message: `Not a word of the field. Say: ${term}.`,
}));

export default tseslint.config(
  {
    ignores: [
      'dist/**',
      'coverage/**',
      '.cache/**',
      'test/fixtures/**',
      '**/*.mjs',
      '*.js',
      '**/*.cjs',
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      complexity: ['error', 10],
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'no-restricted-syntax': [
        'error',
        ...VOCABULARY,
        { selector: '[object.name=URL][property.name=canParse]', message: 'Use `parsedUrl`.' },
        ...[
          'FunctionDeclaration',
          'ArrowFunctionExpression',
          'MethodDefinition[kind!="constructor"] > FunctionExpression',
        ].map((node) => ({
          selector: `${node}[params.length>3]`,
          message: 'At most three parameters (constructors excepted): pass an object.',
        })),
      ],
      '@typescript-eslint/no-extraneous-class': 'off',
      // rejects object literals that are returned as DTO classes
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-restricted-properties': ['error', ...TRANSACTIONS],
      '@typescript-eslint/no-restricted-imports': ['error', { paths: [CONTAINER, DATA_SOURCE] }],
    },
  },
  {
    files: ['kernel/di/**/*.ts'],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { paths: [DATA_SOURCE] }] },
  },
  {
    files: ['modules/persistence/server/**/*.ts'],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { paths: [CONTAINER] }] },
  },
  {
    files: ['kernel/**/*.ts', 'toolbox/**/*.ts', 'modules/**/*.ts'],
    ignores: ['**/*.test.ts', 'kernel/testing/**'],
    rules: {
      'no-restricted-properties': ['error', ...TRANSACTIONS, ...PROCESS],
      'no-restricted-globals': [
        'error',
        { name: 'fetch', message: '`HostInfo.fetch` goes by the proxies of the environment.' },
      ],
    },
  },
  {
    files: ['**/*.test.ts', 'test/**/*.ts'],
    // optional chaining counts as branches: in expectations it is none
    rules: {
      complexity: 'off',
      // tables of cases are long
      'max-lines': ['error', { max: 650, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
);
