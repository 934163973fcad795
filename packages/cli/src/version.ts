import manifest from '../package.json' with { type: 'json' };

/** Version of the command, from its package.json, put in by the build. */
export const VERSION: string = manifest.version;
