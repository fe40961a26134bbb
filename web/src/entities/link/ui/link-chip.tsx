import { Link as RouteLink } from '@tanstack/react-router';
import { Chip } from '@/shared/ui/chip';

interface Props {
  alias: string;
  /** Shown before the alias when there are several domains. */
  domain?: string;
  /** Turns the chip into a link to the link's page. */
  linkId?: string;
}

/** A link's alias, with its domain if given. */
export function LinkChip({ alias, domain, linkId }: Props) {
  const text = (
    <>
      {domain && <span className="ui-muted">{domain}</span>}/{alias}
    </>
  );
  if (!linkId) return <Chip>{text}</Chip>;
  return (
    <RouteLink to="/dashboard/links/$linkId" params={{ linkId }} className="ui-chip">
      <span className="ui-truncate">{text}</span>
    </RouteLink>
  );
}
