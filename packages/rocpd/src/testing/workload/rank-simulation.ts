import { createRandom } from '../random.js';
import type { Random } from '../random.js';
import { CALL_AFTER_LAUNCH_NS, COPY_BYTES_PER_NS, COPY_SETUP_NS, DISPATCH_GAP_NS, SMALL_CALLS } from './host-model.js';
import type { RankPlace } from './reused-records.js';
import { SimulationRecorder } from './simulation-recorder.js';
import type { SimulationSink } from './simulation-recorder.js';
import type { KernelKind, StepAction, Workload } from './workload.js';

/** A collective that this rank has entered: when its kernel starts here, and how long the transfer takes then. */
export interface CollectiveArrival {
  readonly startNs: number;
  readonly transferNs: number;
}

const COLLECTIVE_STREAM = 20;
const COPY_STREAM = 30;
/** Bytes per nanosecond that a ring over a few GPUs reaches. */
const COLLECTIVE_BYTES_PER_NS = 180;
const COLLECTIVE_SETUP_NS = 25_000;

/**
 * Runs a workload on one host thread and one GPU, in simulated time: calls take time, the GPU runs what was launched in
 * order per stream and idles when the host is late. Equal arguments give equal records, so a caller may run it once per
 * table instead of keeping records.
 */
export class RankSimulation {
  readonly recorder: SimulationRecorder;
  private hostNs = 0;
  private stackId = 0;
  private readonly computeNs: Float64Array;
  private collectiveNs = 0;
  private copyNs = 0;
  private readonly program: Random;
  private readonly noise: Random;
  private readonly openMarkers: { readonly message: string; readonly startNs: number; readonly stackId: number }[] = [];
  private nextStream = 0;
  private readonly slowness: number;

  constructor(
    private readonly workload: Workload,
    place: RankPlace,
    seed: number,
    sink: SimulationSink,
  ) {
    // All ranks run the same program, each with noise of its own.
    this.program = createRandom(seed);
    this.noise = createRandom(seed + (place.rank + 1) * 7919);
    this.computeNs = new Float64Array(workload.computeStreams);
    this.recorder = new SimulationRecorder(workload, place, sink);
    this.slowness = workload.slowRank?.rank === place.rank ? workload.slowRank.factor : 1;
  }

  /** Last moment of the recording so far, relative to its start. */
  get endNs(): number {
    return Math.max(this.hostNs, this.gpuEndNs());
  }

  /** Runs to the end. Yields at each collective and must be given the time at which it ends on all ranks. */
  *run(): Generator<CollectiveArrival, void, number> {
    for (let step = 0; this.hasWork(); step += 1) {
      for (const action of this.workload.step) {
        if (action.kind !== 'collective') this.act(action, step);
        else if (this.hasWork()) this.finishCollective(yield this.enterCollective(action.bytes));
      }
    }
    this.synchronize();
  }

  private hasWork(): boolean {
    return this.recorder.dispatchCount < this.workload.dispatches;
  }

  private act(action: Exclude<StepAction, { kind: 'collective' }>, step: number): void {
    switch (action.kind) {
      case 'kernels':
        return this.launchKernels(action.count, action.only);
      case 'copy':
        return this.launchCopy(action);
      case 'wait_collectives':
        return this.waitForCollectives();
      case 'pause':
        this.hostNs += this.scatter(action.ns, 0.15);
        return;
      case 'synchronize':
        return this.synchronize();
      case 'push':
        this.openMarkers.push({
          message: action.message.replaceAll('{step}', String(step)),
          startNs: this.hostNs,
          stackId: (this.stackId += 1),
        });
        this.hostNs += this.scatter(400, 0.2);
        return;
      case 'pop':
        return this.popMarker();
    }
  }

  private launchKernels(count: number, only: readonly number[] | null): void {
    const { kinds, pick } = this.workload;
    const launches = only === null ? count : only.length;
    for (let index = 0; index < launches && this.hasWork(); index += 1) {
      const kind = kinds[only === null ? pick(this.program) : (only[index] ?? 0)];
      if (kind !== undefined) this.launchKernel(kind);
    }
  }

  private launchKernel(kind: KernelKind): void {
    const stream = this.nextStream;
    this.nextStream = stream + 1 === this.computeNs.length ? 0 : stream + 1;
    const launchEndNs = this.launchCall(kind.launchCall, this.parentStackId());
    const free = this.computeNs[stream] ?? 0;
    const startNs = Math.max(free + DISPATCH_GAP_NS, launchEndNs + this.scatter(CALL_AFTER_LAUNCH_NS, 0.2));
    const endNs = startNs + this.scatter(kind.medianNs * this.slowness, kind.sigma);
    this.computeNs[stream] = endNs;
    this.recorder.addKernel(kind, stream, startNs, endNs, this.stackId);
  }

  /** Small calls and the launch itself; returns the end of the launch, whose stack id is the newest one. */
  private launchCall(name: string, parentStackId: number): number {
    for (let index = 1; index < this.workload.callsPerDispatch; index += 1) {
      const call = SMALL_CALLS[(this.recorder.dispatchCount + index) % SMALL_CALLS.length];
      if (call !== undefined) this.call(call.name, call.category, this.scatter(call.medianNs, 0.2), parentStackId);
    }
    this.call(name, 'HIP_RUNTIME_API_EXT', this.scatter(this.workload.launchNs, 0.25), parentStackId);
    const endNs = this.hostNs;
    this.hostNs += this.scatter(this.workload.launchGapNs, 0.3);
    return endNs;
  }

  /** A call that starts now: records it, and moves the host to its end. */
  private call(name: string, category: string, durationNs: number, parentStackId: number): void {
    const startNs = this.hostNs;
    this.hostNs = startNs + durationNs;
    this.recorder.addRegion(name, category, startNs, this.hostNs, (this.stackId += 1), parentStackId, null);
    this.hostNs += 60;
  }

  private launchCopy({ direction, bytes, mode }: Extract<StepAction, { kind: 'copy' }>): void {
    const isBlocking = mode === 'blocking';
    const callStartNs = this.hostNs;
    const stackId = (this.stackId += 1);
    const callNs = this.scatter(4000, 0.2);
    // A blocking copy from pageable memory is staged by the host, and reaches a fraction of the rate of a pinned one.
    const rate = isBlocking ? COPY_BYTES_PER_NS / 4 : COPY_BYTES_PER_NS;
    const free = mode === 'overlapped' ? this.copyNs : this.computeEndNs();
    const startNs = Math.max(free + DISPATCH_GAP_NS, callStartNs + callNs);
    const endNs = startNs + this.scatter(COPY_SETUP_NS + bytes / rate, 0.05);
    if (mode === 'overlapped') this.copyNs = endNs;
    else this.computeNs.fill(endNs);
    const callEndNs = isBlocking ? endNs + this.scatter(3000, 0.2) : callStartNs + callNs;
    const name = isBlocking ? 'hipMemcpyWithStream' : 'hipMemcpyAsync';
    this.recorder.addRegion(name, 'HIP_RUNTIME_API_EXT', callStartNs, callEndNs, stackId, this.parentStackId(), null, [
      { type: 'size_t', name: 'sizeBytes', value: String(bytes) },
    ]);
    this.hostNs = callEndNs + 200;
    this.recorder.addCopy(direction, bytes, mode === 'overlapped' ? COPY_STREAM : 0, startNs, endNs, stackId);
  }

  /** Calls the library, which launches its kernel; that starts as soon as the data of this rank is there. */
  private enterCollective(bytes: number): CollectiveArrival {
    const callStartNs = this.hostNs;
    const callStackId = (this.stackId += 1);
    this.hostNs += 2000;
    const launchEndNs = this.launchCall('hipLaunchKernelExC', callStackId);
    this.recorder.addRegion(
      'ncclAllReduce',
      'RCCL_API',
      callStartNs,
      this.hostNs,
      callStackId,
      this.parentStackId(),
      null,
    );
    const ready = Math.max(this.collectiveNs + DISPATCH_GAP_NS, this.computeEndNs());
    const startNs = Math.max(ready, launchEndNs + this.scatter(CALL_AFTER_LAUNCH_NS, 0.2));
    // Taken from the program's randomness, because the transfer is the same for all ranks.
    const transferNs = Math.round(
      (COLLECTIVE_SETUP_NS + bytes / COLLECTIVE_BYTES_PER_NS) * (1 + 0.1 * this.program.next()),
    );
    this.collectiveNs = startNs;
    return { startNs, transferNs };
  }

  private finishCollective(endNs: number): void {
    this.recorder.addKernel(this.workload.collectiveKind, COLLECTIVE_STREAM, this.collectiveNs, endNs, this.stackId);
    this.collectiveNs = endNs;
  }

  private waitForCollectives(): void {
    this.call('hipStreamWaitEvent', 'HIP_RUNTIME_API_EXT', this.scatter(1500, 0.2), this.parentStackId());
    for (let stream = 0; stream < this.computeNs.length; stream += 1)
      this.computeNs[stream] = Math.max(this.computeNs[stream] ?? 0, this.collectiveNs);
  }

  private synchronize(): void {
    const waitNs = Math.max(0, this.gpuEndNs() - this.hostNs) + this.scatter(3000, 0.2);
    this.call('hipDeviceSynchronize', 'HIP_RUNTIME_API_EXT', waitNs, this.parentStackId());
  }

  private popMarker(): void {
    const marker = this.openMarkers.pop();
    if (marker === undefined) throw new RangeError('A workload closes more markers than it opens');
    const { message, startNs, stackId } = marker;
    const parentStackId = this.parentStackId();
    this.recorder.addRegion(
      'roctxThreadRangeA',
      'MARKER_CORE_RANGE_API',
      startNs,
      this.hostNs,
      stackId,
      parentStackId,
      message,
    );
    this.hostNs += this.scatter(400, 0.2);
  }

  private parentStackId(): number {
    return this.openMarkers.at(-1)?.stackId ?? 0;
  }

  private computeEndNs(): number {
    let end = 0;
    for (const streamEnd of this.computeNs) if (streamEnd > end) end = streamEnd;
    return end;
  }

  private gpuEndNs(): number {
    return Math.max(this.computeEndNs(), this.collectiveNs, this.copyNs);
  }

  /** A whole number of nanoseconds, log-normal around a median. */
  private scatter(medianNs: number, sigma: number): number {
    return Math.max(1, Math.round(medianNs * Math.exp(sigma * this.noise.normal())));
  }
}
