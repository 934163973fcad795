import base from '../jest.config.base.mjs';

export default { ...base, displayName: 'workspace', testMatch: ['<rootDir>/**/*.test.ts'] };
