import { describe, expect, it } from '@jest/globals';
import { severityOf } from '../../../src/lib/facts/severity-of.js';

describe('severityOf', () => {
  it.each([
    [25, 'HIGH', 'CRITICAL'],
    [20, 'HIGH', 'CRITICAL'],
    [19.999, 'MEDIUM', 'HOT'],
    [5, 'MEDIUM', 'HOT'],
    [4.999, 'LOW', 'WARM'],
    [1, 'LOW', 'WARM'],
    [0.999, 'INFO', 'COOL'],
  ])('R1: %d percent is %s', (percent, severity, label) => {
    expect(severityOf(percent)).toEqual({ severity, severity_label: label });
  });

  it.each([[null], [Number('banana')], [-5]])('R2: %p is no share: INFO', (percent) => {
    expect(severityOf(percent)).toEqual({ severity: 'INFO', severity_label: 'COOL' });
  });
});
