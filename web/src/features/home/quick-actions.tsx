import { Link } from '@tanstack/react-router';
import { Can } from '@/entities/workspace/ui/permission-controls';
import { t } from '@/shared/i18n/t';
import { Icon } from '@/shared/ui/icon';
import { Kbd } from '@/shared/ui/kbd';

/** Links to the most common actions. */
export function QuickActions() {
  return (
    <nav className="home-actions" aria-labelledby="quick-actions">
      <h2 id="quick-actions">{t('Quick Actions')}</h2>
      <Can permission="links:write">
        <Link to="/dashboard/links" search={{ new: 'link' }}>
          <Icon name="link" />
          {t('Shorten a Link')}
          <Kbd keys="C" />
        </Link>
        <Link to="/dashboard/qr-codes" search={{ new: 1 }}>
          <Icon name="qr" />
          {t('Create a QR Code')}
          <Kbd keys="Q" />
        </Link>
        <Link to="/dashboard/bio-pages" search={{ new: 1 }}>
          <Icon name="page" />
          {t('Create a Bio Page')}
        </Link>
      </Can>
      <Link to="/dashboard/analytics">
        <Icon name="chart" />
        {t('View Analytics')}
        <Kbd keys="G A" />
      </Link>
    </nav>
  );
}
