/**
 * True for categories of markers: rocprofv3's `MARKER_CORE_RANGE_API` (older: `MARKER_CORE_API`), `MARKER_CONTROL_API`
 * and `MARKER_NAME_API`, rocprof-sys' `rocm_marker_api`.
 * Source: rocprofiler-sdk, tracing kinds; rocprofiler-systems, trace categories.
 */
export function isMarkerCategory(category: string): boolean {
  return category.startsWith('MARKER_') || category === 'rocm_marker_api';
}
