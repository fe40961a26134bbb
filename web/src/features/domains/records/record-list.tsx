import type { Domain } from '@/entities/domain/domain.types';
import { isApex } from '@/entities/domain/domain-status';
import { RecordCard } from './record-card';

/** The DNS records of a domain, grouped by purpose, each with the result of the last check. */
export function RecordList({ domain }: { domain: Domain }) {
  const { records, checkedAt, unicodeHost } = domain;
  const ownership = records.filter(({ purpose }) => purpose === 'ownership');
  const route = records.filter(({ purpose }) => purpose === 'route');
  const checked = checkedAt !== null;
  return (
    <div className="domain-records">
      <section aria-labelledby="ownership-records">
        <h2 id="ownership-records">Verify that you own {unicodeHost}</h2>
        <p className="ui-muted">Keep this record: it is checked every day.</p>
        {ownership.map((record) => (
          <RecordCard key={record.name} record={record} checked={checked} />
        ))}
      </section>
      <section aria-labelledby="route-records">
        <h2 id="route-records">Point it to this server</h2>
        <p className="ui-muted">
          {isApex(domain)
            ? `${unicodeHost} is a root domain, which can’t have a CNAME record. If your provider offers ALIAS or ANAME records, you can use one instead.`
            : 'Remove other A, AAAA and CNAME records with this name. If your provider proxies requests, turn that off.'}
        </p>
        {route.map((record) => (
          <RecordCard key={`${record.type} ${record.value}`} record={record} checked={checked} />
        ))}
      </section>
    </div>
  );
}

/** The DNS records of a domain without explanations. */
export function RecordCards({ domain: { records, checkedAt } }: { domain: Domain }) {
  return records.map((record) => (
    <RecordCard key={`${record.type} ${record.value}`} record={record} checked={checkedAt !== null} />
  ));
}
