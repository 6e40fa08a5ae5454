'use strict';
const js = require('@eslint/js');
const stylistic = require('@stylistic/eslint-plugin');
const globals = require('globals');

module.exports = [
  // Programs under test are what they are: races, broken files, code of other people.
  { ignores: ['build/', '**/.cache/', 'prebuilds/', 'coverage/', '**/fixtures/', 'benchmarks/races/*/', 'benchmarks/programs/*/'] },
  js.configs.recommended,
  {
    plugins: { '@stylistic': stylistic },
    languageOptions: { globals: globals.node, sourceType: 'commonjs' },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-unused-vars': ['error', { varsIgnorePattern: '^_', args: 'none', ignoreRestSiblings: true }],
      'no-var': 'error',
      'object-shorthand': 'error',
      'prefer-const': 'error',
      'preserve-caught-error': 'off', // what a user is told is one line
      strict: ['error', 'safe'],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      '@stylistic/arrow-parens': 'error',
      '@stylistic/comma-dangle': ['error', 'only-multiline'],
      '@stylistic/eol-last': 'error',
      '@stylistic/max-len': ['error', { code: 120, ignoreUrls: true, ignoreStrings: true, ignoreTemplateLiterals: true }],
      '@stylistic/no-tabs': 'error',
      '@stylistic/no-trailing-spaces': 'error',
      '@stylistic/object-curly-spacing': ['error', 'always'],
      '@stylistic/quotes': ['error', 'single', { avoidEscape: true, allowTemplateLiterals: 'always' }],
      '@stylistic/semi': 'error',
    },
  },
  { files: ['**/*.mjs'], languageOptions: { sourceType: 'module' } },
  { files: ['demo/*.test.js'], languageOptions: { globals: globals.mocha } },
];
