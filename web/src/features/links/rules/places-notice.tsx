import { useQuery } from '@tanstack/react-query';
import { capabilities } from '@/entities/server/capabilities.queries';

/** Warns at a condition on cities or regions where the install knows none. */
export function PlacesNotice() {
  const { data } = useQuery(capabilities());
  if (data?.cities !== false) return null;
  return (
    <p className="hint fault" role="note">
      This install does not know cities and regions, so this condition never holds. Its operator can add a database of
      cities with LINNET_GEOIP.
    </p>
  );
}
