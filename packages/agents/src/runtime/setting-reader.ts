import { PROVIDER_NAMES } from '@perfxpert/providers';
import type { ConfigField, ConfigFile } from './config-file.js';
import type { Creativity, Environment, SettingProblem } from './settings.js';

/** Reads single settings, environment before config file, and notes those that cannot be used. */
export class SettingReader {
  readonly problems: SettingProblem[] = [];
  readonly #environment: Environment;
  readonly #config: ConfigFile;

  constructor(environment: Environment, config: ConfigFile) {
    this.#environment = environment;
    this.#config = config;
    if (config.problem !== null)
      this.problems.push({ setting: 'config file', expected: `readable, but ${config.problem}` });
  }

  /** Name of a known provider; null where none is set. */
  provider(variable: string, field: ConfigField): string | null {
    const expected = `one of ${PROVIDER_NAMES.join(', ')}`;
    return this.#read(variable, field, expected, (text) => PROVIDER_NAMES.find((name) => name === text) ?? null);
  }

  creativity(variable: string, field: ConfigField): Creativity {
    const read = (text: string): Creativity | null => (text === 'strict' || text === 'exploratory' ? text : null);
    return this.#read(variable, field, 'strict or exploratory', read) ?? 'strict';
  }

  /** A whole number between two bounds. */
  whole(variable: string, least: number, most = Number.MAX_SAFE_INTEGER, field?: ConfigField): number | null {
    const expected = `a whole number from ${least}${most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`}`;
    return this.#read(variable, field, expected, (text) => {
      const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
      return value >= least && value <= most ? value : null;
    });
  }

  /** A number from 0 to `most`. */
  amount(variable: string, most: number, field?: ConfigField): number | null {
    return this.#read(variable, field, `a number from 0 to ${most}`, (text) => {
      const value = /^(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
      return value >= 0 && value <= most ? value : null;
    });
  }

  /** Seconds, at least 0.1, as milliseconds. */
  seconds(variable: string): number | null {
    const value = this.amount(variable, 3600);
    return value === null ? null : Math.max(100, Math.round(value * 1000));
  }

  #read<T>(
    variable: string,
    field: ConfigField | undefined,
    expected: string,
    read: (text: string) => T | null,
  ): T | null {
    const candidates: readonly (readonly [setting: string, text: string | undefined])[] = [
      [variable, this.#environment[variable]],
      ...(field === undefined ? [] : [[`config: ${field}`, this.#config.fields[field]] as const]),
    ];
    for (const [setting, text] of candidates) {
      if (text === undefined || text.trim() === '') continue;
      const value = read(text.trim());
      if (value !== null) return value;
      this.problems.push({ setting, expected });
    }
    return null;
  }
}
