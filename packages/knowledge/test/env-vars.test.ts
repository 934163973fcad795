import { describe, expect, it } from '@jest/globals';
import { envVarsCatalogue, findEnvironmentVariable } from '../src/index.js';

describe('environment variables', () => {
  it('stand once', () => {
    const names = envVarsCatalogue().vars.map((entry) => entry.name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('are found by exact name', () => {
    expect(findEnvironmentVariable('HIP_FORCE_DEV_KERNARG')?.scope).toBe('HIP');
    expect(findEnvironmentVariable('hip_force_dev_kernarg')).toBeNull();
  });
});
