import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { bioPageList } from '@/entities/bio-page/bio-page.queries';
import { allDomains } from '@/entities/domain/domain.queries';
import { useLabelSearch } from '@/entities/label/use-label-search';
import { listLinks } from '@/entities/link/link.queries';
import { useLinkName } from '@/entities/link/link-name';
import { memberList } from '@/entities/member/member.queries';
import { TIMING } from '@/shared/config/timing';
import { useDebouncedValue } from '@/shared/hooks/use-debounced-value';
import { t } from '@/shared/i18n/t';
import type { CommandGroup } from '@/shared/ui/command-dialog';

const MAX_LINKS = 8;

interface Found {
  groups: CommandGroup[];
  status: string | undefined;
}

/** What the workspace has under a searched name: links, bio pages, domains, members, tags and folders. */
export function useFound(search: string): Found {
  const query = useDebouncedValue(search.trim(), TIMING.searchMs);
  const links = useLinks(query);
  const lists = useLists(query !== '');
  const labels = useLabels(search, query !== '');
  if (query === '') return { groups: [], status: undefined };
  const searching = search.trim() !== '' && (query !== search.trim() || links.isFetching || labels.pending);
  return {
    groups: [links.group, ...lists, ...labels.groups],
    status: searching ? t('Searching…') : links.isError ? t('Couldn’t search links.') : undefined,
  };
}

/** The links that the server finds. Its search also matches destinations and titles. */
function useLinks(query: string): { group: CommandGroup; isFetching: boolean; isError: boolean } {
  const navigate = useNavigate();
  const nameOf = useLinkName();
  const { data, isFetching, isError } = useQuery({
    ...listLinks({ search: query, limit: MAX_LINKS }),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  });
  const items = (data?.items ?? []).map((link) => ({
    value: `link ${link.id}`,
    label: nameOf(link),
    detail: link.title || link.url,
    run: () => void navigate({ to: '/dashboard/links/$linkId', params: { linkId: link.id } }),
  }));
  return { group: { heading: t('Links'), unfiltered: true, items }, isFetching, isError };
}

/** The lists of the workspace that are loaded as a whole. A list that the user may not read is empty. */
function useLists(enabled: boolean): CommandGroup[] {
  const navigate = useNavigate();
  const pages = useQuery({ ...bioPageList(), enabled }).data ?? [];
  const domains = useQuery({ ...allDomains(), enabled }).data ?? [];
  const members = useQuery({ ...memberList(), enabled }).data ?? [];
  return [
    {
      heading: t('Bio pages'),
      items: pages.map(({ id, title, handle }) => ({
        value: `page ${id}`,
        label: title || handle,
        keywords: handle,
        run: () => void navigate({ to: '/dashboard/bio-pages/$pageId', params: { pageId: id } }),
      })),
    },
    {
      heading: t('Domains'),
      items: domains.map(({ id, host, unicodeHost, status }) => ({
        value: `domain ${id}`,
        label: unicodeHost,
        keywords: host,
        run: () =>
          void navigate({
            to: status === 'pending' ? '/dashboard/domains/$domainId/setup' : '/dashboard/domains/$domainId',
            params: { domainId: id },
          }),
      })),
    },
    {
      heading: t('Members'),
      items: members.map(({ userId, firstName, lastName, email }) => ({
        value: `member ${userId}`,
        label: `${firstName} ${lastName}`,
        detail: email,
        keywords: email,
        run: () => void navigate({ to: '/dashboard/settings/members' }),
      })),
    },
  ];
}

/** The tags and folders that match. */
function useLabels(search: string, enabled: boolean): { groups: CommandGroup[]; pending: boolean } {
  const navigate = useNavigate();
  const tags = useLabelSearch('tags', search, enabled);
  const folders = useLabelSearch('folders', search, enabled);
  const groups = [
    {
      heading: t('Tags'),
      unfiltered: true,
      items: tags.labels.map(({ id, name }) => ({
        value: `tag ${id}`,
        label: name,
        detail: t('Links with this tag'),
        run: () => void navigate({ to: '/dashboard/links', search: { tag: [name] } }),
      })),
    },
    {
      heading: t('Folders'),
      unfiltered: true,
      items: folders.labels.map(({ id, name }) => ({
        value: `folder ${id}`,
        label: name,
        detail: t('Links in this folder'),
        run: () => void navigate({ to: '/dashboard/links', search: { folder: id } }),
      })),
    },
  ];
  return { groups, pending: tags.pending || folders.pending };
}
