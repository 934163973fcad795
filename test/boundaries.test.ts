import { describe, expect, it } from '@jest/globals';
import { ALLOWED, importsOf, read, sourceFiles } from './workspace.js';

const SDKS = /^(@anthropic-ai\/|openai$|openai\/|ollama$|ollama\/)/;
const MCP_SDK = /^@modelcontextprotocol\//;

/** Files of a package that import a module the pattern matches. */
function offenders(name: string, isForbidden: (specifier: string) => boolean): string[] {
  return sourceFiles(name).flatMap((file) =>
    importsOf(file)
      .filter(isForbidden)
      .map((specifier) => `${file} imports ${specifier}`),
  );
}

describe.each(Object.keys(ALLOWED))('package %s', (name) => {
  const allowed = ALLOWED[name] ?? [];

  it('imports only the siblings it may', () => {
    const isForbidden = (specifier: string) =>
      specifier.startsWith('@perfxpert/') && !allowed.includes(specifier.split('/')[1] ?? '');
    expect(offenders(name, isForbidden)).toEqual([]);
  });

  it('declares exactly the siblings it may as dependencies, all in the workspace', () => {
    const manifest = JSON.parse(read(`packages/${name}/package.json`)) as { dependencies?: Record<string, string> };
    const siblings = Object.entries(manifest.dependencies ?? {}).filter(([key]) => key.startsWith('@perfxpert/'));
    expect(siblings.map(([key]) => key.split('/')[1]).sort()).toEqual([...allowed].sort());
    expect(siblings.every(([, version]) => version === 'workspace:*')).toBe(true);
  });

  it('reaches siblings through their entries, never through deep paths', () => {
    const isDeep = (specifier: string) => {
      const [scope, sibling = '', ...rest] = specifier.split('/');
      if (scope !== '@perfxpert') return false;
      const { exports } = JSON.parse(read(`packages/${sibling}/package.json`)) as { exports: Record<string, unknown> };
      return !Object.hasOwn(exports, ['.', ...rest].join('/'));
    };
    expect(offenders(name, isDeep)).toEqual([]);
  });

  it('leaves model and protocol SDKs to the package they belong to', () => {
    if (name !== 'providers') expect(offenders(name, (specifier) => SDKS.test(specifier))).toEqual([]);
    if (name !== 'mcp') expect(offenders(name, (specifier) => MCP_SDK.test(specifier))).toEqual([]);
  });

  it('opens SQLite only where databases are read or kept', () => {
    const mayOpen = ['rocpd', 'tools', 'agents'].includes(name);
    if (!mayOpen) expect(offenders(name, (specifier) => specifier === 'better-sqlite3')).toEqual([]);
  });

  it('has no cycle among its own files', () => {
    expect(findCycle(sourceFiles(name))).toEqual([]);
  });
});

/** First cycle of static, non-type imports among files, as a list of paths; empty if there is none. */
function findCycle(files: readonly string[]): string[] {
  const known = new Set(files);
  const edges = new Map(files.map((file) => [file, relativeImports(file).filter((target) => known.has(target))]));
  const done = new Set<string>();
  const visit = (file: string, trail: readonly string[]): string[] => {
    if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file];
    if (done.has(file)) return [];
    for (const target of edges.get(file) ?? []) {
      const cycle = visit(target, [...trail, file]);
      if (cycle.length > 0) return cycle;
    }
    done.add(file);
    return [];
  };
  for (const file of files) {
    const cycle = visit(file, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}

function relativeImports(file: string): string[] {
  const pattern = /^(?:import|export)\s+(?!type\b)[^'"]*?from\s*'(\.[^']+)\.js'/gm;
  return [...read(file).matchAll(pattern)].map((match) => {
    const url = new URL(`${match[1] ?? ''}.ts`, `file:///${file}`);
    return url.pathname.slice(1);
  });
}
