import { describe, expect, it } from '@jest/globals';
import {
  busFactor,
  datatypeBytes,
  messageBytes,
  payloadBytes,
} from '../../../../src/lib/facts/communication/collective-payload.js';

const payload = (args: Readonly<Record<string, string>>): number | null => payloadBytes(new Map(Object.entries(args)));

describe('busFactor', () => {
  it('RA-4: AllReduce 2(n-1)/n, AllGather (n-1)/n, Broadcast 1, nothing for one rank', () => {
    expect(busFactor('AllReduce', 8)).toBe(1.75);
    expect(busFactor('AllGather', 4)).toBe(0.75);
    expect(busFactor('ReduceScatter', 4)).toBe(0.75);
    expect(busFactor('AllToAll', 4)).toBe(0.75);
    expect(busFactor('Broadcast', 8)).toBe(1);
    expect(busFactor('SendRecv', 8)).toBe(1);
    expect(busFactor('AllReduce', 1)).toBe(0);
    expect(busFactor('Broadcast', 1)).toBe(0);
  });
});

describe('payloadBytes', () => {
  it('multiplies the count by the size of the data type', () => {
    expect(payload({ count: '1024', datatype: '7' })).toBe(4096);
    expect(payload({ sendcount: '10', datatype: 'ncclFloat16' })).toBe(20);
    expect(payload({ recvcount: '10', datatype: '"bf16"' })).toBe(20);
  });

  it('is null for what is not recorded or not known', () => {
    expect(payload({ datatype: '7' })).toBeNull();
    expect(payload({ count: '1024' })).toBeNull();
    expect(payload({ count: '1024', datatype: '99' })).toBeNull();
    expect(payload({ count: '1024', datatype: 'complex' })).toBeNull();
    expect(payload({ count: '-3', datatype: '7' })).toBeNull();
    expect(payload({ count: 'x', datatype: '7' })).toBeNull();
  });
});

describe('datatypeBytes', () => {
  it('knows the numbers of ncclDataType_t', () => {
    expect(Array.from({ length: 12 }, (_, number) => datatypeBytes(String(number)))).toEqual([
      1, 1, 4, 4, 8, 8, 2, 4, 8, 2, 1, 1,
    ]);
  });

  it('knows names with and without prefix', () => {
    expect(
      ['ncclFloat', 'float32', 'int8_t', 'ncclBfloat16', 'FP64', 'ncclFloat8e4m3', 'toString'].map(datatypeBytes),
    ).toEqual([4, 4, 1, 2, 8, 1, null]);
  });
});

describe('messageBytes', () => {
  it('counts the whole buffer: the shares of all ranks for gathering and scattering', () => {
    expect(messageBytes('AllReduce', 100, 4)).toBe(100);
    expect(messageBytes('AllGather', 100, 4)).toBe(400);
    expect(messageBytes('ReduceScatter', 100, 4)).toBe(400);
    expect(messageBytes('AllToAll', 100, 4)).toBe(400);
    expect(messageBytes('AllGather', 100, null)).toBeNull();
    expect(messageBytes('Broadcast', 100, null)).toBe(100);
  });
});
