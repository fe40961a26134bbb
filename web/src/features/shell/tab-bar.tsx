import { Link } from '@tanstack/react-router';
import { Can, PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { t } from '@/shared/i18n/t';
import { Icon } from '@/shared/ui/icon';

/** The tab bar of small screens. More opens the navigation sheet. */
export function TabBar({ moreOpen, onMore }: { moreOpen: boolean; onMore: () => void }) {
  const current = { 'aria-current': 'page' } as const;
  return (
    <nav className="shell-tab-bar only-m" aria-label={t('Quick')}>
      <Link to="/dashboard" activeOptions={{ exact: true }} activeProps={current}>
        <Icon name="home" />
        {t('Home')}
      </Link>
      <Link to="/dashboard/links" activeOptions={{ includeSearch: false }} activeProps={current}>
        <Icon name="link" />
        {t('Links')}
      </Link>
      <Can
        permission="links:write"
        fallback={
          <PermissionButton
            permission="links:write"
            tone="primary"
            icon
            className="shell-add"
            aria-label={t('New link')}
          >
            <Icon name="plus" />
          </PermissionButton>
        }
      >
        <Link
          to="/dashboard/links"
          search={{ new: 'link' }}
          activeProps={{}}
          className="shell-add"
          aria-label={t('New link')}
        >
          <Icon name="plus" />
        </Link>
      </Can>
      <Link to="/dashboard/analytics" activeOptions={{ includeSearch: false }} activeProps={current}>
        <Icon name="chart" />
        {t('Analytics')}
      </Link>
      <button type="button" aria-expanded={moreOpen} onClick={onMore}>
        <Icon name="more" />
        {t('More')}
      </button>
    </nav>
  );
}
