/** Calls around a launch, with usual times on a current server. */
export const SMALL_CALLS = [
  { name: 'hipGetDevice', category: 'HIP_RUNTIME_API_EXT', medianNs: 300 },
  { name: '__hipPushCallConfiguration', category: 'HIP_COMPILER_API_EXT', medianNs: 250 },
  { name: '__hipPopCallConfiguration', category: 'HIP_COMPILER_API_EXT', medianNs: 250 },
  { name: 'hipGetLastError', category: 'HIP_RUNTIME_API_EXT', medianNs: 200 },
] as const;

/** From the end of a launch call to the start of the kernel on an idle GPU. */
export const CALL_AFTER_LAUNCH_NS = 2500;
/** Between two dispatches of one stream that are both queued. */
export const DISPATCH_GAP_NS = 900;
/** Start-up of a copy, and the rate of a pinned one over a PCIe 5 link with 16 lanes: 55 GB/s of 64. */
export const COPY_SETUP_NS = 4000;
export const COPY_BYTES_PER_NS = 55;
