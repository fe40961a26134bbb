import { useLocation, useNavigate } from '@tanstack/react-router';
import { logOut } from '@/entities/session/log-out';
import { PRODUCT } from '@/shared/config/product';
import { t } from '@/shared/i18n/t';
import { buttonClass } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { Icon } from '@/shared/ui/icon';
import { MOBILE_LINKS, MORE_LINKS } from './nav-links';
import { NavList } from './nav-list';

/** The navigation sheet of small screens. */
export function MobileNav({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={PRODUCT} place="left">
      <nav aria-label={t('Mobile')} className="mobile-links">
        <NavList links={MOBILE_LINKS} onNavigate={onClose} />
      </nav>
      <PublishingButtons onNavigate={onClose} />
      <button type="button" className={buttonClass({ wide: true }, 'mt-6')} onClick={logOut}>
        <Icon name="out" />
        {t('Log Out')}
      </button>
    </Dialog>
  );
}

/** Bio pages and domains, as buttons: the sheet has exactly six links (AC-168). */
function PublishingButtons({ onNavigate }: { onNavigate: () => void }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (
    <ul className="mobile-links" aria-label={t('Publishing')}>
      {MORE_LINKS.map(({ to, label, icon }) => (
        <li key={to}>
          <button
            type="button"
            aria-current={pathname === to || pathname.startsWith(`${to}/`) ? 'page' : undefined}
            onClick={() => {
              onNavigate();
              void navigate({ to });
            }}
          >
            <Icon name={icon} />
            <span>{label}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
