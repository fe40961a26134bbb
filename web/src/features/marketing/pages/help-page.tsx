import { PRODUCT } from '@/shared/config/product';
import { BlinkEye } from '@/shared/ui/blink-eye';
import { PageHead } from '@/shared/ui/page-head';
import './pages.css';

/** The public Help Center: a sentence of welcome. What answers questions is behind the login. */
export function HelpPage() {
  return (
    <div className="wrap page-top help">
      <PageHead
        title="Help Center"
        description={`Welcome to the ${PRODUCT} Help Center.`}
        path="/help"
        picture="help"
      />
      <div>
        <h1>Help Center</h1>
        <p className="lead">{`Welcome to the ${PRODUCT} Help Center, where every link finds its way.`}</p>
      </div>
      <BlinkEye className="big-eye" />
    </div>
  );
}
