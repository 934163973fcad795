import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import * as rocpd from '../src/index.js';

describe('the package', () => {
  it('exports these values', () => {
    expect(Object.keys(rocpd).sort()).toEqual(['RocpdError', 'isMarkerCategory', 'openTrace', 'readFlatKernels']);
  });

  it('exports these types', () => {
    const text = fs.readFileSync(path.resolve(import.meta.dirname, '../src/index.ts'), 'utf8');
    const types = [...text.matchAll(/export type \{([^}]*)\}/g)].flatMap(([, list]) =>
      list!.split(',').map((word) => word.trim()),
    );
    expect(types.filter((word) => word !== '').sort()).toEqual([
      'CopyColumns',
      'CopyDetails',
      'CounterColumns',
      'DispatchColumns',
      'DroppedRows',
      'FlatKernels',
      'IdArray',
      'IndexArray',
      'LaunchShape',
      'LoadOptions',
      'OpenOptions',
      'PointDetails',
      'PointReading',
      'ProcessColumns',
      'RegionColumns',
      'RegionDetails',
      'RocpdErrorCode',
      'SampleSummary',
      'Trace',
      'TraceAgent',
      'TraceCounter',
      'TraceFile',
      'TraceKernel',
      'TraceLayout',
      'TraceNode',
      'TracePoint',
      'TraceProcess',
    ]);
  });

  it('has these entries, here and when published', () => {
    const manifest = JSON.parse(fs.readFileSync(path.resolve(import.meta.dirname, '../package.json'), 'utf8')) as {
      exports: object;
      publishConfig: { exports: object };
    };
    const entries = ['./package.json', '.', './testing'];
    expect([Object.keys(manifest.exports), Object.keys(manifest.publishConfig.exports)]).toEqual([entries, entries]);
  });
});
