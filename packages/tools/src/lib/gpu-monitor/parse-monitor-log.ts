import type { GpuSample } from '../../schemas/gpu-sample.js';
import { amdSmiRecords } from '../gpu-tools/amd-smi-records.js';
import { cleanToolOutput } from '../text/clean-tool-output.js';
import { scanJsonDocuments } from '../text/scan-json-documents.js';
import { readAmdSmiCsv } from './amd-smi-csv.js';
import { readAmdSmiSample } from './amd-smi-sample.js';
import { readRocmSmiSamples } from './rocm-smi-samples.js';

/** Longer logs are read up to here, in UTF-16 units: about a day of eight GPUs, once a second. */
const MAX_LOG_CHARACTERS = 64 * 2 ** 20;

/** What a log holds. */
export interface MonitorLog {
  readonly source: 'amd-smi' | 'rocm-smi';
  readonly samples: readonly GpuSample[];
  /** Records and documents that are no readings of a GPU. */
  readonly unparsedRecords: number;
  /** Whether only the beginning was read. */
  readonly truncated: boolean;
}

/**
 * Samples of `amd-smi metric` and `amd-smi monitor`: JSON (one document, several, one a line, watched; lists and
 * `gpu_data`) or CSV. Never throws.
 */
export function parseAmdSmiLog(text: string): MonitorLog {
  const { body, truncated } = readableBody(text);
  const { documents, brokenCount } = scanJsonDocuments(body);
  const samples: GpuSample[] = [];
  let unparsedRecords = brokenCount;
  const addRecords = (records: ReturnType<typeof amdSmiRecords>): void => {
    if (records === null) unparsedRecords++;
    for (const record of records ?? []) {
      const sample = record === null ? null : readAmdSmiSample(record);
      if (sample === null) unparsedRecords++;
      else samples.push(sample);
    }
  };
  if (documents.length === 0) addRecords([...readAmdSmiCsv(body).records]);
  else for (const document of documents) addRecords(amdSmiRecords(document));
  return { source: 'amd-smi', samples, unparsedRecords, truncated };
}

/** Samples of `rocm-smi --json`, one document or several. Never throws. */
export function parseRocmSmiLog(text: string): MonitorLog {
  const { body, truncated } = readableBody(text);
  const { documents, brokenCount } = scanJsonDocuments(body);
  const samples: GpuSample[] = [];
  let unparsedRecords = brokenCount;
  for (const document of documents) {
    const found = readRocmSmiSamples(document);
    if (found === null) unparsedRecords++;
    for (const sample of found ?? []) samples.push(sample);
  }
  return { source: 'rocm-smi', samples, unparsedRecords, truncated };
}

/** Samples of a log of either tool, told apart by content. Without any, what amd-smi's reader says of it. */
export function parseMonitorLog(text: string): MonitorLog {
  const amdSmi = parseAmdSmiLog(text);
  if (amdSmi.samples.length > 0) return amdSmi;
  const rocmSmi = parseRocmSmiLog(text);
  return rocmSmi.samples.length > 0 ? rocmSmi : amdSmi;
}

function readableBody(text: string): { readonly body: string; readonly truncated: boolean } {
  return { body: cleanToolOutput(text.slice(0, MAX_LOG_CHARACTERS)), truncated: text.length > MAX_LOG_CHARACTERS };
}
