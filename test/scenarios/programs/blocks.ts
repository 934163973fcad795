import type { Host } from '../host.js';
import type { KernelModel } from '../kernel-model.js';
import type { NumberFormat } from '../parts.js';
import type { Distractor } from '../scenario.js';

const MB = 1_000_000;

/** A kernel that streams some megabytes through the units, one multiply-add per four bytes written. */
export function streaming(name: string, readMb: number, writeMb: number, more: Partial<KernelModel> = {}): KernelModel {
  const workgroups = Math.max(1, Math.ceil((Math.max(readMb, writeMb) * MB) / (256 * 16)));
  const vector = { format: 'F32', flops: (writeMb * MB) / 2 } as const;
  return { name, workgroups, vgpr: 24, readBytes: readMb * MB, writeBytes: writeMb * MB, vector, ...more };
}

/** A product of an m x k and a k x n matrix with matrix instructions, in tiles of 128 x 128. */
export function matrixProduct(
  name: string,
  [m, n, k]: readonly [number, number, number],
  format: NumberFormat,
  more: Partial<KernelModel> = {},
): KernelModel {
  const bytes = format === 'F64' ? 8 : format === 'F32' ? 4 : 2;
  return {
    name,
    workgroups: Math.ceil(m / 128) * Math.ceil(n / 128),
    ...{ vgpr: 96, accumVgpr: 64, ldsBytes: 16_384 },
    readBytes: (m * k + k * n) * bytes,
    writeBytes: m * n * bytes,
    accessBytes: 16,
    matrix: { format, flops: 2 * m * n * k },
    lds: { instructions: (m * n * k) / 65_536, ways: 1 },
    l2HitRate: 0.8,
    efficiency: 0.86,
    ...more,
  };
}

/** What programs do before their work: ask for the device, upload a little, clear a buffer, wait. */
export function startUp(host: Host, megabytes = 3): void {
  for (const name of ['hipGetDevice', 'hipPeekAtLastError', 'hipStreamIsCapturing', 'hipPointerGetAttributes'])
    host.call(name);
  host.copy({ direction: 'host_to_device', bytes: megabytes * MB, blocking: true });
  host.launch({
    name: '__amd_rocclr_fillBufferAligned',
    workgroups: 32,
    vgpr: 16,
    readBytes: 131_072,
    writeBytes: 131_072,
  });
  host.synchronizeDevice();
}

/** Questions that frameworks ask the runtime before each launch. */
export function chatter(host: Host): void {
  if (!host.has('hidden_api')) return;
  for (const name of ['hipGetDevice', 'hipPeekAtLastError', 'hipStreamIsCapturing']) host.call(name);
}

/** Many short calls that all lie under running GPU work. */
export const HIDDEN_API: Distractor = {
  name: 'hidden_api',
  what: 'many short API calls, all of them under running GPU work',
  names: ['hipGetDevice', 'hipPeekAtLastError', 'hipStreamIsCapturing', 'hipPointerGetAttributes'],
  match: ['api overhead', 'launch overhead', 'hip graph'],
};

const COPY_WORDS = ['memory transfer|memcpy|host.to.device|device.to.host|h2d|d2h|pinned|copies'];
const COPY_NAMES = ['MEMORY_COPY_HOST_TO_DEVICE', 'MEMORY_COPY_DEVICE_TO_HOST'];

/** Copies under running kernels. */
export const HIDDEN_COPIES: Distractor = {
  name: 'hidden_copies',
  what: 'copies that lie wholly under running kernels',
  names: COPY_NAMES,
  match: COPY_WORDS,
};

/** A big copy before the loop. */
export const ONE_BIG_COPY: Distractor = {
  name: 'one_big_copy',
  what: 'one big copy outside the steady state',
  names: COPY_NAMES,
  match: COPY_WORDS,
};

/** A pause before the loop. */
export const IDLE_PROLOGUE: Distractor = {
  name: 'idle_prologue',
  what: 'idle time before the loop',
  names: [],
  match: ['gpu idle|idle time|gpu utili[sz]ation'],
};

/** A slow first dispatch. */
export const SLOW_FIRST: Distractor = {
  name: 'slow_first',
  what: 'one slow first dispatch',
  names: [],
  match: ['warm.?up', 'first dispatch|first call'],
};

/** Small kernels of another stream beside the main work. */
export const SIDE_STREAM: Distractor = {
  name: 'side_stream',
  what: 'small kernels on a second stream, beside the main work',
  names: [],
  match: ['second stream|side stream'],
};

/** The kernel with the largest share of the kernel time, which is not what the program waits for. */
export function hotKernel(name: string): Distractor {
  return {
    name: null,
    kernel: name,
    what: 'the kernel with the largest share of kernel time',
    names: [name],
    match: ['kernel hotspot|hotspot|compute.bound kernel'],
  };
}

/** Uploads under running kernels, if the run has them. */
export function hiddenCopy(host: Host, megabytes: number, stream = 7): void {
  if (host.has('hidden_copies')) host.copy({ direction: 'host_to_device', bytes: megabytes * MB, stream });
}

/** A blocking upload before the loop, if the run has it. */
export function oneBigCopy(host: Host, megabytes: number): void {
  if (host.has('one_big_copy')) host.copy({ direction: 'host_to_device', bytes: megabytes * MB, blocking: true });
}

/** A pause of the host before the loop, if the run has it. */
export function idlePrologue(host: Host, milliseconds: number): void {
  if (host.has('idle_prologue')) host.work(milliseconds * MB, 'prologue');
}

/** A first dispatch that is slower than the others, if the run has it, and a wait for it. */
export function slowFirst(host: Host, model: KernelModel, slower: number): void {
  host.launch(model, host.has('slow_first') ? { slower } : {});
  host.synchronizeDevice();
}

/** Calls a body for 0, 1, ..., count - 1. */
export function times(count: number, body: (index: number) => void): void {
  for (let index = 0; index < count; index += 1) body(index);
}
