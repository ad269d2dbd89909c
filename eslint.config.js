import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist/**', 'coverage/**', '.cache/**', 'test/fixtures/**', '**/*.mjs', '*.js', '*.cjs'] },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      complexity: ['error', 10],
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
      'no-restricted-syntax': [
        'error',
        ...['FunctionDeclaration', 'ArrowFunctionExpression', 'MethodDefinition[kind!="constructor"] > FunctionExpression'].map((node) => ({
          selector: `${node}[params.length>3]`,
          message: 'At most three parameters (constructors excepted): pass an object.',
        })),
      ],
      '@typescript-eslint/no-extraneous-class': 'off',
      // rejects object literals that are returned as DTO classes
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      // writes go through the unit of work: on SQLite overlapping transactions of a DataSource lose commits
      'no-restricted-properties': [
        'error',
        { property: 'createQueryRunner', message: 'Use the UnitOfWork.' },
        { property: 'transaction', message: 'Use the UnitOfWork.' },
      ],
    },
  },
  {
    files: ['**/*.test.ts', 'test/**/*.ts'],
    rules: { 'max-lines-per-function': 'off', '@typescript-eslint/no-non-null-assertion': 'off' },
  },
);
