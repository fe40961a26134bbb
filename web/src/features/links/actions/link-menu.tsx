import { Link as RouteLink } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useFolderDenied } from '@/entities/label/use-labels-by-id';
import type { LinkBase } from '@/entities/link/link.types';
import { PermissionItem } from '@/entities/workspace/ui/permission-controls';
import { t } from '@/shared/i18n/t';
import { canShare } from '@/shared/lib/share';
import { Icon } from '@/shared/ui/icon';
import { Menu, MenuItem, MenuRule } from '@/shared/ui/menu';
import { useLinkActions } from './link-actions';
import { copyShortLink, shareLink } from './share-link';

interface Props {
  link: LinkBase;
  trigger: ReactElement<object>;
  onEdit: () => void;
  onDelete: () => void;
  /** Omits the item that opens the link's own screen. */
  here?: boolean;
}

/** The actions of one link. */
export function LinkMenu({ link, trigger, onEdit, onDelete, here }: Props) {
  const { archive, unarchive } = useLinkActions();
  const denied = useFolderDenied(link.folderId);
  return (
    <Menu trigger={trigger} tip={t('More')}>
      {!here && (
        <MenuItem asChild>
          <RouteLink className="ui-item" to="/dashboard/links/$linkId" params={{ linkId: link.id }}>
            <Icon name="chart" />
            {t('Analytics')}
          </RouteLink>
        </MenuItem>
      )}
      <MenuItem onSelect={() => void copyShortLink(link)}>
        <Icon name="copy" />
        {t('Copy short link')}
      </MenuItem>
      {canShare() && (
        <MenuItem onSelect={() => void shareLink(link)}>
          <Icon name="external" />
          {t('Share…')}
        </MenuItem>
      )}
      <PermissionItem permission="links:write" denied={denied} onSelect={onEdit}>
        <Icon name="edit" />
        {t('Edit')}
        <span className="ui-end">
          <kbd>E</kbd>
        </span>
      </PermissionItem>
      <PermissionItem permission="links:write" denied={denied} asChild>
        <RouteLink className="ui-item" to="/dashboard/qr-codes" search={{ new: 1, linkId: link.id }}>
          <Icon name="qr" />
          {t('QR code')}
        </RouteLink>
      </PermissionItem>
      <MenuItem asChild>
        <a className="ui-item" href={`${link.shortUrl}+`} target="_blank" rel="noreferrer">
          <Icon name="eye" />
          {t('Preview page')}
        </a>
      </MenuItem>
      <PermissionItem permission="links:write" asChild>
        <RouteLink className="ui-item" to="/dashboard/links" search={{ new: 'link', copy: link.id }}>
          <Icon name="plus" />
          {t('Duplicate')}
        </RouteLink>
      </PermissionItem>
      <MenuRule />
      {link.status === 'archived' ? (
        <PermissionItem permission="links:write" denied={denied} onSelect={() => void unarchive([link])}>
          <Icon name="box" />
          {t('Unarchive')}
        </PermissionItem>
      ) : (
        <PermissionItem permission="links:write" denied={denied} onSelect={() => void archive([link])}>
          <Icon name="box" />
          {t('Archive')}
        </PermissionItem>
      )}
      <PermissionItem permission="links:write" denied={denied} danger onSelect={onDelete}>
        <Icon name="trash" />
        {t('Delete')}
      </PermissionItem>
    </Menu>
  );
}
