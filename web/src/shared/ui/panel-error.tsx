import { ApiError, messageOf } from '@/shared/api/errors';
import { t } from '@/shared/i18n/t';
import { Button } from './button';

/** The error state of a panel: the message, the request id and a retry button. */
export function PanelError({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const id = error instanceof ApiError ? error.requestId : '';
  return (
    <div className="ui-notice ui-bad m-4" role="alert">
      <div className="min-w-0">
        <p className="font-semibold">{messageOf(error)}</p>
        {id && <p className="ui-mono ui-muted ui-truncate">{id}</p>}
      </div>
      {onRetry && (
        <Button size="sm" onClick={onRetry}>
          {t('Try again')}
        </Button>
      )}
    </div>
  );
}
