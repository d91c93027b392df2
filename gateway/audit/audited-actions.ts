import { estimatedTokens } from '#shared/core/estimated-tokens.js';
import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import type { Result } from '#shared/core/result.js';
import type { GameRequestType } from '#shared/protocol/game-requests.js';
import type { LinkAnswer } from '#shared/protocol/link.js';
import type { ToolName } from '#shared/protocol/tools.js';
import { answerFailure } from '../link/link-messages.js';
import {
  type AuditedAction,
  type BegunRequest,
  isResolvable,
  type StoredSessions,
} from '../session/persistence/session-records.js';
import { payloadDigest } from '../session/session-answers.js';

/** One audited action or call of a tool: who did what, and the outcome. Its arguments are recorded as a hash only. */
export interface AuditRecord {
  readonly agent_id: string;
  /** The beginning of the session id: enough to tell sessions apart, not enough to resume one. */
  readonly session: string;
  readonly game_id: string;
  readonly correlation_id: string | null;
  readonly action: string;
  readonly args_hash: string;
  /** `ok` or an error code. */
  readonly status: string;
  /** The verdict on the action: applied, rejected, no_effect or unknown; null without one. */
  readonly outcome: string | null;
  readonly duration_ms: number;
  /** Of what a tool call asked for: the tool. */
  readonly tool_name?: string;
  /** Of a tool call: tokens of its arguments and of the result that the model reads, estimated. */
  readonly tokens?: number;
}

/** Where audited actions are recorded. */
export interface AuditLog {
  record(record: AuditRecord): void;
}

/** The result of a request in metrics and audit: `ok` or an error code. */
export function resultCode(result: Result<LinkAnswer>): string {
  if (!result.ok) return result.failure.code;
  return result.value.type === 'error' ? answerFailure(result.value).code : 'ok';
}

/** The actions of a request: one for an action, all of a batch, none for other requests. */
export function auditedActions(type: GameRequestType, data: JsonObject): AuditedAction[] {
  if (type === 'action') return [auditedAction(data, 'numbered_action')];
  if (type !== 'action_batch' || !Array.isArray(data.actions)) return [];
  return data.actions.map((action: unknown) => auditedAction(action, 'unnamed'));
}

function auditedAction(action: unknown, unnamed: string): AuditedAction {
  const name = isJsonObject(action) ? (action.action_type ?? action.type) : undefined;
  return { action: typeof name === 'string' ? name : unnamed, args_hash: payloadDigest('action', action) };
}

/** The session that asked for the actions. */
interface Actor {
  readonly id: string;
  readonly agentId: string;
  readonly gameId: string;
}

type Verdict = Pick<AuditRecord, 'status' | 'outcome'>;

/** A call of a tool of the small set, as it is audited. */
export interface AuditedCall {
  readonly tool: ToolName;
  /** The request that it stands for. */
  readonly data: JsonObject;
  /** The result that the model reads. */
  readonly text: string;
}

/** The audit records of a tool call: one for each of its actions, or one for the call itself. */
export function auditRecordsOfCall(
  actor: Actor,
  begun: BegunRequest,
  result: Result<LinkAnswer>,
  now: number,
  { tool, data, text }: AuditedCall,
): readonly AuditRecord[] {
  const call = { action: tool, args_hash: payloadDigest('tool_call', data) };
  const audited = begun.deeds.length > 0 ? begun : { ...begun, deeds: [call] };
  const tokens = estimatedTokens(JSON.stringify(data)) + estimatedTokens(text);
  return auditRecordsOf(actor, audited, result, now).map((record) => ({
    ...record,
    tool_name: tool,
    tokens,
  }));
}

/** The audit records of a request's actions, with their outcomes from its result; `now` in milliseconds. */
export function auditRecordsOf(
  actor: Actor,
  begun: BegunRequest,
  result: Result<LinkAnswer>,
  now: number,
): readonly AuditRecord[] {
  // The request may have been for a state, whose data the gateway does not read.
  if (begun.deeds.length === 0) return [];
  const whole = { status: resultCode(result), outcome: outcomeOf(result) };
  const results = result.ok && Array.isArray(result.value.data.results) ? result.value.data.results : [];
  return records(actor, begun, now, (index) => {
    const entry: unknown = results[index];
    return isJsonObject(entry) ? batchVerdict(entry) : whole;
  });
}

/** The audit records of actions that were in flight when a gateway died, whose outcomes are unknown. */
export function unknownOutcomeRecords({ sessions }: StoredSessions, now: number): readonly AuditRecord[] {
  const unknown = { status: 'E131', outcome: 'unknown' };
  return sessions.flatMap((session) =>
    session.begun
      .filter((begun) => !isResolvable(begun))
      .flatMap((begun) => records(session, begun, now, () => unknown)),
  );
}

function records(
  { id, agentId, gameId }: Actor,
  begun: BegunRequest,
  now: number,
  verdict: (index: number) => Verdict,
): readonly AuditRecord[] {
  return begun.deeds.map((done, index) => ({
    agent_id: agentId,
    session: id.slice(0, 6),
    game_id: gameId,
    correlation_id: begun.isUnnamed ? null : begun.id,
    // The wall clock may have been set back since the request began.
    duration_ms: Math.max(0, now - begun.at),
    ...done,
    ...verdict(index),
  }));
}

function batchVerdict({ outcome, error }: JsonObject): Verdict {
  if (!isJsonObject(error)) return { status: 'ok', outcome: typeof outcome === 'string' ? outcome : null };
  const details = isJsonObject(error.details) ? error.details.outcome : undefined;
  return {
    status: typeof error.code === 'string' ? error.code : 'E500',
    outcome: typeof details === 'string' ? details : null,
  };
}

function outcomeOf(result: Result<LinkAnswer>): string | null {
  const details = result.ok ? result.value.data : result.failure.details;
  const inner = isJsonObject(details?.details) ? details.details.outcome : undefined;
  const outcome = details?.outcome ?? inner;
  return typeof outcome === 'string' ? outcome : null;
}
