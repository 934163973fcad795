import type { Diagnostic } from '../../schemas/diagnostic.js';
import type { Tier0Findings } from '../../schemas/tier0-findings.js';

/** What a scan left out. */
export function sourceDiagnostics(findings: Tier0Findings): Diagnostic[] {
  const { files_scanned: scanned, files_skipped: skipped, unreadable_folders: folders, truncated } = findings;
  if (skipped === 0 && folders === 0 && !truncated) return [];
  const left = [
    ...(skipped > 0 ? [`${skipped} source files`] : []),
    ...(folders > 0 ? [`${folders} folders`] : []),
    ...(skipped === 0 && folders === 0 ? ['folders beyond a limit'] : []),
  ];
  return [
    {
      code: 'SOURCE_SCAN_PARTIAL',
      severity: 'info',
      message: `The source scan read ${scanned} files and left out ${left.join(' and ')} (too large, unreadable, or beyond the limit).`,
      section: 'tier0_findings',
      how_to_fix: truncated ? 'Name a smaller folder, or raise --source-max-files.' : null,
    },
  ];
}
