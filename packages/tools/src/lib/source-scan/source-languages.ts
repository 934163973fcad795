import type { FileFindings } from './file-findings.js';
import { scanC } from './scan-c.js';
import { scanFortran } from './scan-fortran.js';
import { scanPython } from './scan-python.js';

const C_EXTENSIONS = ['hip', 'cu', 'cuh', 'c', 'cpp', 'cc', 'cxx', 'h', 'hh', 'hpp', 'hxx', 'inl', 'cl'];
const FREE_FORTRAN = ['f90', 'f95', 'f03', 'f08', 'cuf'];
const FIXED_FORTRAN = ['f', 'for', 'f77'];

type Scanner = (text: string) => FileFindings;

const SCANNERS: ReadonlyMap<string, Scanner> = new Map<string, Scanner>([
  ...C_EXTENSIONS.map((extension): [string, Scanner] => [extension, (text) => scanC(text, { extension })]),
  ['py', scanPython],
  ...FREE_FORTRAN.map((extension): [string, Scanner] => [extension, (text) => scanFortran(text, false)]),
  ...FIXED_FORTRAN.map((extension): [string, Scanner] => [extension, (text) => scanFortran(text, true)]),
]);

/** What reads a file, by its extension without regard to case; null for files that are no sources of ours. */
export function scannerOf(file: string): Scanner | null {
  const dot = file.lastIndexOf('.');
  return dot < 0 ? null : (SCANNERS.get(file.slice(dot + 1).toLowerCase()) ?? null);
}
