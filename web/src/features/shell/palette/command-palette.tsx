import { useState } from 'react';
import { t } from '@/shared/i18n/t';
import { CommandDialog } from '@/shared/ui/command-dialog';
import { useCommands } from './use-commands';
import { useFound } from './use-found';

interface Props {
  onClose: () => void;
  /** Opens the dialog that switches and creates workspaces. */
  onWorkspaces: () => void;
}

/** The command palette: commands, screens and settings, and a search for everything with a name in the workspace. */
export function CommandPalette({ onClose, onWorkspaces }: Props) {
  const [search, setSearch] = useState('');
  const commands = useCommands(onWorkspaces);
  const { groups, status } = useFound(search);
  return (
    <CommandDialog
      label={t('Command palette')}
      placeholder={t('Search links, screens and commands')}
      search={search}
      onSearch={setSearch}
      groups={[...commands, ...groups]}
      status={status}
      onClose={onClose}
    />
  );
}
