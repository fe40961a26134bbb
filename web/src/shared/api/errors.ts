import { t, textOfCode } from '@/shared/i18n/t';

/** A fault that the server found in one field of the request: `url`, `rules[2].when`. */
export interface FieldError {
  field: string;
  message: string;
}

interface Problem {
  code?: unknown;
  message?: unknown;
  detail?: unknown;
  title?: unknown;
  errors?: unknown;
}

/** An answer of the server that is not a success. `message` may be shown to a person. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The stable code of the problem document, empty when there was none. */
  readonly code: string;
  /** Whether `message` is the server's own sentence, and not one made up for an empty answer. */
  readonly hasServerMessage: boolean;
  readonly errors: readonly FieldError[];
  readonly requestId: string;
  /** Seconds to wait before another try, from Retry-After. */
  readonly retryAfter: number | null;

  constructor(
    status: number,
    problem: { code?: string; message?: string; errors?: FieldError[] },
    requestId: string,
    retryAfter: number | null = null,
  ) {
    const translated = problem.code && textOfCode(problem.code);
    super(translated || (problem.message ?? t('The server returned status {status}.', { status: String(status) })));
    this.status = status;
    this.code = problem.code ?? '';
    this.hasServerMessage = problem.message !== undefined;
    this.errors = problem.errors ?? [];
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function fieldErrors(value: unknown): FieldError[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (item): item is FieldError => typeof item?.field === 'string' && typeof item?.message === 'string',
  );
}

/** Reads a problem document (RFC 9457 with `message`, `code` and `errors`), or any other body. */
export async function readProblem(response: Response, requestId: string): Promise<ApiError> {
  let problem: Problem = {};
  try {
    const body: unknown = await response.clone().json();
    if (typeof body === 'object' && body !== null) problem = body;
  } catch {
    // Not JSON: a proxy's page. The status has to do.
  }
  const after = Number.parseInt(response.headers.get('Retry-After') ?? '', 10);
  return new ApiError(
    response.status,
    {
      code: text(problem.code),
      message: text(problem.message) ?? text(problem.detail),
      errors: fieldErrors(problem.errors),
    },
    response.headers.get('X-Request-Id') ?? requestId,
    Number.isNaN(after) ? null : after,
  );
}

/** Whether the server rejected a request because a limit is reached, such as one of the plan. */
export function isLimitReached(error: unknown): boolean {
  return error instanceof ApiError && error.status === 402;
}

/** Whether a call ended without an answer: the network failed (TypeError) or its time limit passed. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError');
}

// The response of a proxy while the server is down.
const GATEWAY = new Set([502, 503, 504]);

const UNREACHABLE = t('Linnet can’t be reached. Check your connection and try again.');
const TIMED_OUT = t('Linnet took too long to answer. Try again.');
const UNKNOWN = t('Something went wrong. Please try again.');

/** A sentence for a person about any error: what happened, and what to do. */
export function messageOf(error: unknown, fallback = UNKNOWN): string {
  if (error instanceof ApiError && GATEWAY.has(error.status) && !error.hasServerMessage) return UNREACHABLE;
  if (!isUnanswered(error)) return rawMessageOf(error, fallback);
  return error instanceof TypeError ? UNREACHABLE : TIMED_OUT;
}

/** The error's own message, unchanged, which sign-in shows even when the browser worded it. */
export function rawMessageOf(error: unknown, fallback = UNKNOWN): string {
  return error instanceof Error && error.message ? error.message : fallback;
}
