import { logOut } from '@/entities/session/log-out';
import { PRODUCT } from '@/shared/config/product';
import { buttonClass } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { Icon } from '@/shared/ui/icon';
import { MOBILE_LINKS } from './nav-links';
import { NavList } from './nav-list';

/** The navigation sheet of small screens. */
export function MobileNav({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={PRODUCT} place="left">
      <nav aria-label="Mobile" className="mobile-links">
        <NavList links={MOBILE_LINKS} onNavigate={onClose} />
      </nav>
      <button type="button" className={buttonClass({ wide: true }, 'mt-6')} onClick={logOut}>
        <Icon name="out" />
        Log Out
      </button>
    </Dialog>
  );
}
