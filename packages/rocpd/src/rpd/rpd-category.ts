/** Category of user markers: the text of the marker is in the arguments. */
export const MARKER_CATEGORY = 'MARKER_CORE_RANGE_API';

/** `.rpd` files have no categories: that of a call follows from the beginning of its name; '' where it says nothing. */
export function rpdCategory(name: string): string {
  if (name === 'UserMarker') return MARKER_CATEGORY;
  if (/^(__)?hip/.test(name)) return 'HIP_RUNTIME_API';
  if (name.startsWith('hsa_')) return 'HSA_CORE_API';
  if (/^(p?nccl|mscclpp)/.test(name)) return 'RCCL_API';
  return '';
}
