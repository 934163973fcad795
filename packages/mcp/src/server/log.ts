/** How much goes to stderr. */
export const LOG_LEVELS = ['silent', 'error', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Writes lines to stderr: stdout belongs to the protocol. */
export interface Log {
  error(line: string): void;
  info(line: string): void;
  debug(line: string): void;
}

/** Longest value of an argument in a line. */
const MAX_VALUE = 200;

export function createLog(level: LogLevel, write: (text: string) => void): Log {
  const most = LOG_LEVELS.indexOf(level);
  const line = (own: LogLevel) => (text: string) => {
    if (LOG_LEVELS.indexOf(own) <= most) write(`perfxpert-mcp ${own}: ${text}\n`);
  };
  return { error: line('error'), info: line('info'), debug: line('debug') };
}

/** Arguments in one line, each value cut at 200 characters. */
export function argumentsLine(input: Readonly<Record<string, unknown>>): string {
  return Object.entries(input)
    .slice(0, 20)
    .map(
      ([key, value]) => `${JSON.stringify(key.slice(0, 64))}: ${(JSON.stringify(value) ?? 'null').slice(0, MAX_VALUE)}`,
    )
    .join(', ');
}
