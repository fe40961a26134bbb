import { Link as RouteLink } from '@tanstack/react-router';
import { Chip } from '@/shared/ui/chip';

interface Props {
  alias: string;
  /** Shown before the alias where several domains meet. */
  domain?: string;
  /** Makes it a link to the link's screen. */
  linkId?: string;
}

/** A link by its alias, as it is typed. */
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
