import type { BioPage } from '@/entities/bio-page/bio-page.types';
import { PermissionItem } from '@/entities/workspace/ui/permission-controls';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { Menu, MenuRule } from '@/shared/ui/menu';

interface Props {
  page: BioPage;
  onDuplicate: () => void;
  onUnpublish: () => void;
  onDelete: () => void;
}

/** The actions of a page. */
export function PageMenu({ page, onDuplicate, onUnpublish, onDelete }: Props) {
  return (
    <Menu
      trigger={
        <Button icon tone="quiet" size="sm" aria-label={`Actions for ${page.title}`}>
          <Icon name="more" />
        </Button>
      }
    >
      <PermissionItem permission="links:write" onSelect={onDuplicate}>
        Duplicate
      </PermissionItem>
      {page.publishedRevision !== null && (
        <PermissionItem permission="links:write" onSelect={onUnpublish}>
          Unpublish…
        </PermissionItem>
      )}
      <MenuRule />
      <PermissionItem permission="links:write" danger onSelect={onDelete}>
        Delete…
      </PermissionItem>
    </Menu>
  );
}
