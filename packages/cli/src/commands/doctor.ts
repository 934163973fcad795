import fs from 'node:fs';
import { CheckFailedError } from '../check-failed-error.js';
import { runChecks } from '../doctor/run-checks.js';
import type { Io } from '../io.js';
import { writeText } from '../io.js';
import { describeWriteFailure } from '../output/write-failure.js';
import { checkLines } from '../render/check-lines.js';
import { renderJson } from '../render/render-json.js';
import { productVersion } from '../version.js';

/** Runs `perfxpert doctor`. @throws CheckFailedError where something has to be repaired */
export async function doctor({ json, fix }: { json: boolean; fix: boolean }, io: Io): Promise<void> {
  if (fix) await makeStateFolder(io);
  const checks = await runChecks(io, process.version);
  const isClean = checks.every(({ status }) => status !== 'fail');
  const text = json
    ? renderJson({ version: productVersion(), clean: isClean, checks })
    : `${checkLines(checks, io)}${isClean ? 'ALL CLEAN' : 'Issues found'}\n`;
  await writeText(io.stdout, text);
  if (!isClean) throw new CheckFailedError();
}

async function makeStateFolder(io: Io): Promise<void> {
  const { readSettings } = await import('@perfxpert/agents/toolkit');
  const { stateDir } = readSettings({}, io.env);
  if (stateDir === null) return;
  try {
    fs.mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw describeWriteFailure(stateDir, error);
  }
}
