import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { SharedScreen } from '@/features/sharing/shared-screen';
import { readShared, type SharedSearch, writeShared } from '@/features/sharing/shared-state';

export const Route = createFileRoute('/share/$token')({
  // Read where it is used: nothing of it belongs into the part of the app that every page loads.
  validateSearch: (search: SharedSearch): SharedSearch => search,
  component: SharedRoute,
});

function SharedRoute() {
  const { token } = Route.useParams();
  const state = readShared(Route.useSearch());
  const navigate = useNavigate({ from: '/share/$token' });
  return (
    <SharedScreen
      token={token}
      state={state}
      change={(named) => void navigate({ search: writeShared({ ...state, ...named }), resetScroll: false })}
    />
  );
}
