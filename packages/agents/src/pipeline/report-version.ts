/** Version of the shape of every report. */
export const REPORT_SCHEMA_VERSION = '0.4.0';
