export default {
  // A busy machine is no failure: this only ends tests that hang.
  testTimeout: 60_000,
  projects: ['<rootDir>/packages/*/jest.config.mjs', '<rootDir>/test/jest.config.mjs'],
  reporters: ['default', './jest.summary-reporter.mjs'],
};
