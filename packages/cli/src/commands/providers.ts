import type { ProviderStatus } from '@perfxpert/agents/toolkit';
import { CheckFailedError } from '../check-failed-error.js';
import type { Io } from '../io.js';
import { writeText } from '../io.js';
import { escapeText } from '../render/escape-text.js';
import { renderJson } from '../render/render-json.js';
import { isUnicodeTerminal } from '../terminal.js';

/** Runs `perfxpert providers list`. @throws CheckFailedError where a service that was asked can't be used */
export async function listServices({ json, check }: { json: boolean; check: boolean }, io: Io): Promise<void> {
  const { listProviders } = await import('@perfxpert/agents/toolkit');
  const providers = await listProviders({
    environment: io.env,
    check,
    ...(io.signal === undefined ? {} : { signal: io.signal }),
  });
  await writeText(io.stdout, json ? renderJson({ providers }) : textOf(providers, io));
  if (providers.some((status) => status.check?.isUsable === false)) throw new CheckFailedError();
}

function textOf(providers: readonly ProviderStatus[], io: Io): string {
  const isUnicode = isUnicodeTerminal(io);
  const width = Math.max(...providers.map(({ name }) => name.length));
  const lines = providers.map((status) => {
    const { name, is_configured: isConfigured, problem, model } = status;
    const isGood = isConfigured && status.check?.isUsable !== false;
    const mark = isUnicode ? (isGood ? '✓' : '–') : isGood ? 'OK' : '--';
    const state = isConfigured ? `model ${model ?? "of the endpoint's choice"}` : (problem ?? 'not configured');
    return `${mark} ${name.padEnd(width)}  ${escapeText(state)}${checkText(status)}\n`;
  });
  const registered = providers.map(({ name, description }) => `  ${name} - ${description}\n`);
  return `${lines.join('')}\nRegistered providers (name - description)\n${registered.join('')}`;
}

function checkText({ check }: ProviderStatus): string {
  if (check === undefined) return '';
  if (!check.isUsable) return `; ${escapeText(check.message ?? 'can not be used')}`;
  return `; answers${check.latencyMs === null ? '' : ` in ${Math.round(check.latencyMs)} ms`}`;
}
