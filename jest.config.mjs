export default {
  projects: ['<rootDir>/packages/*/jest.config.mjs', '<rootDir>/test/jest.config.mjs'],
  reporters: ['default', './jest.summary-reporter.mjs'],
};
