import { useMutation } from '@tanstack/react-query';
import { trackJob } from '@/entities/job/tracked-jobs';
import type { QrFormat } from '@/entities/qr-code/qr-code.types';
import { api, body } from '@/shared/api/client';
import { messageOf } from '@/shared/api/errors';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { Menu, MenuItem } from '@/shared/ui/menu';
import { toast } from '@/shared/ui/toast';
import { FORMATS } from './formats';

/** Starts an export of the codes that match a search. Its file downloads when it is ready. */
async function startArchive(format: QrFormat, search: string): Promise<void> {
  const job = await body(api.POST('/qr-codes/archive', { body: { format, ...(search && { search }) } }));
  trackJob(job.id);
}

/** Downloads all codes that match the search as a ZIP archive. A job writes it, whose progress the shell shows. */
export function DownloadAll({ search }: { search: string }) {
  const start = useMutation({
    mutationFn: (format: QrFormat) => startArchive(format, search),
    onSuccess: () => toast({ title: 'Archive started', text: 'The ZIP file downloads when it is ready.' }),
    onError: (error) => toast({ title: 'Couldn’t start the archive', text: messageOf(error), tone: 'bad' }),
  });
  return (
    <Menu
      align="end"
      trigger={
        <Button busy={start.isPending}>
          <Icon name="download" />
          {search ? 'Download found codes' : 'Download all codes'}
        </Button>
      }
    >
      {FORMATS.map(({ format, text }) => (
        <MenuItem key={format} onSelect={() => start.mutate(format)}>
          {text}
        </MenuItem>
      ))}
    </Menu>
  );
}
