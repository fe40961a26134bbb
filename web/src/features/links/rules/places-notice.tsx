import { useQuery } from '@tanstack/react-query';
import { capabilities } from '@/entities/server/capabilities.queries';

/** Warns that city and region conditions never match on an install without that data. */
export function PlacesNotice() {
  const { data } = useQuery(capabilities());
  if (data?.cities !== false) return null;
  return (
    <p className="ui-hint ui-error" role="note">
      This server has no city or region data, so this condition never matches. An operator can add a city database with
      LINNET_GEOIP.
    </p>
  );
}
