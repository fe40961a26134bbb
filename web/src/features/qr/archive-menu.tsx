import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { followJob } from '@/entities/job/job.queries';
import type { QrFormat } from '@/entities/qr-code/qr-code.types';
import { api, body } from '@/shared/api/client';
import { messageOf } from '@/shared/api/errors';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { Menu, MenuItem } from '@/shared/ui/menu';
import { toast } from '@/shared/ui/toast';
import { FORMATS } from './formats';

/** The maximum number of ids of an archive. */
const MAX_IDS = 1_000;

interface Props {
  /** The codes with these ids; without, those that match the search. */
  ids?: string[];
  /** All codes match an empty search. */
  search?: string;
  /** Accessible name of the button, if not its content. */
  label?: string;
  /** For the selection bar. */
  small?: boolean;
  /** Content of the button, after its icon. */
  children: ReactNode;
}

/** Downloads codes as a ZIP archive. A job writes it, whose progress the shell shows. */
export function ArchiveMenu({ ids, search, label, small, children }: Props) {
  const queries = useQueryClient();
  const start = useMutation({
    mutationFn: (format: QrFormat) =>
      body(api.POST('/qr-codes/archive', { body: { format, ...(ids && { ids }), ...(search && { search }) } })),
    onSuccess: ({ id }) => {
      followJob(queries, id);
      toast({ title: 'Archive started', text: 'The ZIP file downloads when it is ready.' });
    },
    onError: (error) => toast({ title: 'Couldn’t start the archive', text: messageOf(error), tone: 'bad' }),
  });
  return (
    <Menu
      align="end"
      trigger={
        <Button
          size={small ? 'sm' : undefined}
          aria-label={label}
          busy={start.isPending}
          disabled={ids && ids.length > MAX_IDS}
        >
          <Icon name="download" />
          {children}
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
