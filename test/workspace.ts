import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Which packages each package may import (docs/architecture.md, "The house"). */
export const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  rocpd: [],
  knowledge: [],
  tools: ['rocpd', 'knowledge'],
  providers: [],
  agents: ['tools', 'providers'],
  mcp: ['agents'],
  cli: ['agents'],
};

/** Source files of a package, as paths from the root of the workspace. */
export function sourceFiles(name: string): string[] {
  const folder = path.join(ROOT, 'packages', name, 'src');
  return fs
    .readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .map((file) => path.join('packages', name, 'src', file));
}

export function read(file: string): string {
  return fs.readFileSync(path.join(ROOT, file), 'utf8');
}

/** Module specifiers that a source file imports or re-exports, statically or dynamically. */
export function importsOf(file: string): string[] {
  const pattern = /(?:\bfrom\s*|\bimport\s*\(\s*|^import\s+)['"]([^'"]+)['"]/gm;
  return [...read(file).matchAll(pattern)].map((match) => match[1] ?? '');
}
