import { Link as RouteLink } from '@tanstack/react-router';
import { useFolderDenied } from '@/entities/label/use-labels-by-id';
import type { Link } from '@/entities/link/link.types';
import { linkDestination } from '@/entities/link/link-destination';
import { DestinationIcon } from '@/entities/link/ui/destination-icon';
import { LinkTraits, StatusBadge } from '@/entities/link/ui/link-badges';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { useShortcut } from '@/shared/hooks/use-shortcut';
import { t } from '@/shared/i18n/t';
import { formatDate } from '@/shared/lib/format';
import { Badge } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import { CopyButton } from '@/shared/ui/copy-button';
import { Icon } from '@/shared/ui/icon';
import { Skeleton } from '@/shared/ui/skeleton';
import { LinkMenu } from '../actions/link-menu';

interface Props {
  link: Link;
  onEdit: () => void;
  onDelete: () => void;
}

/** The link's short URL, destination, badges and actions. */
export function LinkHeader({ link, onEdit, onDelete }: Props) {
  const to = linkDestination(link);
  const denied = useFolderDenied(link.folderId);
  useShortcut({ keys: 'e', label: t('Edit link'), group: 'Lists', run: onEdit });
  return (
    <header className="link-head">
      <BackToLinks />
      <div className="detail-line">
        <h1>
          <a href={link.shortUrl} target="_blank" rel="noreferrer" className="ui-truncate">
            <span className="ui-muted">{link.domain}/</span>
            {link.alias}
          </a>
        </h1>
        <StatusBadge link={link} />
        <LinkTraits link={link} />
        <span className="detail-actions">
          <CopyButton text={link.shortUrl} what={t('short link')} tone="plain" />
          <PermissionButton permission="links:write" denied={denied} onClick={onEdit}>
            <Icon name="edit" />
            {t('Edit')}
          </PermissionButton>
          <LinkMenu
            here
            link={link}
            onEdit={onEdit}
            onDelete={onDelete}
            trigger={
              <Button icon aria-label={t('More')}>
                <Icon name="more" />
              </Button>
            }
          />
        </span>
      </div>
      <div className="detail-line detail-about">
        <DestinationIcon url={to.href} />
        <a href={to.href} target="_blank" rel="noreferrer" className="ui-truncate" title={to.details}>
          {link.title && (
            <>
              <bdi>{link.title}</bdi> ·{' '}
            </>
          )}
          <bdi>{to.text}</bdi>
        </a>
        {link.tags.map((tag) => (
          <Badge key={tag}>
            <bdi>{tag}</bdi>
          </Badge>
        ))}
        <span className="ui-muted whitespace-nowrap">{t('Created {date}', { date: formatDate(link.createdAt) })}</span>
      </div>
      {link.aliases.length > 1 && (
        <p className="ui-small ui-muted">
          {t('Other aliases: {aliases}', {
            aliases: link.aliases
              .slice(1)
              .map((alias) => `/${alias}`)
              .join(', '),
          })}
        </p>
      )}
    </header>
  );
}

function BackToLinks() {
  return (
    <RouteLink to="/dashboard/links" className="ui-more detail-back">
      <Icon name="left" />
      {t('Links')}
    </RouteLink>
  );
}

/** Placeholder of the header's size. */
export function LinkHeaderSkeleton() {
  return (
    <header className="link-head" aria-busy="true">
      <BackToLinks />
      <Skeleton width={'min(420px, 80%)'} height={40} />
      <Skeleton width={'min(560px, 90%)'} height={32} />
    </header>
  );
}
