import type { CopyRecord, KernelRecord, RegionRecord } from '../writers/trace-writer.js';
import { counterValues } from './counter-values.js';
import { blankCopy, blankKernel, blankRegion } from './reused-records.js';
import type { RankPlace } from './reused-records.js';
import type { KernelKind, Workload } from './workload.js';

/** Takes the records of a simulated process; the records are reused for the next ones. Null leaves a kind out. */
export interface SimulationSink {
  readonly addRegion: ((record: RegionRecord) => void) | null;
  readonly addKernel: ((record: KernelRecord) => void) | null;
  readonly addCopy: ((record: CopyRecord) => void) | null;
}

/** Records are counted but go nowhere. */
export const NO_SINK: SimulationSink = { addRegion: null, addKernel: null, addCopy: null };

/** Turns what a simulation does into records for its sink. */
export class SimulationRecorder {
  dispatchCount = 0;
  regionCount = 0;
  copyCount = 0;
  private readonly region: RegionRecord;
  private readonly kernel: KernelRecord;
  private readonly copy: CopyRecord;

  constructor(
    private readonly workload: Workload,
    private readonly place: RankPlace,
    private readonly sink: SimulationSink,
  ) {
    this.region = blankRegion(place);
    this.kernel = blankKernel(place, workload.collectiveKind.symbol);
    this.copy = blankCopy(place);
  }

  addRegion(
    name: string,
    category: string,
    startNs: number,
    endNs: number,
    stackId: number,
    parentStackId: number,
    message: string | null,
    args: RegionRecord['args'] = null,
  ): void {
    this.regionCount += 1;
    if (this.sink.addRegion === null) return;
    const { region } = this;
    region.name = name;
    region.category = category;
    region.startNs = startNs + this.place.originNs;
    region.endNs = endNs + this.place.originNs;
    region.stackId = stackId;
    region.parentStackId = parentStackId;
    region.message = message;
    region.args = args;
    this.sink.addRegion(region);
  }

  addKernel(kind: KernelKind, stream: number, startNs: number, endNs: number, stackId: number): void {
    this.dispatchCount += 1;
    if (this.sink.addKernel === null) return;
    const { kernel } = this;
    const { counterEvery } = this.workload;
    kernel.symbol = kind.symbol;
    kernel.dispatchId = this.dispatchCount;
    kernel.startNs = startNs + this.place.originNs;
    kernel.endNs = endNs + this.place.originNs;
    kernel.stream = stream;
    kernel.queue = stream + 1;
    kernel.workgroup = kind.workgroup;
    kernel.grid = kind.grid;
    kernel.ldsBytes = kind.ldsBytes;
    kernel.stackId = stackId;
    kernel.parentStackId = stackId;
    const isCounted = counterEvery > 0 && this.dispatchCount % counterEvery === 0;
    kernel.counters = isCounted ? counterValues(kind.counters, endNs - startNs) : null;
    this.sink.addKernel(kernel);
  }

  addCopy(
    direction: 'to_device' | 'to_host',
    bytes: number,
    stream: number,
    startNs: number,
    endNs: number,
    stackId: number,
  ): void {
    this.copyCount += 1;
    if (this.sink.addCopy === null) return;
    const { copy, place } = this;
    const isUpload = direction === 'to_device';
    copy.name = isUpload ? 'MEMORY_COPY_HOST_TO_DEVICE' : 'MEMORY_COPY_DEVICE_TO_HOST';
    copy.sourceAgentId = isUpload ? place.cpuId : place.gpuId;
    copy.destinationAgentId = isUpload ? place.gpuId : place.cpuId;
    copy.bytes = bytes;
    copy.stream = stream;
    copy.startNs = startNs + place.originNs;
    copy.endNs = endNs + place.originNs;
    copy.stackId = stackId;
    copy.parentStackId = stackId;
    this.sink.addCopy(copy);
  }
}
