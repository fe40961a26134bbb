import { useNavigate } from '@tanstack/react-router';
import { type ExportOptions, startExport } from '@/entities/job/job.queries';
import { fetchAllLinks } from '@/entities/link/link.queries';
import { messageOf } from '@/shared/api/errors';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { Menu, MenuItem, MenuRule } from '@/shared/ui/menu';
import { toast } from '@/shared/ui/toast';
import { filterParams } from './links-params';
import type { LinksSearch } from './links-search';

/** Starts an export and says that its file will come by itself. */
export async function exportLinks(choice: ExportOptions): Promise<void> {
  try {
    await startExport(choice);
    toast({ title: 'Export started', text: 'The file is saved as soon as it is ready.' });
  } catch (error) {
    toast({ title: 'The links were not exported', text: messageOf(error), tone: 'bad' });
  }
}

/** The links that a search finds, for an export. */
function choiceOf(search: LinksSearch, format: ExportOptions['format']): ExportOptions {
  const { search: text, tag, domain, folder, status } = filterParams(search);
  return { format, search: text, tags: tag, domain, folderId: folder, statuses: status };
}

/** Exports what the list shows. An export knows no filter by import: its links are named one by one. */
async function exportFound(search: LinksSearch, format: ExportOptions['format']): Promise<void> {
  if (!search.import) return exportLinks(choiceOf(search, format));
  try {
    const links = await fetchAllLinks(filterParams(search));
    await exportLinks({ format, ids: links.map(({ id }) => id) });
  } catch (error) {
    toast({ title: 'The links were not exported', text: messageOf(error), tone: 'bad' });
  }
}

/** Links in and out: the import's page, and files of what the list shows. */
export function TransferMenu({ search }: { search: LinksSearch }) {
  const navigate = useNavigate();
  return (
    <Menu
      trigger={
        <Button size="sm" aria-label="Import and export">
          <Icon name="download" />
          <span className="links-word">Import, export</span>
        </Button>
      }
    >
      <MenuItem onSelect={() => void navigate({ to: '/dashboard/links', search: { ...search, new: 'list' } })}>
        Shorten a list…
      </MenuItem>
      <MenuItem onSelect={() => void navigate({ to: '/dashboard/settings/import' })}>Import from a file…</MenuItem>
      <MenuRule />
      <MenuItem onSelect={() => void exportFound(search, 'csv')}>Export these as CSV</MenuItem>
      <MenuItem onSelect={() => void exportFound(search, 'json')}>Export these as JSON</MenuItem>
      <MenuRule />
      <MenuItem onSelect={() => void navigate({ to: '/dashboard/settings/jobs' })}>All imports and exports</MenuItem>
    </Menu>
  );
}
