import { describe, expect, it, jest } from '@jest/globals';
import { runBin } from '../fixtures/run-bin.js';

jest.setTimeout(120_000);

describe('perfxpert mcp', () => {
  it('runs the program of the server with what follows', async () => {
    expect(await runBin(['mcp', '--version'])).toMatchObject({ code: 0, stdout: 'perfxpert-mcp 0.1.0\n' });
    expect((await runBin(['mcp', '--help'])).stdout).toContain('install CLIENT');
    expect((await runBin(['mcp', '--print-config', 'codex'])).stdout).toContain('[mcp_servers.perfxpert]');
  });

  it('hands on its exit code', async () => {
    expect((await runBin(['mcp', '--nonsense'])).code).toBe(2);
  });

  it('is listed', async () => {
    expect((await runBin(['--help'])).stdout).toMatch(/\n {2}mcp /);
  });
});
