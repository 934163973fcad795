/** A check that the user asked for failed: exit 1. What there is to say has been said. */
export class CheckFailedError extends Error {
  constructor() {
    super('the check failed');
    this.name = 'CheckFailedError';
  }
}
