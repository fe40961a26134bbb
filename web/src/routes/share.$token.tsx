import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { SharedScreen } from '@/features/sharing/shared-screen';
import { readShared, writeShared } from '@/features/sharing/shared-state';

// Without validateSearch: every page knows all routes, and would carry it. The screen reads the search itself.
export const Route = createFileRoute('/share/$token')({ component: SharedRoute });

function SharedRoute() {
  const { token } = Route.useParams();
  const state = readShared(Route.useSearch());
  const navigate = useNavigate();
  return (
    <SharedScreen
      token={token}
      state={state}
      change={(named) => {
        const search = writeShared({ ...state, ...named });
        void navigate({ to: '.', search: search as never, resetScroll: false });
      }}
    />
  );
}
