import { describe, expect, it } from '@jest/globals';
import { shortDeviceLabels } from '../../../src/render/text/device-labels.js';

describe('shortDeviceLabels', () => {
  it('takes the first part that tells the devices apart', () => {
    expect(shortDeviceLabels(['GPU 0, rank 0', 'GPU 1, rank 0'])).toEqual(['GPU 0', 'GPU 1']);
    expect(shortDeviceLabels(['GPU 0, rank 0', 'GPU 0, rank 1'])).toEqual(['rank 0', 'rank 1']);
  });

  it('keeps whole labels where no part does', () => {
    const labels = ['GPU 0, rank 0', 'GPU 0, rank 1', 'GPU 1, rank 1'];
    expect(shortDeviceLabels(labels)).toEqual(labels);
  });
});
