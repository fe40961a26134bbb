import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ExportOptions, startExport } from '@/entities/job/job.queries';
import { fetchAllLinks } from '@/entities/link/link.queries';
import { PermissionItem } from '@/entities/workspace/ui/permission-controls';
import { messageOf } from '@/shared/api/errors';
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
    toast({ title: 'Export started', text: 'The file downloads when it is ready.' });
  } catch (error) {
    toast({ title: 'Couldn’t export the links', text: messageOf(error), tone: 'bad' });
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
    toast({ title: 'Couldn’t export the links', text: messageOf(error), tone: 'bad' });
  }
}

/** Bulk creation, import and export. */
export function ImportExportMenu({ search }: { search: LinksSearch }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return (
    <Menu
      trigger={
        <Button size="sm" aria-label="Import and export">
          <Icon name="download" />
          <span className="links-word">Import / export</span>
        </Button>
      }
    >
      <PermissionItem
        permission="links:write"
        onSelect={() => void navigate({ to: '/dashboard/links', search: { ...search, new: 'list' } })}
      >
        Create in bulk…
      </PermissionItem>
      <PermissionItem permission="links:write" onSelect={() => void navigate({ to: '/dashboard/settings/import' })}>
        Import from file…
      </PermissionItem>
      <MenuRule />
      <MenuItem onSelect={() => void exportMatching(queries, search, 'csv')}>Export as CSV</MenuItem>
      <MenuItem onSelect={() => void exportMatching(queries, search, 'json')}>Export as JSON</MenuItem>
      <MenuRule />
      <MenuItem onSelect={() => void navigate({ to: '/dashboard/settings/jobs' })}>All imports and exports</MenuItem>
    </Menu>
  );
}
