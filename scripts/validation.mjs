// Writes docs/validation.md: figures of the built package `@perfxpert/tools` beside the same figures by plain SQL on the
// same recordings. The recordings are read where they are (PERFXPERT_SHARED, else ../shared); nothing is copied.
// `node scripts/validation.mjs` writes it, `--check` only says whether it is up to date (exit code 1 if not).
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const file = path.join(root, 'docs/validation.md');

const COPY_TRACES = ['mi100', 'mi200', 'mi300a', 'mi300x', 'mi300x_passes', 'mi350'].map(
  (gpu) => `pmc_vcopy_${gpu}.db`,
);
const RANK_TRACES = [0, 1, 2, 3].map((rank) => `ddp_resnet_mi300x_rank${rank}.db`);
/** By how much of each collective the recordings of ranks 1 to 3 were moved when they were made, and by how many us. */
const MADE_LATE = [null, { share: 0.1, movedUs: 40 }, { share: 0.25, movedUs: 80 }, { share: 0.7, movedUs: 120 }];

/**
 * Verdicts as they were reviewed by hand, each with the reason that the rows give. The script computes the verdict anew
 * and says so where it differs.
 */
const REVIEWED = {
  'ddp_resnet_mi300x_rank0.db': [
    'memory_transfer, rccl_exposed',
    'The first ranks wait inside the all-reduce for the late one: 55.4 of 86.6 ms are collectives that nothing covers.',
  ],
  'ddp_resnet_mi300x_rank1.db': ['memory_transfer, rccl_exposed', 'As rank 0, a tenth of each collective shorter.'],
  'ddp_resnet_mi300x_rank2.db': ['memory_transfer, rccl_exposed', 'As rank 0, a quarter of each collective shorter.'],
  'ddp_resnet_mi300x_rank3.db': [
    'latency, cpu_bound_host',
    'The straggler: it comes last to each collective, so that its own collectives are short. By itself it shows a GPU that runs nothing for 41.7 % of the window, which is what makes it late.',
  ],
  'docs_samples_merged.db': [
    'latency, runtime_initialization',
    'Samples of single calls from a manual: hardly a kernel, the rest is the start of programs. Nothing to tune.',
  ],
  'edge_empty.db': ['data_insufficient, no_gpu_activity', 'No rows.'],
  'edge_zero_duration.db': [
    'data_insufficient, zero_durations',
    'All dispatches start and end at the same nanosecond, as a spreadsheet rounded them: no statement about time.',
  ],
  'legacy_matmul.rpd': [
    'latency, cpu_bound_host',
    'One copy of 2 GB is most of what the GPU does, but it takes 5.3 % of the window: for 2.7 of 3.0 s the host is outside any API call. Of the busy time the copy is the largest part.',
  ],
  'legacy_mytrace.rpd': [
    'mixed, gpu_bound',
    'Inference by graphs that keeps the GPU busy for 92 % of the window; no counters, so that what bounds the kernels is unknown.',
  ],
  'pmc_vcopy_mi100.db': [
    'latency, latency_bound',
    'Three short copies of 8 MiB with counters: HBM at 58 %, no unit near its limit; presumably 20 us are too short to fill the memory pipeline. Times between dispatches are the profiler’s and not judged.',
  ],
  'pmc_vcopy_mi200.db': ['latency, latency_bound', 'As on MI100: HBM at 53 %.'],
  'pmc_vcopy_mi300a.db': ['latency, latency_bound', 'As on MI100: HBM at 47 %.'],
  'pmc_vcopy_mi300x.db': [
    'latency, latency_bound',
    'As on MI100; one of three dispatches took three times as long, so HBM is at 12 %.',
  ],
  'pmc_vcopy_mi300x_passes.db': [
    'latency, latency_bound',
    'Twelve passes over the same kernel put together: HBM at 46 %.',
  ],
  'pmc_vcopy_mi350.db': [
    'mixed, gpu_bound',
    'Reads are a lower bound on this part and its clock is recorded as 0, so that no utilisation can be trusted and no limit is named.',
  ],
  'rocprofv3_train_mi350x.db': [
    'latency, gpu_idle',
    'The GPU runs nothing for 79.6 % of 13.3 s and no API call was recorded: who keeps it waiting cannot be told, so the advice is to record calls. Where it runs, collectives take 96 %.',
  ],
  'sglang_decode_mi300x.db': [
    'latency, device_sync',
    'One blocking hipMemcpyWithStream fills 463 of 474 ms; the decode step itself takes 10 ms.',
  ],
  'sys_style_mytrace.db': ['mixed, gpu_bound', 'The recording of legacy_mytrace in another layout: the same verdict.'],
  'torch_bert_small_mi300x.db': [
    'latency, launch_bound',
    'Sixty kernels of a few microseconds, launched one by one: the GPU runs for 11 % of the step.',
  ],
  'torch_gpuonly_mi210.db': [
    'mixed, gpu_bound',
    'A training step that keeps the GPU busy for 89 %; kernels and launches only, so that counters are asked for.',
  ],
  'torch_owlv2_mi300x.db': [
    'latency, cpu_bound_host',
    'Between its kernels the host is outside any API call for 572 of 908 ms; the copies, though many, take 0.5 %.',
  ],
  'torch_qwen05b_mi300x.db': [
    'mixed, gpu_bound',
    'Called launch-bound by its source; in this window the host launches ahead (calls take 5 of 47 ms and lie under kernels) and the GPU is busy for 91.5 %. Kernels decide, and counters are missing.',
  ],
  'torch_timesformer_mi300x.db': [
    'mixed, gpu_bound',
    'Kernels fill 97.9 %: bound by the GPU. Whether by arithmetic or by memory only counters can tell, so the class is not called compute.',
  ],
  'torch_triton_compile_mi300x.db': ['mixed, gpu_bound', 'Twelve kernels without a gap; no counters.'],
  'variant_schema305_bert.db': [
    'latency, launch_bound',
    'The rows of torch_bert_small in a newer layout: the same verdict.',
  ],
  'variant_schema410_bert.db': [
    'latency, launch_bound',
    'The rows of torch_bert_small in the layout with tracks: the same verdict.',
  ],
  'vllm_prefilldecode_mi300x.db': [
    'mixed, gpu_bound',
    'Kernels fill 99.7 %, half of it one mixture-of-experts product; its counters are asked for.',
  ],
  'xdit_flux_mi300x.db': [
    'mixed, gpu_bound',
    'A diffusion step that keeps the GPU busy for 89 %, spread over many kernels.',
  ],
};
/** The four ranks as one trace. */
const REVIEWED_RANKS = [
  'latency, rank_straggler',
  'Rank 3 was made late: the others wait for it in every one of the 17 collectives.',
];

/** Folder with the recordings; null where there is none. */
export function recordingsFolder() {
  const folder = path.join(process.env.PERFXPERT_SHARED ?? path.join(root, '../shared'), 'traces');
  return fs.existsSync(path.join(folder, 'facts.json')) ? folder : null;
}

/** The page as Markdown. `library` is `@perfxpert/tools`, `Database` is better-sqlite3. */
export async function renderValidation(library, Database, folder) {
  const copies = [];
  for (const name of COPY_TRACES) copies.push(await compareCopy(library, Database, path.join(folder, name)));
  return [
    '# Validation',
    '',
    'Written by `node scripts/validation.mjs`, which computes every figure anew; do not edit by hand. The recordings are',
    'not part of the repository; `PERFXPERT_SHARED` names the folder that holds them.',
    '',
    '## Counters of a vector copy on five GPUs',
    '',
    'One kernel copies 2^20 doubles: it reads 8192 KiB and writes 8192 KiB per dispatch. Left of each slash is what the',
    'tools say (`roofline.plot_points`, hardware counters of the report), right of it the same from the raw counter rows of',
    'the file by SQL, means per dispatch. MI350 counts 128-byte reads as 64, so what it read is a lower bound (`>=`). MI100',
    'and MI200 count less written than was copied, in the raw rows too: presumably their L2 cache, which holds 8 MiB, keeps',
    'the rest until later.',
    '',
    ...table(
      [
        'recording',
        'GPU',
        'dispatches',
        'read KiB',
        'written KiB',
        'L2 hit rate',
        'GB/s',
        'peak GB/s',
        'of peak',
        'bound by',
        'FLOP',
      ],
      copies.map((row) => [
        row.name,
        row.gpu,
        row.dispatches,
        `${row.lowerBound ? '>= ' : ''}${pair(row.readKib, 2)}`,
        pair(row.writtenKib, 2),
        pair(row.hitRate, 6),
        pair(row.gbps, 1),
        row.peakGbps.toFixed(1),
        `${((100 * row.gbps[0]) / row.peakGbps).toFixed(1)} %`,
        row.bound,
        row.flops,
      ]),
    ),
    '',
    '## Four ranks of one training run',
    '',
    'Rank 0 was recorded; ranks 1 to 3 were made of it: each collective ends with that of rank 0 but starts a share of its',
    'length later, and the whole rank is moved by some microseconds. `derived_delay_ns` rests on lengths alone and has to',
    'find the share; `delay_ns` compares starts and has to find share and move.',
    '',
    ...(await rankTable(library, Database, folder)),
    '',
    '## Verdicts, reviewed',
    '',
    'What the diagnosis says of each recording, where its time went, and why that is right, as reviewed by hand. Shares are',
    'of the window; `-` stands for a trace without usable times. A verdict that is no longer the reviewed one is marked.',
    '',
    ...(await verdictTable(library, folder)),
    '',
  ].join('\n');
}

async function compareCopy(library, Database, trace) {
  const roofline = await library.roofline.plotPoints({ db_path: trace });
  const [kernel] = roofline.kernels;
  const hitRate = await l2HitRate(library, trace);
  const raw = rawCounters(Database, trace);
  const rawReadKib = readKib(roofline.arch, raw);
  const rawWrittenKib = writtenKib(roofline.arch, raw);
  const kib = (bytes) => bytes / 1024 / kernel.dispatch_count;
  return {
    name: path.basename(trace, '.db'),
    gpu: `${roofline.sku_assumed ? 'probably ' : ''}${roofline.sku} (${roofline.arch})`,
    dispatches: String(kernel.dispatch_count),
    lowerBound: kernel.bytes_lower_bound,
    readKib: [kib(kernel.read_bytes), rawReadKib],
    writtenKib: [kib(kernel.write_bytes), rawWrittenKib],
    hitRate: [hitRate, raw.mean('TCC_HIT') / (raw.mean('TCC_HIT') + raw.mean('TCC_MISS'))],
    gbps: [kernel.achieved_bytes_per_s / 1e9, ((rawReadKib + rawWrittenKib) * 1024 * raw.dispatches) / raw.durationNs],
    peakGbps: roofline.hbm_bandwidth_bytes_per_s / 1e9,
    bound: kernel.bottleneck_class,
    flops: `${kernel.flops}${kernel.flops_method === 'estimate' ? ' (estimate)' : ''}`,
  };
}

async function l2HitRate(library, trace) {
  const opened = library.openTrace(trace);
  try {
    return (await library.computeFacts(opened)).hardwareCounters.metrics.derived.l2_hit_rate.value;
  } finally {
    opened.close();
  }
}

async function verdictTable(library, folder) {
  const rows = [];
  for (const [name, reviewed] of Object.entries(REVIEWED))
    rows.push(await verdictRow(library, path.join(folder, name), path.parse(name).name, reviewed));
  const ranks = RANK_TRACES.map((name) => path.join(folder, name));
  rows.push(await verdictRow(library, ranks, 'ddp_resnet_mi300x, four ranks', REVIEWED_RANKS));
  const header = [
    'recording',
    'verdict',
    'kernels',
    'of it exposed collectives',
    'copies',
    'calls',
    'idle',
    'first advice',
    'why',
  ];
  return table(header, rows);
}

async function verdictRow(library, database, title, [reviewed, why]) {
  const {
    verdict,
    execution_breakdown: time,
    recommendations,
  } = await library.diagnosis.diagnoseTrace({
    database_path: database,
  });
  const found = `${verdict.primary_bottleneck}, ${verdict.driver ?? 'nothing'}`;
  const share = (name) => (time === null || time.wall_ns === 0 ? '-' : `${time[`${name}_pct`].toFixed(1)} %`);
  const [first] = recommendations;
  const advice = first === undefined ? 'none' : `${first.title} (${first.priority})`;
  return [
    title,
    found === reviewed ? found : `**${found}**, reviewed as ${reviewed}`,
    share('compute'),
    share('communication_exposed'),
    share('copy_exposed'),
    share('api_exposed'),
    share('idle_other'),
    advice.replaceAll('|', '/'),
    why,
  ];
}

/** Counters straight from the base tables: per dispatch `X_sum`, else the sum of rows `X`, else that of all `X[i]`. */
function rawCounters(Database, trace) {
  const database = new Database(trace, { readonly: true, fileMustExist: true });
  try {
    const suffixes = database
      .prepare("select substr(name, 22) from sqlite_master where type = 'table' and name like 'rocpd_kernel_dispatch%'")
      .pluck()
      .all();
    const values = new Map();
    let dispatches = 0;
    let durationNs = 0;
    for (const suffix of suffixes) {
      const time = database
        .prepare(`select count(*) as number, sum("end" - start) as ns from "rocpd_kernel_dispatch${suffix}"`)
        .get();
      dispatches += time.number;
      durationNs += time.ns;
      const rows = database
        .prepare(
          `select dispatch.id as dispatch, info.name as name, sum(event.value) as value
           from "rocpd_pmc_event${suffix}" event
           join "rocpd_info_pmc${suffix}" info on info.id = event.pmc_id
           join "rocpd_kernel_dispatch${suffix}" dispatch on dispatch.event_id = event.event_id
           group by dispatch.id, info.name`,
        )
        .all();
      for (const { dispatch, name, value } of rows) add(values, name, `${suffix} ${dispatch}`, value);
    }
    return { dispatches, durationNs, mean: (name) => meanOf(values, name) };
  } finally {
    database.close();
  }
}

function add(values, name, dispatch, value) {
  const instance = /^(.*)\[\d+\]$/.exec(name);
  const key = instance === null ? name : `${instance[1]}[]`;
  const own = values.get(key) ?? new Map();
  own.set(dispatch, (own.get(dispatch) ?? 0) + value);
  values.set(key, own);
}

function meanOf(values, name) {
  const own = values.get(`${name}_sum`) ?? values.get(name) ?? values.get(`${name}[]`);
  if (own === undefined) return 0;
  return [...own.values()].reduce((sum, value) => sum + value, 0) / own.size;
}

/** Bytes of requests to memory, after the counter descriptions of ROCprofiler-SDK (TCC_EA, TCC_EA0, TCC_BUBBLE). */
function readKib(arch, { mean }) {
  const port = arch === 'gfx908' || arch === 'gfx90a' ? 'TCC_EA' : 'TCC_EA0';
  const all = mean(`${port}_RDREQ`);
  const small = mean(`${port}_RDREQ_32B`);
  const large = mean('TCC_BUBBLE');
  return (32 * small + 128 * large + 64 * (all - small - large)) / 1024;
}

function writtenKib(arch, { mean }) {
  const port = arch === 'gfx908' || arch === 'gfx90a' ? 'TCC_EA' : 'TCC_EA0';
  const large = mean(`${port}_WRREQ_64B`);
  return (64 * large + 32 * (mean(`${port}_WRREQ`) - large)) / 1024;
}

async function rankTable(library, Database, folder) {
  const traces = RANK_TRACES.map((name) => path.join(folder, name));
  const { ranks, summary } = await library.rcclAnalysis.analyzeCollectives({ db_path: traces });
  const lengths = rawCollectives(Database, traces[0]);
  const lengthNs = lengths.reduce((sum, ns) => sum + ns, 0);
  const rows = ranks.map((rank, index) => {
    const made = MADE_LATE[index];
    const lateNs = made === null ? 0 : made.share * lengthNs;
    const movedNs = made === null ? 0 : made.movedUs * 1000 * lengths.length;
    return [
      String(rank.rank),
      made === null ? 'recorded' : `${100 * made.share} % later, moved by ${made.movedUs} us`,
      milliseconds(rank.time_ns),
      milliseconds(rank.transfer_ns),
      milliseconds(rank.wait_ns),
      `${milliseconds(rank.derived_delay_ns)} / ${milliseconds(lateNs)}`,
      `${milliseconds(rank.delay_ns)} / ${milliseconds(lateNs + movedNs)}`,
      `${rank.last_count} of ${summary.matched_count}`,
    ];
  });
  return table(
    [
      'rank',
      'made',
      'in collectives ms',
      'transfer ms',
      'waited ms',
      'derived delay ms: found / made',
      'delay ms: found / made',
      'came last',
    ],
    rows,
  );
}

/** Lengths of the communication kernels of a rank. */
function rawCollectives(Database, trace) {
  const database = new Database(trace, { readonly: true, fileMustExist: true });
  try {
    const suffix = database
      .prepare("select substr(name, 22) from sqlite_master where type = 'table' and name like 'rocpd_kernel_dispatch%'")
      .pluck()
      .get();
    return database
      .prepare(
        `select dispatch."end" - dispatch.start from "rocpd_kernel_dispatch${suffix}" dispatch
         join "rocpd_info_kernel_symbol${suffix}" symbol on symbol.id = dispatch.kernel_id
         where symbol.display_name like 'ncclDevKernel%'`,
      )
      .pluck()
      .all();
  } finally {
    database.close();
  }
}

function pair([tool, raw], digits) {
  return `${tool.toFixed(digits)} / ${raw.toFixed(digits)}`;
}

function milliseconds(ns) {
  return ns === null ? '-' : (ns / 1e6).toFixed(3);
}

function table(header, rows) {
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}

async function main() {
  const folder = recordingsFolder();
  if (folder === null) {
    process.stderr.write('No recordings (PERFXPERT_SHARED or ../shared): docs/validation.md stays as it is.\n');
    return;
  }
  const library = await import(pathToFileURL(path.join(root, 'packages/tools/dist/index.js')).href);
  const { default: Database } = await import('better-sqlite3');
  const text = await renderValidation(library, Database, folder);
  if (!process.argv.includes('--check')) fs.writeFileSync(file, text);
  else if (fs.readFileSync(file, 'utf8') !== text) {
    process.stderr.write('docs/validation.md shows old figures: run node scripts/validation.mjs\n');
    process.exitCode = 1;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
