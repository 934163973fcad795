/** Small outputs of amd-smi and rocm-smi, one per form that they have had. */

/** `amd-smi metric --json`, 7.x: `gpu_data`, a clock per die. */
export const METRIC_7 = {
  gpu_data: [
    {
      gpu: 3,
      usage: { gfx_activity: { value: 88, unit: '%' }, umc_activity: { value: 41, unit: '%' } },
      power: { socket_power: { value: 505, unit: 'W' }, throttle_status: 'UNTHROTTLED' },
      clock: {
        gfx_0: { clk: { value: 2000, unit: 'MHz' }, max_clk: { value: 2100, unit: 'MHz' } },
        gfx_1: { clk: { value: 1700, unit: 'MHz' }, max_clk: { value: 2100, unit: 'MHz' } },
        mem_0: { clk: { value: 1.3, unit: 'GHz' } },
      },
      temperature: { edge: 'N/A', hotspot: { value: 66, unit: 'C' }, mem: { value: 'N/A', unit: 'C' } },
      mem_usage: { total_vram: { value: 192, unit: 'GB' }, used_vram: { value: 1024, unit: 'MB' } },
      fan: 'N/A',
    },
  ],
};

/** The same of 6.0: a list, plain numbers, other names. */
export const METRIC_6_0 = [
  {
    gpu: 0,
    usage: { gfx_activity: 12, umc_activity: 3 },
    power: { current_power: 90, power_limit: 300 },
    clock: { gfx: { cur_clk: 800, max_clk: 1700 }, MEM: { cur_clk: 1600 } },
    temperature: { edge: 40, hotspot: 45, mem: 50 },
    mem_usage: { total_vram: 65_520, used_vram: 10 },
  },
];

/** `amd-smi monitor --json`, 7.x, printed without units. */
export const MONITOR_7 = [
  {
    timestamp: 1_700_000_000,
    gpu: 0,
    xcp: 0,
    power_usage: 600,
    hotspot_temperature: 70,
    gfx_clk: 1900,
    gfx: 99,
    vram_used: 1.5,
    pviol: 12,
    tviol: 0,
  },
];

/** One snapshot with the records of a script. */
export const SNAPSHOT = {
  gpu: [
    { gpu_id: 0, temp_edge_c: 72.5, power_w: 410, sclk_mhz: 1950, mclk_mhz: 1600, gfx_busy_pct: 96 },
    { gpu_id: 1, temp_edge_c: 71, power_w: 400, sclk_mhz: 1940, mclk_mhz: 1600, gfx_busy_pct: 93 },
  ],
};

/** `rocm-smi --json`, keys of several releases. */
export const ROCM_SMI = {
  card0: {
    'Temperature (Sensor edge) (C)': '65.0',
    'Average Graphics Package Power (W)': '300',
    sclk: '1800Mhz',
    mclk: '1600Mhz',
    'GPU use (%)': 88,
  },
};

/** Watched: a line of text, then an array per round. */
export const WATCHED = `'CTRL' + 'C' to stop watching output:\n${JSON.stringify(MONITOR_7, null, 4)}\n${JSON.stringify(
  [{ ...MONITOR_7[0], timestamp: 1_700_000_001, power_usage: 'N/A' }],
  null,
  4,
)}\n`;
