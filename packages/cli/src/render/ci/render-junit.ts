import type { GateCheck } from '@perfxpert/agents/toolkit';
import { runNames, verdictLine } from '../comparison-words.js';
import { escapeText } from '../escape-text.js';
import { cutMiddle } from '../text/cut-middle.js';
import { checkName } from './check-words.js';
import type { CiReport } from './ci-formats.js';

const LONGEST_TEXT = 1000;
/** Characters that XML 1.0 has no way to write (production Char); what `escapeText` leaves of them. */
const FORBIDDEN =
  /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** The checks as JUnit XML, one test case each, in the form of the Jenkins schema. */
export function renderJunit({ diff, gate }: CiReport): string {
  const failures = gate.checks.filter(({ passed }) => !passed).length;
  const counts = `tests="${String(gate.checks.length)}" failures="${String(failures)}" errors="0"`;
  const property = (name: string, value: string) => `      <property name="${name}" value="${escapeXml(value)}"/>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="perfxpert" ${counts}>`,
    `  <testsuite name="perfxpert.ci" ${counts} skipped="0">`,
    '    <properties>',
    property('baseline', runNames(diff.baseline_db).join(', ')),
    property('new', runNames(diff.new_db).join(', ')),
    property('verdict', verdictLine(diff)),
    '    </properties>',
    ...gate.checks.flatMap(testCase),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function testCase(check: GateCheck): string[] {
  const start = `    <testcase classname="perfxpert.ci" name="${escapeXml(checkName(check))}"`;
  const message = escapeXml(check.message);
  const figures = `baseline ${String(check.baseline_ns)} ns, new ${String(check.new_ns)} ns`;
  if (!check.passed)
    return [
      `${start}>`,
      `      <failure message="${message}" type="${check.rule}">${figures}</failure>`,
      '    </testcase>',
    ];
  return [`${start}>`, `      <system-out>${message}; ${figures}</system-out>`, '    </testcase>'];
}

function escapeXml(text: string): string {
  return cutMiddle(escapeText(text), LONGEST_TEXT, '...')
    .replace(FORBIDDEN, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('##[', '#&#35;[');
}
