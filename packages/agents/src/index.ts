export { REPORT_SCHEMA_VERSION, ReportSchema } from './pipeline/report-schema.js';
export type { Report } from './pipeline/report-schema.js';
