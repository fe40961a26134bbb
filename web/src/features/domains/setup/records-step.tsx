import { Link as RouteLink } from '@tanstack/react-router';
import type { Domain } from '@/entities/domain/domain.types';
import { pendingRecords } from '@/entities/domain/domain-status';
import { useCan } from '@/entities/workspace/use-can';
import { BlinkEye } from '@/shared/ui/blink-eye';
import { Button, buttonClass } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { CheckBar } from '../records/check-bar';
import { ProviderHint } from '../records/provider-hint';
import { RecordList } from '../records/record-list';
import { recordsEmail } from '../records/records-email';
import { SetupLayout } from './setup-layout';

interface Props {
  domain: Domain;
  onContinue: () => void;
}

/** The second step of the setup: the DNS records, checked repeatedly until all are found. */
export function RecordsStep({ domain, onContinue }: Props) {
  const canManage = useCan('domains:manage');
  const complete = pendingRecords(domain).length === 0 && domain.status === 'verified';
  const verified = domain.status !== 'pending';
  return (
    <SetupLayout
      step={2}
      title={`Add DNS records for ${domain.unicodeHost}`}
      lead="Changes are usually visible within minutes. You can leave this page: checks go on in the background."
    >
      {domain.unicodeHost !== domain.host && (
        <p className="ui-small ui-muted">
          In DNS, {domain.unicodeHost} is <span className="ui-mono">{domain.host}</span>.
        </p>
      )}
      <div role="status">{verified && <VerifiedNotice domain={domain} complete={complete} />}</div>
      <ProviderHint />
      <CheckBar domain={domain} automatic={canManage && !complete} />
      <RecordList domain={domain} />
      <div className="domain-actions">
        <a href={recordsEmail(domain)} className={buttonClass({}, 'mr-auto')}>
          <Icon name="mail" />
          Email these records
        </a>
        <RouteLink to="/dashboard/domains" className={buttonClass()}>
          Finish later
        </RouteLink>
        <Button tone="primary" disabled={!verified} onClick={onContinue}>
          Continue
        </Button>
      </div>
    </SetupLayout>
  );
}

function VerifiedNotice({ domain: { unicodeHost }, complete }: { domain: Domain; complete: boolean }) {
  return (
    <div className="ui-notice ui-ok domain-verified">
      <BlinkEye size={24} blinkKey={1} />
      <p>
        <b>{unicodeHost} is verified.</b>{' '}
        {complete
          ? 'You can create links on it now.'
          : 'You can create links on it now. They open once the domain points to this server.'}
      </p>
    </div>
  );
}
