import { Link } from '@tanstack/react-router';
import { ApiError, messageOf } from '@/shared/api/errors';

export interface QuickFault {
  /** Null when no field is to blame. */
  field: 'url' | 'alias' | null;
  message: string;
  /** The plan holds no more links. */
  limit: boolean;
}

/** What the server found, with the field that it found it in. */
export function faultOf(error: unknown): QuickFault {
  const { status = 0, errors = [] } = error instanceof ApiError ? error : {};
  const named = errors.find(({ field }) => field === 'url' || field === 'alias');
  if (named) return { field: named.field === 'url' ? 'url' : 'alias', message: named.message, limit: false };
  return { field: status === 409 ? 'alias' : null, message: messageOf(error), limit: status === 402 };
}

/** Why an address could not be shortened. A limit of the plan also shows the way on. */
export function ShortenFault({ fault }: { fault: QuickFault | null }) {
  if (!fault) return null;
  return (
    <p id="quick-fault" className="ui-hint ui-error quick-note" role="alert">
      {fault.message} {fault.limit && <Link to="/pricing">See the plans</Link>}
    </p>
  );
}
