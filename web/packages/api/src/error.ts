import type { components } from '../../../src/shared/api/schema.d.ts';

type FieldProblem = { field: string; message: string };
type Problem = Partial<Pick<components['schemas']['Problem'], 'code' | 'message'>> & { errors?: FieldProblem[] | null };

/** The error with which the server rejects a request. Its message is a sentence for people. */
export class LinnetError extends Error {
  override readonly name = 'LinnetError';

  private constructor(
    readonly status: number,
    message: string,
    /** The stable code of the error, such as `not_found`; empty if the response is not from Linnet, but from a proxy, for example. */
    readonly code: string,
    /** The fields of the request that are wrong, such as `rules[2].when`. */
    readonly errors: readonly FieldProblem[],
    /** Finds the request in the log of the server; empty if the response has none. */
    readonly requestId: string,
    /** Seconds after which to repeat the request; undefined if the response does not say. */
    readonly retryAfter: number | undefined,
  ) {
    super(message);
  }

  /** Reads the error of a response. */
  static async of(response: Response): Promise<LinnetError> {
    let problem: Problem = {};
    try {
      problem = await response.json();
    } catch {
      // Not JSON, so not from Linnet.
    }
    const message = problem.message ?? `The server answered ${response.status}, and not as Linnet does. Check its URL.`;
    return new LinnetError(
      response.status,
      message,
      problem.code ?? '',
      problem.errors ?? [],
      response.headers.get('x-request-id') ?? '',
      secondsOf(response),
    );
  }
}

/** The seconds of Retry-After, which Linnet sends as a number; undefined without one. */
export function secondsOf(response: Response): number | undefined {
  const text = response.headers.get('retry-after');
  return text && /^\d+$/.test(text) ? Number(text) : undefined;
}
