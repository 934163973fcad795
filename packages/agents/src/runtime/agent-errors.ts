/** The same symbol in every package and every bundled copy: errors are recognised by it, never by `instanceof`. */
const BRAND = Symbol.for('perfxpert.error');

/** An agent that was declared or used against its own rules, or a session that has used up its turns. */
abstract class AgentError extends Error {
  readonly [BRAND] = true;
  /** Written out in each class: the name of a class does not outlive minification. */
  abstract override readonly name: string;
  abstract readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.details = details;
  }
}

/** An agent declared beyond its caps: a bug of whoever declared it. */
export class AgentConstructionError extends AgentError {
  override readonly name = 'AgentConstructionError';
  readonly code = 'INTERNAL';
}

/** A tool that the agent does not hold was asked for. */
export class ToolAllowlistViolation extends AgentError {
  override readonly name = 'ToolAllowlistViolation';
  readonly code = 'INVALID_ARGUMENT';
}

/** Work handed to an agent that may not get it. */
export class HandoffPolicyViolation extends AgentError {
  override readonly name = 'HandoffPolicyViolation';
  readonly code = 'INVALID_ARGUMENT';
}

/** The session has made as many model turns as it may; start another session, or raise PERFXPERT_MAX_SESSION_TURNS. */
export class SessionTurnBudgetExceeded extends AgentError {
  override readonly name = 'SessionTurnBudgetExceeded';
  readonly code = 'QUOTA_EXCEEDED';
}

/** The gates were asked too often in one session: per kernel, or in a row without a pass. */
export class GateCapReached extends AgentError {
  override readonly name = 'GateCapReached';
  readonly code = 'QUOTA_EXCEEDED';
}
