import { useSyncExternalStore } from 'react';
import { type Connection, connection } from '@/shared/api/connection';
import { Button } from './button';

const TEXT: Record<Exclude<Connection, 'online'>, string> = {
  offline: 'You’re offline. This page may be out of date, and changes can’t be saved.',
  unreachable: 'Linnet can’t be reached. Trying again…',
};

/** The state of the connection, for rendering. */
export function useConnection(): Connection {
  return useSyncExternalStore(connection.subscribe, connection.get, () => 'online');
}

/** A line above the page while the server cannot be reached. It disappears by itself. */
export function ConnectionBanner() {
  const state = useConnection();
  return (
    <div role="status" className="ui-connection">
      {state !== 'online' && (
        <p>
          {TEXT[state]}
          <Button size="sm" onClick={() => connection.retry()}>
            Try now
          </Button>
        </p>
      )}
    </div>
  );
}
