import type { RegionColumns } from '@perfxpert/rocpd';
import { API_FAMILIES } from '../../../terms/api-terms.js';
import type { ApiClass, ApiFamily } from '../../../terms/api-terms.js';
import { apiClassOfCode, apiFamilyOfCode } from '../api-region.js';
import type { RegionClasses } from '../api-region.js';

/** A function as a process called it. */
export interface ApiName {
  readonly name: string;
  readonly family: ApiFamily;
  readonly class: ApiClass;
}

/** The functions of a process and per region row 1 + index into them, 0 for rows that are no API call. */
export interface ApiNameCodes {
  readonly names: readonly ApiName[];
  readonly codes: ApiCodes;
}

/** A code per region row, as narrow as the number of codes allows. */
export type ApiCodes = Uint16Array | Uint32Array;

/**
 * Numbers the functions of a process, one number for each pair of family and name, in order of their first call, whose
 * class is taken for all: a call's category decides only between `compile` and `other`.
 */
export function numberApiNames(regions: RegionColumns, { family, apiClass }: RegionClasses): ApiNameCodes {
  const names: ApiName[] = [];
  const families = API_FAMILIES.length + 1;
  const codeByPlace = new Uint32Array(regions.names.length * families);
  const codes = codeByPlace.length < 2 ** 16 ? new Uint16Array(regions.count) : new Uint32Array(regions.count);
  const { name } = regions;
  for (let row = 0; row < regions.count; row++) {
    const familyCode = family[row] ?? 0;
    if (familyCode === 0) continue;
    const nameIndex = name[row] ?? 0;
    const place = nameIndex * families + familyCode;
    let code = codeByPlace[place] ?? 0;
    if (code === 0) {
      code = names.push({
        name: regions.names[nameIndex] ?? '',
        family: apiFamilyOfCode(familyCode) ?? 'hip',
        class: apiClassOfCode(apiClass[row] ?? 0) ?? 'other',
      });
      codeByPlace[place] = code;
    }
    codes[row] = code;
  }
  return { names, codes };
}
