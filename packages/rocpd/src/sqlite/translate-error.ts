import { RocpdError } from '../errors.js';
import { describeDamage } from './describe-damage.js';
import { toRocpdError } from './to-rocpd-error.js';

/** `toRocpdError`; an error about a damaged database also says which tables can still be read. */
export function translateError(error: unknown, file: string): unknown {
  const translated = toRocpdError(error, file);
  const isNew = translated !== error;
  return isNew && translated instanceof RocpdError && translated.code === 'DAMAGED'
    ? describeDamage(translated, file)
    : translated;
}
