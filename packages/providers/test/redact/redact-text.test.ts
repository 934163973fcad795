import { describe, expect, it } from '@jest/globals';
import { redactPaths, redactSecrets } from '../../src/index.js';
import { isSecretKey } from '../../src/redact/redact-secrets.js';

describe('redactPaths', () => {
  it.each([
    ['/home/user/repo/src/matmul.hip failed', '[REDACTED] failed'],
    ['File ../../secret/file.hip was accessed', 'File [REDACTED_PATH] was accessed'],
    ['C:\\Users\\dev\\project\\kernel.cu compiled', '[REDACTED] compiled'],
    ['/opt/rocm/lib and /tmp/output.db', '[REDACTED] and [REDACTED]'],
    ['src/kernels/gemm.hip', 'src/kernels/gemm.hip'],
    ['see (/home/u/x.db)', 'see ([REDACTED])'],
    ['/mnt/data/run.db', '[REDACTED]'],
    ['std::vector<int>', 'std::vector<int>'],
  ])('vector: %s', (text, expected) => {
    expect(redactPaths(text)).toBe(expected);
  });

  it.each([
    ['~/traces/run.db', '[REDACTED]'],
    ['~alice/run.db', '[REDACTED]'],
    ['file:///scratch/run.db opened', '[REDACTED] opened'],
    ['\\\\server\\share\\run.db', '[REDACTED]'],
    ['--out=/data/a/b.db,/data/c/d.db', '--out=[REDACTED],[REDACTED]'],
    ['-I/home/alice/include', '-I[REDACTED]'],
    ['hipcc -L/opt/rocm/lib x', 'hipcc -L[REDACTED] x'],
    ['"/home/john doe/run 1.db" failed', '"[REDACTED]" failed'],
    ["'/Users/jane/my run.db'", "'[REDACTED]'"],
    ['`/home/alice/x`', '`[REDACTED]`'],
    ['cd /root', 'cd [REDACTED]'],
    ['{"path":"/a/b"}', '{"path":"[REDACTED]"}'],
    ['x;/etc/passwd', 'x;[REDACTED]'],
    ['<a href=/home/u/x>', '<a href=[REDACTED]>'],
    ['D:/data/run.db', '[REDACTED]'],
    ['..\\..\\secret', '[REDACTED_PATH]'],
  ])('takes %s out', (text, expected) => {
    expect(redactPaths(text)).toBe(expected);
  });

  it.each([
    'a/b/c',
    'ns::op<float, 2>::operator/(ns::op const&)',
    'void k<(int)3>(float const*) [clone .kd]',
    'GB/s and 1/2',
    'https://example.org/a/b',
    'POST "/v1" or /v1',
    'a / b / c',
    '81.2 % of 304 CU',
    'Cijk_Alik_Bljk_HB_MT128x128x32_MI32x32x8x1_SN_1LDSB0',
  ])('leaves %s alone', (text) => {
    expect(redactPaths(text)).toBe(text);
  });

  it('takes time in proportion to the text', () => {
    // Patterns that go back and forth would not end on these within the time that the test runner allows.
    for (const text of ['/a'.repeat(200_000), '"/'.repeat(200_000), '../'.repeat(200_000), ' ~'.repeat(200_000)])
      expect(redactPaths(text).length).toBeLessThanOrEqual(text.length * 20);
  });
});

describe('redactSecrets', () => {
  it.each([
    ['sk-ant-api03-abcdef_GHI', '[REDACTED_SECRET]'],
    ['key sk-proj-abcdefgh12345', 'key [REDACTED_SECRET]'],
    ['ghp_abcdefghijklmnop', '[REDACTED_SECRET]'],
    ['github_pat_11ABC_abcdef', '[REDACTED_SECRET]'],
    ['glpat-abcdefgh-12345', '[REDACTED_SECRET]'],
    ['AKIAIOSFODNN7EXAMPLE', '[REDACTED_SECRET]'],
    ['xoxb-1234567890-abc', '[REDACTED_SECRET]'],
    ['AIzaSyA1234567890abcdefghijklmno', '[REDACTED_SECRET]'],
    ['eyJhbGciOi.eyJzdWIiOiIx.SflKxwRJSM', '[REDACTED_SECRET]'],
    ['Authorization: Bearer abc.def-123', 'Authorization: Bearer [REDACTED_SECRET]'],
    ['https://me:pa55word@host/x', 'https://[REDACTED_SECRET]@host/x'],
    ['API_KEY=abcdef1234', 'API_KEY=[REDACTED_SECRET]'],
    ['-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----', '[REDACTED_SECRET]'],
  ])('takes %s out', (text, expected) => {
    expect(redactSecrets(text)).toBe(expected);
  });

  it('takes given texts out wherever they stand, the longest first, also encoded for a URL', () => {
    const text = redactSecrets('a=hunter2, kernel_hunter2_nt, b=hunter2-long, c=p%40ss%20word', [
      'hunter2',
      'hunter2-long',
      'p@ss word',
    ]);
    expect(text).toBe('a=[REDACTED_SECRET], kernel_[REDACTED_SECRET]_nt, b=[REDACTED_SECRET], c=[REDACTED_SECRET]');
  });

  it.each([
    'task-force',
    'risk-adjusted-long-name',
    'gemm_sk-1',
    'bearer of news',
    'input_tokens: 412',
    'monkey=banana',
  ])('leaves %s alone', (text) => {
    expect(redactSecrets(text, ['', 'ab'])).toBe(text);
  });
});

describe('isSecretKey', () => {
  it.each([
    'api_key',
    'apiKey',
    'key',
    'x-api-key',
    'token',
    'authToken',
    'access_token_2',
    'SECRET_NAME',
    'password',
    'Authorization',
    'api_key_file',
  ])('is true for %s', (key) => {
    expect(isSecretKey(key)).toBe(true);
  });

  it.each(['key_findings', 'static_fallback_keys', 'input_tokens', 'token_count', 'monkey', 'keyword', 'name'])(
    'is false for %s',
    (key) => {
      expect(isSecretKey(key)).toBe(false);
    },
  );
});
