package records

import (
	"context"
	"time"

	"linnet/internal/core/access"
	"linnet/internal/core/domain"
)

// DeletedDomains returns the domains of a workspace that are purged after a time,
// the last deleted first.
func (s *Store) DeletedDomains(ctx context.Context, workspaceID string, now time.Time) ([]domain.Domain, error) {
	return domainTable.all(ctx, s.read, `
		WHERE workspace_id = $1 AND deleted_at > 0 AND purge_at > $2
		ORDER BY deleted_at DESC, id`, workspaceID, toMillis(now))
}

// AllDeletedDomains returns the domains of all workspaces that are purged after a
// time, by host.
func (s *Store) AllDeletedDomains(ctx context.Context, now time.Time) ([]domain.Domain, error) {
	return domainTable.all(ctx, s.read, `
		WHERE deleted_at > 0 AND purge_at > $1 ORDER BY host, id`, toMillis(now))
}

// DomainsToPurge returns up to limit deleted domains whose purge is due, the most
// overdue first.
func (s *Store) DomainsToPurge(ctx context.Context, now time.Time, limit int) ([]domain.Domain, error) {
	return domainTable.all(ctx, s.read, `
		WHERE purge_at > 0 AND purge_at <= $1 ORDER BY purge_at LIMIT $2`, toMillis(now), limit)
}

// DomainUsage returns the usage of each domain on which the view has links.
func (s *Store) DomainUsage(ctx context.Context, v access.View) ([]domain.Usage, error) {
	q := countersOf(v, `c.workspace_id`)
	codes := linksOf(v, `l.deleted_at = 0`)
	return queryAll(ctx, s.read, func(row scanner) (domain.Usage, error) {
		var u domain.Usage
		err := row.Scan(&u.DomainID, &u.Links, &u.QRCodes)
		return u, err
	}, `
		SELECT u.domain_id, u.links, COALESCE(n.codes, 0) FROM (
			SELECT c.domain_id, CAST(SUM(c.links) AS BIGINT) AS links FROM link_counts c`+q.whereText()+` GROUP BY c.domain_id) u
		LEFT JOIN (
			SELECT l.domain_id, COUNT(*) AS codes FROM qr_codes r JOIN links l ON l.id = r.link_id`+codes.whereText()+` GROUP BY l.domain_id) n
		ON n.domain_id = u.domain_id WHERE u.links > 0 ORDER BY u.domain_id`, q.args...)
}

// LinkIDsOnDomain returns up to limit links of a workspace, deleted ones included,
// that have aliases on a domain.
func (s *Store) LinkIDsOnDomain(ctx context.Context, workspaceID, domainID string, limit int) ([]string, error) {
	return queryAll(ctx, s.read, value[string], `
		SELECT DISTINCT l.id FROM aliases a JOIN links l ON l.id = a.target_id
		WHERE a.domain_id = $1 AND l.workspace_id = $2 LIMIT $3`, domainID, workspaceID, limit)
}
