import type { ProcessRequest, ProcessResult } from '../../../../src/tool/run-process.js';
import { ToolError } from '../../../../src/tool/tool-errors.js';

/** What a machine without a GPU shows, with outputs of commands (by `command first-argument`) and files put in. */
export interface MachineSpec {
  readonly outputs?: Readonly<Record<string, string>>;
  /** Results of commands that end otherwise. */
  readonly results?: Readonly<Record<string, Partial<ProcessResult>>>;
  /** Files by path, or what reading them raises. */
  readonly files?: Readonly<Record<string, string | Error>>;
}

const missing = (): Error => Object.assign(new Error('no such file'), { code: 'ENOENT' });

/** Functions of a tool's context that show that machine, and the requests that they got. */
export function machineOf({ outputs = {}, results = {}, files = {} }: MachineSpec) {
  const requests: ProcessRequest[] = [];
  const keyOf = ({ command, args }: ProcessRequest): string => [command, ...args.slice(0, 1)].join(' ');
  return {
    requests,
    runProcess: (request: ProcessRequest): Promise<ProcessResult> => {
      requests.push(request);
      const key = keyOf(request);
      const stdout = outputs[key];
      if (stdout === undefined && results[key] === undefined)
        return Promise.reject(new ToolError('NOT_FOUND', 'The program does not exist.'));
      const ended = { exit_code: 0, signal: null, stderr: '', timed_out: false, truncated: false };
      return Promise.resolve({ ...ended, stdout: stdout ?? '', ...results[key] });
    },
    readText: (path: string): Promise<string> => {
      const file = files[path] ?? missing();
      return typeof file === 'string' ? Promise.resolve(file) : Promise.reject(file);
    },
  };
}

/** `rocminfo` of a machine with one gfx1200. */
export const ROCMINFO_GFX1200 = `ROCk module is loaded
*******
Agent 1
*******
  Name:                    A processor
  Device Type:             CPU
  Node:                    0
  Compute Unit:            16
*******
Agent 2
*******
  Name:                    gfx1200
  Uuid:                    GPU-XX
  Marketing Name:          AMD Radeon RX 9060 XT
  Node:                    1
  Device Type:             GPU
  Max Clock Freq. (MHz):   3500
  Compute Unit:            32
  SIMDs per CU:            2
  Wavefront Size:          32(0x20)
  Max Waves Per CU:        32(0x20)
  Pool Info:
    Pool 1
      Segment:             GROUP
      Size:                64(0x40) KB
  ISA Info:
    ISA 1
      Name:                amdgcn-amd-amdhsa--gfx1200
`;

const NODES = '/sys/class/kfd/kfd/topology/nodes';

/** Files of KFD nodes, numbered from 0, one memory bank each. */
export function kfdFiles(
  nodes: readonly { readonly properties: object; readonly bank?: object; readonly gpuId?: number }[],
): Readonly<Record<string, string>> {
  const lines = (values: object): string =>
    Object.entries(values)
      .map(([name, value]) => `${name} ${String(value)}\n`)
      .join('');
  return Object.fromEntries(
    nodes.flatMap(({ properties, bank = {}, gpuId = 0 }, node) => [
      [`${NODES}/${String(node)}/properties`, lines(properties)],
      [`${NODES}/${String(node)}/gpu_id`, `${String(gpuId)}\n`],
      [`${NODES}/${String(node)}/mem_banks/0/properties`, lines(bank)],
    ]),
  );
}
