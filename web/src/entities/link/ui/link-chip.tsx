import { Link as RouteLink } from '@tanstack/react-router';
import { Chip } from '@/shared/ui/chip';
import { type NamedLink, useLinkName, useSeveralHosts } from '../link-name';
import './link.css';

interface Props {
  link: NamedLink;
  /** Turns the chip into a link to the link's page. */
  linkId?: string;
}

/** A link's alias, after its host where the workspace has several. */
export function LinkChip({ link, linkId }: Props) {
  const name = useLinkName()(link);
  if (!linkId) {
    return (
      <Chip>
        <LinkText link={link} />
      </Chip>
    );
  }
  return (
    <RouteLink to="/dashboard/links/$linkId" params={{ linkId }} className="ui-chip" aria-label={name}>
      <span className="ui-truncate">
        <LinkText link={link} />
      </span>
    </RouteLink>
  );
}

/** The name of a link. Where space is short, the host is truncated before the alias. */
export function LinkText({ link: { domain, alias } }: { link: NamedLink }) {
  if (!useSeveralHosts()) return <bdi>{`/${alias}`}</bdi>;
  return (
    <span className="link-name">
      <span className="ui-muted ui-truncate">{domain}</span>
      <bdi className="ui-truncate">/{alias}</bdi>
    </span>
  );
}
