import { Device } from './device.js';
import type { DeviceOperation, Meeting } from './device.js';
import { estimateKernel } from './kernel-model.js';
import type { KernelEstimate, KernelModel } from './kernel-model.js';
import { createNoise } from './noise.js';
import type { Noise } from './noise.js';
import type { Part } from './parts.js';
import type {
  Direction,
  RecordedAllocation,
  RecordedCopy,
  RecordedKernel,
  RecordedRegion,
  Recording,
} from './recording.js';

/** Factors on durations, for asking what a faster kind of operation would bring. */
export interface Speed {
  readonly api?: number;
  readonly copies?: number;
  readonly kernels?: number;
  readonly collectives?: number;
}

/** How a run differs from the planted program. */
export interface RunOptions {
  readonly seed: number;
  /** Names of causes and distractors that are taken out. */
  readonly without?: readonly string[];
  readonly speed?: Speed;
  /** A kernel that takes its duration divided by a factor. */
  readonly faster?: { readonly name: string; readonly factor: number };
  /** Standard deviation of kernel durations. Default 0.03. */
  readonly spread?: number;
  /** When the other ranks are through with each collective, in order of submission. Without: this rank is alone. */
  readonly meetings?: readonly number[];
}

/** A copy as the program asks for it. */
export interface CopyRequest {
  readonly direction: Direction;
  readonly bytes: number;
  readonly stream?: number;
  /** From or to memory that the runtime cannot page-lock in time: the call blocks, at a share of the link's rate. */
  readonly pageable?: boolean;
  /** `hipMemcpy`: waits for the copy. */
  readonly blocking?: boolean;
}

/** A launch as the program asks for it. */
export interface LaunchOptions {
  readonly stream?: number;
  /** Function of the runtime that launches. Default `hipLaunchKernel`. */
  readonly via?: string;
  /** Duration times this: a cold first dispatch, for instance. */
  readonly slower?: number;
  /** Time that the call takes on top: loading code, for instance. */
  readonly callExtraNs?: number;
}

/** Mean durations of calls, ns: plausible figures, not measurements. */
const CALL_NS: Readonly<Record<string, number>> = {
  hipLaunchKernel: 4400,
  hipModuleLaunchKernel: 4900,
  hipExtModuleLaunchKernel: 5100,
  hipGraphLaunch: 18000,
  hipMemcpyAsync: 5800,
  hipMemcpy: 3400,
  hipDeviceSynchronize: 1900,
  hipStreamSynchronize: 1700,
  hipEventRecord: 1500,
  hipStreamWaitEvent: 1300,
  hipGetDevice: 260,
  hipSetDevice: 310,
  hipPeekAtLastError: 240,
  hipGetLastError: 230,
  hipStreamIsCapturing: 320,
  hipPointerGetAttributes: 520,
};
const REACH_NS = 3100;
const WAKE_NS = 4800;
const PAUSE_NS = 1250;
/** Pauses between kernels of a graph, as a share of those between launches: the queue holds them already. */
const GRAPH_PAUSE = 0.6;
const COPY_SETUP_NS = 2600;
/** Ranks see the end of a collective about this long after the last of them is through. */
const LEAVE_NS = 400;
/** Share of the units that a kernel with work for all of them takes: small ones of other streams still find room. */
const UNIT_SHARE = 0.8;
/** Rate of a pageable copy as a share of the link: the driver stages it through a small buffer of its own. */
const PAGEABLE_SHARE = 0.2;
/** What a hidden detour through a staging buffer costs before the first byte, ns. */
const PAGEABLE_SETUP_NS = 9000;

/** What is special about a call. */
interface CallDetails {
  readonly durationNs?: number | undefined;
  readonly args?: Readonly<Record<string, string | number>>;
  readonly kind?: 'hip' | 'rccl';
  /** Tells apart the noise of calls of one function. */
  readonly label?: string;
}

/** The host thread of a program, with the GPU it drives. Each method is one statement of the program. */
export class Host {
  private now = 0;
  private stackCount = 0;
  private step = -1;
  private readonly device = new Device();
  private readonly noise: Noise;
  private readonly without: ReadonlySet<string>;
  private readonly speed: Speed;
  private readonly operations: { operation: DeviceOperation; finish: () => void }[] = [];
  private readonly kernels: RecordedKernel[] = [];
  private readonly copies: RecordedCopy[] = [];
  private readonly regions: RecordedRegion[] = [];
  private readonly allocations: RecordedAllocation[] = [];
  private readonly waits = new Map<number, DeviceOperation[]>();
  private readonly estimates = new Map<KernelModel, KernelEstimate>();
  private readonly hostStepEnds: number[] = [];
  private readonly collectives: DeviceOperation[] = [];

  constructor(
    private readonly part: Part,
    private readonly options: RunOptions,
  ) {
    this.noise = createNoise(options.seed);
    this.without = new Set(options.without ?? []);
    this.speed = options.speed ?? {};
  }

  /** Whether a cause or distractor is in this run. */
  has(name: string): boolean {
    return !this.without.has(name);
  }

  /** Work of the host that no profiler sees. */
  work(durationNs: number, key = 'host work', spread = 0.06): void {
    this.now += durationNs * this.noise.factor('host', key, spread);
  }

  /** A call that does nothing on the GPU. */
  call(name: string, durationNs?: number, args: Readonly<Record<string, string | number>> = {}): void {
    this.inCall(name, { durationNs, args }, () => undefined);
  }

  /** Starts a kernel. */
  launch(model: KernelModel, options: LaunchOptions = {}): void {
    const body = (stackId: number): void => {
      this.now += options.callExtraNs ?? 0;
      this.submitKernel(model, options.stream ?? 0, stackId, options.slower ?? 1);
    };
    this.inCall(options.via ?? 'hipLaunchKernel', { label: model.noiseKey ?? model.name }, body);
  }

  /** Starts a recorded graph of kernels with one call. */
  launchGraph(models: readonly KernelModel[], stream = 0): void {
    const body = (stackId: number): void => {
      for (const model of models) this.submitKernel(model, stream, stackId, 1, GRAPH_PAUSE);
    };
    this.inCall('hipGraphLaunch', {}, body);
  }

  /** Copies between host and device. */
  copy(request: CopyRequest): void {
    const stream = request.stream ?? 0;
    const pageable = request.pageable ?? false;
    const blocking = request.blocking ?? false;
    const rate = this.part.linkGbps * (pageable ? PAGEABLE_SHARE : 1);
    const factor = this.noise.factor('copy', request.direction, 0.025) * (this.speed.copies ?? 1);
    const setupNs = pageable ? PAGEABLE_SETUP_NS : COPY_SETUP_NS;
    const durationNs = (setupNs + request.bytes / rate) * factor;
    const { direction, bytes } = request;
    const body = (stackId: number): void => {
      const operation = this.submit(stream, durationNs, 0, direction, direction);
      const { step } = this;
      this.onFinish(operation, (span) => this.copies.push({ ...span, direction, bytes, stream, stackId, step }));
      if (blocking || pageable) this.waitFor(operation, direction);
    };
    this.inCall(blocking ? 'hipMemcpy' : 'hipMemcpyAsync', { label: direction, args: { sizeBytes: bytes } }, body);
  }

  /** `hipDeviceSynchronize`. */
  synchronizeDevice(): void {
    this.inCall('hipDeviceSynchronize', {}, () => this.waitForAll());
  }

  /** `hipStreamSynchronize`. */
  synchronizeStream(stream = 0): void {
    this.inCall('hipStreamSynchronize', {}, () => {
      const last = this.device.last(stream);
      if (last !== null) this.waitFor(last, 'stream');
    });
  }

  /** What comes next on one stream waits for what is on another now (`hipEventRecord`, `hipStreamWaitEvent`). */
  join(waiting: number, finished: number): void {
    this.call('hipEventRecord');
    this.call('hipStreamWaitEvent');
    const last = this.device.last(finished);
    if (last !== null) this.waits.set(waiting, [...(this.waits.get(waiting) ?? []), last]);
  }

  /** `hipMalloc`. */
  allocate(bytes: number, durationNs: number): void {
    const body = (stackId: number, startNs: number): void => this.addAllocation('ALLOC', bytes, stackId, startNs);
    this.inCall('hipMalloc', { durationNs, args: { size: bytes } }, body);
  }

  /** `hipFree`, which waits until the device is idle. */
  free(bytes: number, durationNs: number): void {
    this.inCall('hipFree', { durationNs }, (stackId, startNs) => {
      this.waitForAll();
      this.addAllocation('FREE', bytes, stackId, startNs);
    });
  }

  /** A collective of a number of elements. It takes some time on a stream of its own beside compute kernels. */
  collective(name: string, kernel: string, elements: number, durationNs: number, stream: number): void {
    const factor = this.noise.factor('collective', name, 0.03) * (this.speed.collectives ?? 1);
    const countName = name === 'ncclAllReduce' ? 'count' : 'sendcount';
    const args = { [countName]: elements, datatype: '9', comm: '0x55d2c0a81000', stream: String(stream) };
    const body = (stackId: number): void => {
      const operation = this.submit(stream, durationNs * factor, 0, 'network', name, 1, this.meeting(name));
      this.collectives.push(operation);
      const { step } = this;
      this.onFinish(operation, (span) => {
        this.kernels.push({ ...span, name: kernel, model: null, stream, stackId, step });
      });
    };
    this.inCall(name, { durationNs: 9500, args, kind: 'rccl' }, body);
  }

  /** When this rank was through with each of its collectives, whoever else came later. The program has ended. */
  readyNs(): number[] {
    return this.collectives.map(({ startNs, durationNs }) => (startNs ?? 0) + durationNs);
  }

  /** A range that the program marks. */
  marked(text: string, body: () => void): void {
    const startNs = this.now;
    this.stackCount += 1;
    const stackId = this.stackCount;
    body();
    this.regions.push({ ...whole(startNs, this.now), kind: 'marker', name: text, stackId, args: {} });
  }

  /** One step of the main loop; marked if it has a text. */
  loopStep(text: string | null, body: () => void): void {
    this.step += 1;
    if (text === null) body();
    else this.marked(text, body);
    this.hostStepEnds.push(this.now);
  }

  /** Waits for all and returns what was recorded. The program has ended. */
  finish(): Recording {
    this.step = -1;
    this.synchronizeDevice();
    for (const { operation, finish } of this.operations) {
      this.device.endOf(operation);
      finish();
    }
    const gpuEnds = this.hostStepEnds.map(() => 0);
    for (const { step, endNs } of [...this.kernels, ...this.copies]) {
      if (step >= 0) gpuEnds[step] = Math.max(gpuEnds[step] ?? 0, endNs);
    }
    // A step is over when the GPU is done with it; one without GPU work when the host is.
    const ends = this.hostStepEnds.map((hostEnd, step) => gpuEnds[step] || Math.round(hostEnd));
    const { part, kernels, copies, regions, allocations } = this;
    const byStart = <T extends { startNs: number }>(items: T[]): T[] => items.sort((a, b) => a.startNs - b.startNs);
    byStart(kernels);
    byStart(copies);
    byStart(regions);
    return { part, kernels, copies, regions, allocations, stepEndsNs: ends };
  }

  private inCall(name: string, details: CallDetails, body: (stackId: number, startNs: number) => void): void {
    const { kind = 'hip', args = {}, label = '' } = details;
    this.now += 330 * this.noise.factor(`between ${name}`, label, 0.3);
    const startNs = this.now;
    this.stackCount += 1;
    const stackId = this.stackCount;
    const mean = details.durationNs ?? CALL_NS[name] ?? 1000;
    this.now += mean * this.noise.factor(`call ${name}`, label, 0.12) * (this.speed.api ?? 1);
    body(stackId, startNs);
    this.regions.push({ ...whole(startNs, this.now), kind, name, stackId, args });
    this.device.advanceTo(this.now);
  }

  private meeting(name: string): Meeting | null {
    const { meetings } = this.options;
    if (meetings === undefined) return null;
    const leaveNs = LEAVE_NS * this.noise.factor('leave', name, 0.15);
    return { untilNs: meetings[this.collectives.length] ?? 0, leaveNs };
  }

  private submitKernel(model: KernelModel, stream: number, stackId: number, slower: number, pause = 1): void {
    const estimate = this.estimateOf(model);
    const key = model.noiseKey ?? model.name;
    const { faster, spread = 0.03 } = this.options;
    const gain = faster?.name === model.name ? faster.factor : 1;
    const factor = (this.noise.factor('kernel', key, spread) * slower * (this.speed.kernels ?? 1)) / gain;
    const share = UNIT_SHARE * estimate.fill;
    const operation = this.submit(stream, estimate.durationNs * factor, share, null, key, pause);
    const { step } = this;
    this.onFinish(operation, (span) => {
      this.kernels.push({ ...span, name: model.name, model, stream, stackId, step });
    });
  }

  private estimateOf(model: KernelModel): KernelEstimate {
    const known = this.estimates.get(model);
    if (known !== undefined) return known;
    const estimate = estimateKernel(model, this.part);
    this.estimates.set(model, estimate);
    return estimate;
  }

  private submit(
    stream: number,
    durationNs: number,
    share: number,
    engine: string | null,
    label: string,
    pause = 1,
    meeting: Meeting | null = null,
  ): DeviceOperation {
    const after = this.waits.get(stream) ?? [];
    this.waits.delete(stream);
    const operation: DeviceOperation = {
      ...{ stream, durationNs, share, engine, after, startNs: null, endNs: null },
      arrivesNs: this.now + REACH_NS * this.noise.factor('reach', label, 0.12),
      pauseNs: PAUSE_NS * pause * this.noise.factor('pause', label, 0.15),
      ...(meeting === null ? {} : { meeting }),
    };
    this.device.submit(operation);
    return operation;
  }

  private waitForAll(): void {
    for (const operation of this.device.lastOfAll()) this.waitFor(operation, 'device');
  }

  private waitFor(operation: DeviceOperation, label: string): void {
    const endNs = this.device.endOf(operation);
    if (endNs > this.now) this.now = endNs + WAKE_NS * this.noise.factor('wake', label, 0.15);
  }

  private addAllocation(type: 'ALLOC' | 'FREE', bytes: number, stackId: number, startNs: number): void {
    this.allocations.push({ ...whole(startNs + 200, this.now - 100), type, bytes, stackId });
  }

  private onFinish(operation: DeviceOperation, record: (span: { startNs: number; endNs: number }) => void): void {
    this.operations.push({ operation, finish: () => record(whole(operation.startNs ?? 0, operation.endNs ?? 0)) });
  }
}

function whole(startNs: number, endNs: number): { startNs: number; endNs: number } {
  return { startNs: Math.round(startNs), endNs: Math.round(endNs) };
}
