package records

import (
	"context"
	"slices"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/domain"
	"linnet/internal/core/event"
)

//nolint:gochecknoglobals // immutable
var domainTable = tableOf("domain", `domains`, func(d *domain.Domain) []column {
	return []column{
		fixed("id", &d.ID),
		col("workspace_id", &d.WorkspaceID),
		col("host", &d.Host),
		col("status", &d.Status),
		col("ownership_token", &d.OwnershipToken),
		col("last_records", jsonListField[domain.Record]{&d.Records}),
		col("route_seen", &d.RouteSeen),
		col("case_sensitive", &d.CaseSensitive),
		col("root_url", &d.RootURL),
		col("not_found_url", &d.NotFoundURL),
		col("expired_url", &d.ExpiredURL),
		col("favicon_url", &d.FaviconURL),
		col("redirect_status", &d.RedirectStatus),
		col("hsts", &d.HSTS),
		col("robots", &d.Robots),
		col("privacy", &d.Privacy),
		col("language", &d.Language),
		col("apple_app_site_association", &d.AppleAppSiteAssociation),
		col("asset_links", &d.AssetLinks),
		col("qr_look", optionalJSON{&d.QRLook}),
		col("root_page_id", &d.RootPageID),
		col("notes", &d.Notes),
		col("created_at", &d.CreatedAt),
		col("updated_at", &d.UpdatedAt),
		col("verified_at", &d.VerifiedAt),
		col("checked_at", &d.CheckedAt),
		col("next_check_at", &d.NextCheckAt),
		col("failing_since", &d.FailingSince),
		col("deleted_at", &d.DeletedAt),
		col("purge_at", &d.PurgeAt),
		col("version", &d.Version),
		derived("served_host", text(func() string {
			if d.Serves() {
				return d.Host
			}
			return d.ID
		})),
	}
})

const domainByID = `WHERE id = $1 AND workspace_id IN ('', $2)`

// DomainByHost returns the domain that serves a host, or NotFound.
func (s *Store) DomainByHost(ctx context.Context, host string) (domain.Domain, error) {
	return domainTable.one(ctx, s.read, `WHERE served_host = $1 AND host = $1`, host)
}

// ServedHosts returns the hosts for which DomainByHost returns a domain.
func (s *Store) ServedHosts(ctx context.Context) ([]string, error) {
	return queryAll(ctx, s.read, value[string], `SELECT host FROM domains WHERE served_host = host`)
}

// FailingDomains returns the number of custom domains whose DNS records are gone.
func (s *Store) FailingDomains(ctx context.Context) (int, error) {
	return queryOne(ctx, s.read, value[int], `SELECT COUNT(*) FROM domains WHERE status = $1 AND deleted_at = 0`, string(domain.Failing))
}

// Domains returns the default domain and the workspace's own that are not
// deleted, oldest first.
func (s *Store) Domains(ctx context.Context, workspaceID string) ([]domain.Domain, error) {
	return domainTable.all(ctx, s.read, `
		WHERE workspace_id IN ('', $1) AND deleted_at = 0
		ORDER BY created_at, id`, workspaceID)
}

// Domain returns a domain of the workspace, deleted ones included, or the default
// domain, or NotFound.
func (s *Store) Domain(ctx context.Context, workspaceID, id string) (domain.Domain, error) {
	return domainTable.one(ctx, s.read, domainByID, id, workspaceID)
}

// NewLinkDomain returns the domain of new links of a workspace, see usedForNewLinks;
// otherwise the default domain, or NotFound before the first start.
func (s *Store) NewLinkDomain(ctx context.Context, workspaceID string) (domain.Domain, error) {
	return domainTable.one(ctx, s.read, `
		WHERE workspace_id IN ('', $1) AND (workspace_id = ''
			OR id = (SELECT d.id FROM workspaces w JOIN domains d ON `+usedForNewLinks+` WHERE w.id = $1))
		ORDER BY workspace_id DESC LIMIT 1`, workspaceID)
}

// InsertDomain stores a new domain of a workspace.
func (s *Store) InsertDomain(ctx context.Context, d domain.Domain, limit int, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		// Concurrent calls wait for each other, so that they do not exceed the limit.
		if err := lockWorkspace(ctx, tx, d.WorkspaceID); err != nil {
			return err
		}
		hosts, err := queryAll(ctx, tx, value[string], `SELECT host FROM domains WHERE workspace_id = $1 AND deleted_at = 0`, d.WorkspaceID)
		switch {
		case err != nil:
			return err
		case slices.Contains(hosts, d.Host): // before the limit, which a repeated request would exceed too
			return fault.New(fault.Conflict, "This workspace already has this domain.")
		case limit > 0 && len(hosts) >= limit:
			return domain.ErrLimit(len(hosts), limit)
		}
		tx.emit(e)
		return domainTable.insert(ctx, tx, &d)
	})
}

// ChangeDomain applies edit to a domain of the workspace, deleted ones included, or to
// the default domain.
func (s *Store) ChangeDomain(
	ctx context.Context, workspaceID, id string, edit func(*domain.Domain) ([]event.Event, error),
) (domain.Domain, error) {
	read := domainTable.reading(ctx, domainByID, id, workspaceID)
	return change(ctx, s, `domains`, id, read, edit, func(tx conn, before, after domain.Domain) error {
		if err := checkDomainChange(ctx, tx, before, after); err != nil {
			return err
		}
		err := domainTable.update(ctx, tx, &after)
		if fault.Is(err, fault.Conflict) {
			return domain.ErrVerifiedElsewhere()
		}
		return err
	})
}

// checkDomainChange returns why a domain cannot be changed: it has links, or the page
// at its root was deleted.
func checkDomainChange(ctx context.Context, tx conn, before, after domain.Domain) error {
	moved, folded := after.WorkspaceID != before.WorkspaceID, after.CaseSensitive != before.CaseSensitive
	if moved || folded {
		// Waits for transactions that insert links or pages on the domain.
		if _, err := queryOne(ctx, tx, value[string], `SELECT id FROM domains WHERE id = $1`+tx.d.forUpdate, after.ID); err != nil {
			return err
		}
		switch used, err := hasAliases(ctx, tx, after.ID); {
		case err != nil:
			return err
		case used && moved:
			return domain.ErrLinksStay()
		case used:
			return domain.ErrCaseRule()
		}
	}
	if after.RootPageID == "" || after.RootPageID == before.RootPageID {
		return nil
	}
	_, err := queryOne(ctx, tx, value[string],
		`SELECT id FROM bio_pages WHERE id = $1 AND (workspace_id = $2 OR $2 = '')`+tx.d.forShare, after.RootPageID, after.WorkspaceID)
	if fault.Is(err, fault.NotFound) {
		return domain.ErrNoRootPage()
	}
	return err
}

// DomainsDue returns up to limit domains whose next check is due, the most overdue
// first.
func (s *Store) DomainsDue(ctx context.Context, now time.Time, limit int) ([]domain.Domain, error) {
	return domainTable.all(ctx, s.read, `
		WHERE next_check_at > 0 AND next_check_at <= $1 ORDER BY next_check_at LIMIT $2`,
		toMillis(now), limit)
}

// AllDomains returns the domains of all workspaces that are not deleted, by host.
func (s *Store) AllDomains(ctx context.Context) ([]domain.Domain, error) {
	return domainTable.all(ctx, s.read, `WHERE deleted_at = 0 ORDER BY host, id`)
}

// PutDefaultDomain makes d the default domain, or renames the existing one to
// d's host. Without move, a default domain that has aliases is returned as it
// is. When two nodes start together, the second insert is a conflict and finds
// the first one's row on its second run.
func (s *Store) PutDefaultDomain(ctx context.Context, d domain.Domain, move bool) (domain.Domain, error) {
	stored, err := s.putDefaultDomain(ctx, d, move)
	if fault.Is(err, fault.Conflict) {
		stored, err = s.putDefaultDomain(ctx, d, move)
	}
	return stored, withSentence(err, fault.Conflict, "The host "+d.Host+" is the domain of a workspace; give the install another LINNET_PUBLIC_URL.")
}

func (s *Store) putDefaultDomain(ctx context.Context, d domain.Domain, move bool) (domain.Domain, error) {
	var current domain.Domain
	err := s.inTx(ctx, func(tx conn) error {
		var err error
		var change event.Change[event.Domain]
		current, err = domainTable.one(ctx, tx, `WHERE workspace_id = ''`+tx.d.forUpdate)
		switch {
		case fault.Is(err, fault.NotFound):
			current, change = d, event.Created(event.Domain{ID: d.ID, Host: d.Host})
			err = domainTable.insert(ctx, tx, &d)
		case err != nil || current.Host == d.Host:
			return err
		default:
			if used, err := hasAliases(ctx, tx, current.ID); err != nil || (used && !move) {
				return err
			}
			change = event.Updated(event.Domain{ID: current.ID, Host: current.Host}, event.Domain{ID: current.ID, Host: d.Host})
			current.Host, current.UpdatedAt = d.Host, d.UpdatedAt
			current.Version++
			err = domainTable.update(ctx, tx, &current)
		}
		if err != nil {
			return err
		}
		tx.emit(event.New(event.Actor{Kind: event.System}, event.DomainUpdated, "", current.ID, change, d.UpdatedAt))
		return nil
	})
	return current, err
}

// hasAliases reports whether a domain has aliases, also of deleted links.
func hasAliases(ctx context.Context, c conn, domainID string) (bool, error) {
	_, err := queryOne(ctx, c, value[int], `SELECT 1 FROM aliases WHERE domain_id = $1 LIMIT 1`, domainID)
	if fault.Is(err, fault.NotFound) {
		return false, nil
	}
	return err == nil, err
}

// CountDomains returns the number of custom domains of a workspace.
func (s *Store) CountDomains(ctx context.Context, workspaceID string) (int, error) {
	return s.read.count(ctx, `domains WHERE workspace_id = $1 AND deleted_at = 0`, workspaceID)
}
