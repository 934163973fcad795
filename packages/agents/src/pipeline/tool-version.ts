import manifest from '../../package.json' with { type: 'json' };

/** Version of PerfXpert, from this package's manifest: the one place it is written. */
export const TOOL_VERSION: string = manifest.version;
