import { ToolError } from '@perfxpert/tools/analysis';
import * as v from 'valibot';
import { ReportSchema } from './report-schema.js';
import type { Report } from './report-schema.js';
import { REPORT_SCHEMA_VERSION } from './report-version.js';

/**
 * The report in a JSON text, checked against the schema, every key as it stands there.
 *
 * @param name of the text, for messages
 * @throws ToolError INVALID_ARGUMENT for a text that is no JSON, no report, or one of another version
 */
export function parseReport(name: string, text: string): Report {
  const value = parseJson(name, text);
  const version =
    typeof value === 'object' && value !== null && 'schema_version' in value ? value.schema_version : null;
  if (typeof version !== 'string') throw refuse(name, 'is no PerfXpert report; give what analyze --format json wrote');
  if (version !== REPORT_SCHEMA_VERSION)
    throw refuse(name, `is a report of version ${version}, not ${REPORT_SCHEMA_VERSION}; analyse the trace again`);
  const checked = v.safeParse(ReportSchema, value, { abortEarly: true });
  if (!checked.success) {
    const [issue] = checked.issues;
    throw refuse(name, `is no whole PerfXpert report: ${v.getDotPath(issue) ?? 'it'} is not as it should be`);
  }
  // Checked, but not the copy that the check made: it has the keys in another order and lacks those of later versions.
  return value as Report;
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw refuse(name, 'is no JSON; give what analyze --format json wrote', error);
  }
}

function refuse(name: string, reason: string, cause?: unknown): ToolError {
  return new ToolError('INVALID_ARGUMENT', `${name} ${reason}`, { field: 'report', path: name }, { cause });
}
