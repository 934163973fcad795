/** Directions of copies, by the agents at both ends first, then by the name. */
export const COPY_DIRECTIONS = [
  'Host-to-Device',
  'Device-to-Host',
  'Device-to-Device',
  'Peer-to-Peer',
  'Host-to-Host',
  'Unknown',
] as const;

export type CopyDirection = (typeof COPY_DIRECTIONS)[number];
