import { profilingWorkflowCatalogue, rocprofv3Options } from '@perfxpert/knowledge';
import type { Rocprofv3Option } from '@perfxpert/knowledge';

/** How many values an option takes: none, at most one truth value, exactly one, one or more, or any number. */
export type ValueForm = 'none' | 'optional_boolean' | 'one' | 'many' | 'any';

let flags: ReadonlyMap<string, ValueForm> | undefined;

/**
 * Options of rocprofv3 that a run may use, with the form of their values: the customary ones and all that the profiler's
 * scripts know, without those that load other code into the program (`--preload`), take the profiler from elsewhere
 * (`--rocm-root`) or are its own business (hidden ones).
 *
 * Source: knowledge, profiling_workflow (lists) and rocprofv3_options (forms).
 */
export function rocprofv3Flags(): ReadonlyMap<string, ValueForm> {
  flags ??= buildFlags();
  return flags;
}

function buildFlags(): ReadonlyMap<string, ValueForm> {
  const { original_allowlist: customary, never_allow: never } = profilingWorkflowCatalogue().rocprofv3_flags;
  const forms = new Map<string, ValueForm>();
  const isNever = (name: string) => never.includes(name);
  const add = (names: readonly string[], form: ValueForm) => {
    for (const name of names) if (!forms.has(name) && !isNever(name)) forms.set(name, form);
  };
  add(customary.no_value, 'none');
  add(customary.value, 'one');
  add(customary.multi_value, 'many');
  add(customary.optional_bool, 'optional_boolean');
  for (const option of rocprofv3Options()) {
    const names = [option.name, ...option.aliases];
    if (option.group !== 'hidden' && !names.some(isNever)) add(names, formOf(option));
  }
  return forms;
}

function formOf({ value }: Rocprofv3Option): ValueForm {
  if (value === null) return 'none';
  if (value === 'bool?') return 'optional_boolean';
  if (value.startsWith('[')) return 'any';
  return value.endsWith('...') ? 'many' : 'one';
}
