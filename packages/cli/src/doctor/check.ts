/** One thing that doctor looked at. */
export interface Check {
  /** Stable name, for programs. */
  readonly name: string;
  /** `fail`: perfxpert cannot work as it should. `warn`: something that some uses need is not there. */
  readonly status: 'ok' | 'warn' | 'fail';
  readonly text: string;
}
