import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCreateLink } from '@/entities/link/create-link';
import { shortDestination, withScheme } from '@/entities/link/destination';
import { listLinks } from '@/entities/link/link.queries';
import type { LinkBase } from '@/entities/link/link.types';
import { useLinkName } from '@/entities/link/link-name';
import { messageOf } from '@/shared/api/errors';
import { TIMING } from '@/shared/config/timing';
import { useDebouncedValue } from '@/shared/hooks/use-debounced-value';
import { t } from '@/shared/i18n/t';
import { Icon } from '@/shared/ui/icon';
import type { ComboOption } from '@/shared/ui/search-list';
import { SearchList } from '@/shared/ui/search-list';

const MAX_RESULTS = 8;
const SHORTEN = 'shorten';

function toOption(link: LinkBase, label: string): ComboOption {
  return {
    value: link.id,
    label,
    after: (
      <span className="ui-small ui-truncate search-list-destination">{link.title ?? shortDestination(link.url)}</span>
    ),
  };
}

/** Searches the workspace's links, or shortens a pasted URL. */
export function LinkPicker({ onPick }: { onPick: (link: LinkBase) => void }) {
  const [typed, setTyped] = useState('');
  const search = useDebouncedValue(typed.trim(), TIMING.searchMs);
  const found = useQuery(
    listLinks({
      ...(search && { search }),
      status: ['active', 'scheduled', 'expired'],
      sort: 'createdAt',
      limit: MAX_RESULTS,
    }),
  );
  const nameOf = useLinkName();
  const create = useCreateLink();
  const links = found.data?.items ?? [];
  const url = withScheme(typed);
  const options = links.map((link) => toOption(link, nameOf(link)));
  if (/^[a-z][a-z0-9+.-]*:/i.test(url)) {
    options.push({
      value: SHORTEN,
      label: t('Shorten {url}', { url: shortDestination(url) }),
      before: <Icon name="plus" />,
    });
  }

  function choose(value: string) {
    if (create.isPending) return;
    if (value === SHORTEN) return create.mutate({ url: url }, { onSuccess: onPick });
    const link = links.find(({ id }) => id === value);
    if (link) onPick(link);
  }

  return (
    <div className="ui-field">
      <SearchList
        label={t('Link')}
        placeholder={t('Search links or paste a URL')}
        search={typed}
        onSearch={(next) => {
          create.reset();
          setTyped(next);
        }}
        options={options}
        pending={typed.trim() !== search || found.isPlaceholderData}
        onChoose={choose}
        note={
          create.isPending
            ? t('Shortening…')
            : found.isError
              ? messageOf(found.error)
              : found.data &&
                options.length === 0 &&
                (search
                  ? t('No matching links. Paste a URL to shorten it.')
                  : t('No links yet. Paste a URL to shorten it.'))
        }
      />
      {create.isError && (
        <p className="ui-hint ui-error" role="alert">
          {create.error.message}
        </p>
      )}
    </div>
  );
}
