import nx from '@nx/eslint-plugin';
import jsonc from 'jsonc-eslint-parser';
import tseslint from 'typescript-eslint';

/** Which packages may import which (docs/architecture.md, "The house"). */
const ALLOWED = {
  rocpd: [],
  knowledge: [],
  tools: ['rocpd', 'knowledge'],
  providers: [],
  agents: ['tools', 'providers'],
  mcp: ['agents'],
  cli: ['agents'],
};
const BANNED = {
  rocpd: ['@anthropic-ai/*', 'openai', 'ollama', '@modelcontextprotocol/*'],
  knowledge: ['@anthropic-ai/*', 'openai', 'ollama', '@modelcontextprotocol/*', 'better-sqlite3'],
  tools: ['@anthropic-ai/*', 'openai', 'ollama', '@modelcontextprotocol/*'],
  providers: ['@modelcontextprotocol/*', 'better-sqlite3'],
  agents: ['@anthropic-ai/*', 'openai', 'ollama', '@modelcontextprotocol/*'],
  mcp: ['@anthropic-ai/*', 'openai', 'ollama', 'better-sqlite3'],
  cli: ['@anthropic-ai/*', 'openai', 'ollama', '@modelcontextprotocol/*', 'better-sqlite3'],
};
const depConstraints = Object.entries(ALLOWED).map(([name, allowed]) => ({
  sourceTag: `scope:${name}`,
  onlyDependOnLibsWithTags: [`scope:${name}`, ...allowed.map((other) => `scope:${other}`)],
  bannedExternalImports: BANNED[name],
}));

const NAMING = [
  { selector: 'default', format: ['camelCase', 'PascalCase', 'UPPER_CASE'], leadingUnderscore: 'allow' },
  { selector: 'typeLike', format: ['PascalCase'] },
  { selector: 'import', format: null },
  // Payload fields are snake_case on the wire, and so are the literals and schemas that build them.
  { selector: ['objectLiteralProperty', 'typeProperty', 'classProperty'], format: null },
  { selector: ['variable', 'parameter'], modifiers: ['destructured'], format: null },
];

export default tseslint.config(
  { ignores: ['**/dist', '**/out-tsc', '.nx', '**/node_modules', 'demo-output', 'bench-output', '**/generated'] },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.ts'],
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        {
          enforceBuildableLibDependency: false,
          allow: [],
          // What is heavy is loaded at its first use, by the same package that imports light entries of it at once.
          checkDynamicDependenciesExceptions: ['.*'],
          depConstraints,
        },
      ],
      '@typescript-eslint/naming-convention': ['error', ...NAMING],
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Use named exports.' },
        { selector: 'TSEnumDeclaration', message: 'Use a picklist or a union of literals.' },
        { selector: 'ExportAllDeclaration', message: 'List what is exported.' },
      ],
      'no-console': 'error',
      'max-lines': ['error', 500],
      eqeqeq: 'error',
    },
  },
  // What a report needs to be computed is loaded at each start; schemas are not (docs/decisions/0024).
  {
    files: ['packages/tools/src/lib/**/*.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['**/schemas/*', '**/catalog/**'],
              allowTypeImports: true,
              message: 'Import types only: schemas take long to load. Words for both are in src/terms.',
            },
          ],
        },
      ],
    },
  },
  // Tests may import testing entries of leaves that their package does not depend on at run time.
  {
    files: ['**/test/**/*.ts'],
    rules: {
      '@nx/enforce-module-boundaries': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  // Examples are consumers: they print, and they import packages as anybody outside would.
  {
    files: ['examples/**'],
    rules: {
      '@nx/enforce-module-boundaries': 'off',
      '@typescript-eslint/no-require-imports': 'off',
      'no-console': 'off',
    },
  },
  {
    files: ['packages/*/package.json'],
    languageOptions: { parser: jsonc },
    plugins: { '@nx': nx },
    rules: {
      '@nx/dependency-checks': [
        'error',
        { ignoredFiles: ['{projectRoot}/test/**/*', '{projectRoot}/jest.config.mjs'], buildTargets: ['build'] },
      ],
    },
  },
);
