import { CONNECTION_TEXT, type Connection, connection } from '@/shared/api/connection';
import { t } from '@/shared/i18n/t';
import { useStore } from '../hooks/use-store';
import { Button } from './button';

/** The state of the connection, for rendering. */
export function useConnection(): Connection {
  return useStore(connection.state);
}

/** A line above the page while the server cannot be reached. It disappears by itself. */
export function ConnectionBanner() {
  return <ConnectionStatus state={useConnection()} onRetry={() => connection.retry()} />;
}

/** The line for a state of the connection; empty while it is online. */
export function ConnectionStatus({ state, onRetry }: { state: Connection; onRetry: () => void }) {
  return (
    <div role="status" className="ui-connection">
      {state !== 'online' && (
        <p>
          {CONNECTION_TEXT[state]}
          <Button size="sm" onClick={onRetry}>
            {t('Try now')}
          </Button>
        </p>
      )}
    </div>
  );
}
