import { describe, expect, it } from '@jest/globals';
import { analyzeMonitorLog } from '../../../src/lib/gpu-monitor/analyze-monitor-log.js';
import { METRIC_7, ROCM_SMI } from '../../catalog/gpu-runtime-monitor/__fixtures__/logs.js';

const contextOf = (text: string, gpuMonitorLog?: string) => ({
  readText: (path: string) =>
    path === 'gpu.log' ? Promise.resolve(text) : Promise.reject(Object.assign(new Error('no'), { code: 'ENOENT' })),
  settings: gpuMonitorLog === undefined ? {} : { gpuMonitorLog },
});

describe('analyzeMonitorLog', () => {
  it('tells the two programs apart by content', async () => {
    expect(await analyzeMonitorLog(contextOf(JSON.stringify(METRIC_7), 'gpu.log'))).toMatchObject({
      source: 'amd-smi',
      has_data: true,
      max_temp_c: 66,
      verdict: 'healthy',
    });
    expect(await analyzeMonitorLog(contextOf(JSON.stringify(ROCM_SMI), 'gpu.log'), { tjmax_c: 70 })).toMatchObject({
      source: 'rocm-smi',
      verdict: 'throttling',
    });
  });

  it('is absent without the setting, and says why a log is no help', async () => {
    expect(await analyzeMonitorLog(contextOf(''))).toBeNull();
    expect(await analyzeMonitorLog(contextOf('', ''))).toBeNull();
    expect(await analyzeMonitorLog(contextOf('', 'other.log'))).toMatchObject({
      has_data: false,
      source: null,
      verdict: 'unknown',
      reason: 'There is no such file.',
    });
    expect(await analyzeMonitorLog(contextOf('x', 'gpu.log'))).toMatchObject({
      has_data: false,
      source: null,
      reason: 'There are no samples.',
    });
  });
});
