/** A configuration file that is left alone, with the reason. */
export class ConfigError extends Error {}
