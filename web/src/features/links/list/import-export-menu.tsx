import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ExportOptions, startExport } from '@/entities/job/job.queries';
import { fetchAllLinks } from '@/entities/link/link.queries';
import { PermissionItem } from '@/entities/workspace/ui/permission-controls';
import { messageOf } from '@/shared/api/errors';
import { t } from '@/shared/i18n/t';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { Menu, MenuItem, MenuRule } from '@/shared/ui/menu';
import { toast } from '@/shared/ui/toast';
import { filterParams } from './links-params';
import type { LinksSearch } from './links-search';

/** Starts an export. The file downloads when it is ready. */
export async function exportLinks(queries: QueryClient, choice: ExportOptions): Promise<void> {
  try {
    await startExport(queries, choice);
    toast({ title: t('Export started'), text: t('The file downloads when it is ready.') });
  } catch (error) {
    toast({ title: t('Couldn’t export the links'), text: messageOf(error), tone: 'bad' });
  }
}

/** The export parameters for a search. */
function toExportOptions(search: LinksSearch, format: ExportOptions['format']): ExportOptions {
  const { search: text, tag, domain, folder, status } = filterParams(search);
  return { format, search: text, tags: tag, domain, folderId: folder, statuses: status };
}

/** Exports the links that match the search. Exports can't filter by import, so those links are listed by id. */
async function exportMatching(
  queries: QueryClient,
  search: LinksSearch,
  format: ExportOptions['format'],
): Promise<void> {
  if (!search.import) return exportLinks(queries, toExportOptions(search, format));
  try {
    const links = await fetchAllLinks(filterParams(search));
    await exportLinks(queries, { format, ids: links.map(({ id }) => id) });
  } catch (error) {
    toast({ title: t('Couldn’t export the links'), text: messageOf(error), tone: 'bad' });
  }
}

/** Bulk creation, import and export. */
export function ImportExportMenu({ search }: { search: LinksSearch }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return (
    <Menu
      trigger={
        <Button size="sm" aria-label={t('Import and export')}>
          <Icon name="download" />
          <span className="links-word">{t('Import / export')}</span>
        </Button>
      }
    >
      <PermissionItem
        permission="links:write"
        onSelect={() => void navigate({ to: '/dashboard/links', search: { ...search, new: 'list' } })}
      >
        {t('Create in bulk…')}
      </PermissionItem>
      <PermissionItem permission="links:write" onSelect={() => void navigate({ to: '/dashboard/settings/import' })}>
        {t('Import from file…')}
      </PermissionItem>
      <MenuRule />
      <MenuItem onSelect={() => void exportMatching(queries, search, 'csv')}>{t('Export as CSV')}</MenuItem>
      <MenuItem onSelect={() => void exportMatching(queries, search, 'json')}>{t('Export as JSON')}</MenuItem>
      <MenuRule />
      <MenuItem onSelect={() => void navigate({ to: '/dashboard/settings/jobs' })}>
        {t('All imports and exports')}
      </MenuItem>
    </Menu>
  );
}
