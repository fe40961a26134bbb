import * as Radix from '@radix-ui/react-dialog';
import { Command } from 'cmdk';
import { t } from '@/shared/i18n/t';
import { Icon } from './icon';
import { Kbd } from './kbd';
import { matches } from './rank-options';
import { useDialogFocus } from './use-dialog-focus';
import './command-dialog.css';

export interface CommandItem {
  /** Unique among all items. */
  value: string;
  label: string;
  /** Further words that find it. */
  keywords?: string;
  detail?: string;
  /** The shortcut that does the same, formatted for display. */
  keys?: string;
  run: () => void;
}

export interface CommandGroup {
  heading: string;
  items: readonly CommandItem[];
  /** The items are search results already; show all of them. */
  unfiltered?: boolean;
}

interface Props {
  label: string;
  placeholder: string;
  search: string;
  onSearch: (search: string) => void;
  groups: readonly CommandGroup[];
  /** Announced below the list, such as "Searching…". */
  status?: string;
  onClose: () => void;
}

const isMatch = ({ label, keywords = '' }: CommandItem, search: string) =>
  matches(label, search) > 0 || matches(keywords, search) > 0;

/** A modal list of commands with a search field. Arrow keys move, Enter runs the highlighted command and closes. */
export function CommandDialog({ label, placeholder, search, onSearch, groups, status, onClose }: Props) {
  const focus = useDialogFocus(true);
  const shown = groups
    .map((group) => ({
      ...group,
      items: group.unfiltered
        ? group.items
        : group.items.filter((item) => search.trim() === '' || isMatch(item, search)),
    }))
    .filter((group) => group.items.length > 0);

  function choose(item: CommandItem) {
    onClose();
    item.run();
  }

  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="ui-overlay" />
        <Radix.Content {...focus} className="ui-dialog ui-command" aria-describedby={undefined}>
          <Radix.Title className="ui-sr-only">{label}</Radix.Title>
          <Command label={label} shouldFilter={false} loop>
            <div className="flex items-center gap-2 border-b border-line px-4">
              <Icon name="search" className="text-muted" />
              <Command.Input
                autoFocus
                className="min-h-12 w-full bg-transparent outline-none"
                placeholder={placeholder}
                value={search}
                onValueChange={onSearch}
              />
            </div>
            <Command.List className="combo-list" label={label}>
              {!status && <Command.Empty>{t('No results.')}</Command.Empty>}
              {shown.map((group) => (
                <Command.Group key={group.heading} heading={group.heading}>
                  {group.items.map((item) => (
                    <Command.Item key={item.value} value={item.value} onSelect={() => choose(item)}>
                      <span className="ui-truncate flex-1">{item.label}</span>
                      {item.detail && <span className="ui-small ui-truncate opacity-80">{item.detail}</span>}
                      {item.keys && <Kbd keys={item.keys} />}
                    </Command.Item>
                  ))}
                </Command.Group>
              ))}
            </Command.List>
            <p className="ui-muted ui-small px-4 pb-2 empty:hidden" role="status">
              {status}
            </p>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
