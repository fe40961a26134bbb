import { Link as RouteLink } from '@tanstack/react-router';
import { useChooseNewLinkDomain } from '@/entities/domain/choose-new-link-domain';
import type { Domain } from '@/entities/domain/domain.types';
import { useVerifyDomain } from '@/entities/domain/domain-mutations';
import { domainStatus } from '@/entities/domain/domain-status';
import { useNewLinkDomain } from '@/entities/domain/new-link-domain';
import { PermissionItem } from '@/entities/workspace/ui/permission-controls';
import { messageOf } from '@/shared/api/errors';
import { copyText } from '@/shared/lib/clipboard';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { Menu, MenuItem, MenuRule } from '@/shared/ui/menu';
import { toast } from '@/shared/ui/toast';

interface Props {
  domain: Domain;
  onDelete: () => void;
}

/** The actions of a domain. */
export function DomainMenu({ domain, onDelete }: Props) {
  const { id, host, unicodeHost, status, isDefault } = domain;
  const verify = useVerifyDomain();
  const preset = useNewLinkDomain();
  const choose = useChooseNewLinkDomain();

  async function copy() {
    const copied = await copyText(host);
    toast(copied ? { title: `${host} copied` } : { title: 'The browser refused to copy', text: host, tone: 'bad' });
  }

  function check() {
    verify.mutate(id, {
      onSuccess: (checked) =>
        toast(
          domainStatus(checked) === 'pending' || checked.status === 'failing'
            ? {
                title: `${unicodeHost} isn’t set up correctly`,
                text: 'Open it to see which DNS record is missing.',
                tone: 'bad',
              }
            : { title: `${unicodeHost} is verified` },
        ),
      onError: (error) => toast({ title: 'Couldn’t check the DNS records', text: messageOf(error), tone: 'bad' }),
    });
  }

  function makePreset() {
    choose.mutate(domain, {
      onSuccess: () => toast({ title: `New links use ${unicodeHost}` }),
      onError: (error) =>
        toast({ title: 'Couldn’t change the domain of new links', text: messageOf(error), tone: 'bad' }),
    });
  }

  return (
    <Menu
      trigger={
        <Button icon tone="quiet" size="sm" aria-label={`Actions for ${unicodeHost}`}>
          <Icon name="more" />
        </Button>
      }
    >
      <MenuItem asChild>
        {status === 'pending' ? (
          <RouteLink to="/dashboard/domains/$domainId/setup" params={{ domainId: id }} className="ui-item">
            Continue setup
          </RouteLink>
        ) : (
          <RouteLink to="/dashboard/domains/$domainId" params={{ domainId: id }} className="ui-item">
            Settings
          </RouteLink>
        )}
      </MenuItem>
      {preset && preset.id !== id && status !== 'pending' && (
        <PermissionItem permission="workspace:manage" onSelect={makePreset} disabled={choose.isPending}>
          Use for new links
        </PermissionItem>
      )}
      <MenuItem onSelect={() => void copy()}>Copy domain</MenuItem>
      <MenuItem asChild>
        <RouteLink to="/dashboard/links" search={{ domain: host }} className="ui-item">
          View links
        </RouteLink>
      </MenuItem>
      <MenuItem asChild>
        <RouteLink to="/dashboard/analytics" search={{ domain: host }} className="ui-item">
          View analytics
        </RouteLink>
      </MenuItem>
      {!isDefault && (
        <>
          <MenuRule />
          <PermissionItem permission="domains:manage" onSelect={check} disabled={verify.isPending}>
            Check DNS now
          </PermissionItem>
          <PermissionItem permission="domains:manage" danger onSelect={onDelete}>
            Delete…
          </PermissionItem>
        </>
      )}
    </Menu>
  );
}
