import { schemaToJson } from '@perfxpert/tools/report-schemas';
import { ReportSchema } from './report-schema.js';

/** JSON Schema (draft 2020-12) of the report, generated from its one valibot schema; shipped as `report.schema.json`. */
export function reportJsonSchema(): Readonly<Record<string, unknown>> {
  return { title: 'PerfXpert report', ...schemaToJson(ReportSchema) };
}
