import { Link as RouteLink } from '@tanstack/react-router';
import type { Domain } from '@/entities/domain/domain.types';
import { DomainBadge } from '@/entities/domain/ui/domain-badge';
import { NewLinksBadge } from '@/entities/domain/ui/new-links-badge';
import { PRODUCT } from '@/shared/config/product';
import { Badge } from '@/shared/ui/badge';
import { buttonClass } from '@/shared/ui/button';
import { CopyButton } from '@/shared/ui/copy-button';
import { Icon } from '@/shared/ui/icon';

/** The host with its state, and the way back to the list. */
export function DomainHeader({ domain }: { domain: Domain }) {
  const { host, unicodeHost, isDefault } = domain;
  return (
    <div className="domain-head">
      <title>{`${unicodeHost} · ${PRODUCT}`}</title>
      <RouteLink to="/dashboard/domains" className="ui-more domain-back">
        <Icon name="left" />
        All domains
      </RouteLink>
      <div className="domain-title">
        <h1>{unicodeHost}</h1>
        <CopyButton text={host} what="the domain" />
        <DomainBadge domain={domain} />
        {isDefault && <Badge>Server default</Badge>}
        <NewLinksBadge domain={domain} />
      </div>
      {unicodeHost !== host && <p className="ui-mono ui-muted">{host}</p>}
    </div>
  );
}

/** What needs attention: a pending setup, missing DNS records, a failed certificate. */
export function DomainNotice({ domain, isOperator }: { domain: Domain; isOperator: boolean }) {
  const { id, status, certificate, isDefault } = domain;
  if (isDefault) {
    return (
      <p className="ui-notice">
        This is the default domain of this server.{' '}
        {isOperator ? 'Its settings apply to the links of all workspaces on it.' : 'An operator configures it.'}
      </p>
    );
  }
  if (status === 'pending') {
    return (
      <div className="ui-notice ui-accent">
        <p>The ownership of this domain isn’t verified yet. It serves no links until then.</p>
        <RouteLink
          to="/dashboard/domains/$domainId/setup"
          params={{ domainId: id }}
          className={buttonClass({ size: 'sm' })}
        >
          Continue setup
        </RouteLink>
      </div>
    );
  }
  if (status === 'failing') {
    return (
      <div className="ui-notice ui-bad" role="alert">
        <p>
          <b>A DNS record of this domain is missing or has changed.</b> Links work only for visitors whose requests
          still arrive here. See DNS records below.
        </p>
      </div>
    );
  }
  if (certificate.state === 'failed') {
    return (
      <div className="ui-notice ui-bad" role="alert">
        <p>
          <b>The certificate couldn’t be issued.</b> {certificate.error} Another attempt follows automatically.
        </p>
      </div>
    );
  }
  return null;
}
