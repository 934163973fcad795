const PREFIX = 'perfxpert_';
const SHOWN = 3;

/** Finds the tool that a caller means: by wire name, by key (dotted), with or without the prefix. */
export interface ToolNames<T> {
  find(name: string): T | null;
  /** The three names that are closest to one that is unknown. */
  nearest(name: string): string[];
}

/** @throws Error for two tools that one spelling could mean. */
export function createToolNames<T extends { readonly name: string }>(tools: readonly T[]): ToolNames<T> {
  const byName = new Map<string, T>();
  for (const tool of tools) {
    const spelling = plainName(tool.name);
    if (byName.has(spelling)) throw new Error(`${tool.name}: two tools have this name`);
    byName.set(spelling, tool);
  }
  return {
    find: (name) => byName.get(plainName(name)) ?? null,
    nearest(name) {
      const asked = plainName(name.slice(0, 128));
      return tools
        .map((tool) => ({ name: tool.name, distance: editDistance(asked, plainName(tool.name)) }))
        .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
        .slice(0, SHOWN)
        .map((entry) => entry.name);
    },
  };
}

function plainName(name: string): string {
  const flat = name.replaceAll('.', '_');
  return flat.startsWith(PREFIX) ? flat.slice(PREFIX.length) : flat;
}

/** Levenshtein distance: insertions, deletions and replacements that lead from one text to the other. */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}
