import { ApiError, isLimitReached, messageOf } from '@/shared/api/errors';
import { PlansLink } from '@/widgets/plans/plans-link';

export interface ShortenError {
  /** The invalid field; null for other errors. */
  field: 'url' | 'alias' | null;
  message: string;
  /** The plan's limit of links is reached. */
  limit: boolean;
}

/** The error to show for a failed request. */
export function toShortenError(error: unknown): ShortenError {
  const { status = 0, errors = [] } = error instanceof ApiError ? error : {};
  const fieldError = errors.find(({ field }) => field === 'url' || field === 'alias');
  if (fieldError)
    return { field: fieldError.field === 'url' ? 'url' : 'alias', message: fieldError.message, limit: false };
  return { field: status === 409 ? 'alias' : null, message: messageOf(error), limit: isLimitReached(error) };
}

/** The error below the form; at the plan's limit with a link to the plans. */
export function ShortenErrorMessage({ error }: { error: ShortenError | null }) {
  if (!error) return null;
  return (
    <p id="quick-error" className="ui-hint ui-error quick-note" role="alert">
      {error.message} {error.limit && <PlansLink />}
    </p>
  );
}
