// The reader of traces closes markers without an end, so it is the one that tells markers from calls.
export { isMarkerCategory } from '@perfxpert/rocpd';
