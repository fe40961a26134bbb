package records

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/domain"
	"linnet/internal/core/event"
)

// domainColumns are the columns of scanDomain and domainValues.
const domainColumns = `id, workspace_id, host, status, ownership_token, last_records, route_seen,
	case_sensitive, root_url, not_found_url, expired_url, favicon_url, redirect_status, hsts, robots, privacy,
	apple_app_site_association, asset_links, qr_look, root_page_id,
	created_at, updated_at, verified_at, checked_at, next_check_at, failing_since, deleted_at, purge_at, version`

func scanDomain(row scanner) (domain.Domain, error) {
	var d domain.Domain
	var found, look string
	var created, updated, verified, checked, next, failing, deleted, purge int64
	err := row.Scan(&d.ID, &d.WorkspaceID, &d.Host, &d.Status, &d.OwnershipToken, &found, &d.RouteSeen,
		&d.CaseSensitive, &d.RootURL, &d.NotFoundURL, &d.ExpiredURL, &d.FaviconURL, &d.RedirectStatus, &d.HSTS, &d.Robots, &d.Privacy,
		&d.AppleAppSiteAssociation, &d.AssetLinks, &look, &d.RootPageID,
		&created, &updated, &verified, &checked, &next, &failing, &deleted, &purge, &d.Version)
	if err != nil {
		return d, err
	}
	d.CreatedAt, d.UpdatedAt, d.VerifiedAt = fromMillis(created), fromMillis(updated), fromMillis(verified)
	d.CheckedAt, d.NextCheckAt, d.FailingSince, d.DeletedAt = fromMillis(checked), fromMillis(next), fromMillis(failing), fromMillis(deleted)
	d.PurgeAt = fromMillis(purge)
	if err := json.Unmarshal([]byte(found), &d.Records); err != nil {
		return d, fmt.Errorf("domain %s: decode the DNS records: %w", d.ID, err)
	}
	if d.QRLook, err = decodeLook(look); err != nil {
		return d, fmt.Errorf("domain %s: %w", d.ID, err)
	}
	return d, nil
}

// domainValues returns the values of domainColumns, and of served_host.
func domainValues(d domain.Domain) ([]any, error) {
	if d.Records == nil {
		d.Records = []domain.Record{}
	}
	found, err := asJSON(d.Records)
	if err != nil {
		return nil, err
	}
	look := ""
	if d.QRLook != nil {
		if look, err = asJSON(d.QRLook); err != nil {
			return nil, err
		}
	}
	served := d.ID
	if d.Serves() {
		served = d.Host
	}
	return []any{
		d.ID, d.WorkspaceID, d.Host, string(d.Status), d.OwnershipToken, found, d.RouteSeen,
		d.CaseSensitive, d.RootURL, d.NotFoundURL, d.ExpiredURL, d.FaviconURL, d.RedirectStatus, d.HSTS, string(d.Robots), string(d.Privacy),
		d.AppleAppSiteAssociation, d.AssetLinks, look, d.RootPageID, toMillis(d.CreatedAt), toMillis(d.UpdatedAt), toMillis(d.VerifiedAt),
		toMillis(d.CheckedAt), toMillis(d.NextCheckAt), toMillis(d.FailingSince), toMillis(d.DeletedAt), toMillis(d.PurgeAt), d.Version, served,
	}, nil
}

// insertDomain inserts a row.
func insertDomain(ctx context.Context, tx conn, d domain.Domain) error {
	values, err := domainValues(d)
	if err != nil {
		return err
	}
	return insertRows(ctx, tx, `INSERT INTO domains (`+domainColumns+`, served_host)`, [][]any{values})
}

// updateDomain replaces all values of a row whose version is one less.
func updateDomain(ctx context.Context, tx conn, d domain.Domain) error {
	values, err := domainValues(d)
	if err != nil {
		return err
	}
	var set []string
	for i, column := range strings.Split(domainColumns+", served_host", ",") {
		set = append(set, fmt.Sprintf("%s = $%d", strings.TrimSpace(column), i+1))
	}
	n, err := tx.exec(ctx, fmt.Sprintf(`UPDATE domains SET %s WHERE id = $%d AND version = $%d`,
		strings.Join(set, ", "), len(values)+1, len(values)+2), append(values, d.ID, d.Version-1)...)
	if err == nil && n == 0 {
		return errDomainChanged()
	}
	return err
}

func errDomainChanged() error {
	return fault.New(fault.PreconditionFailed, "The domain was changed in the meantime. Reload it and repeat your change.")
}

// DomainByHost returns the domain that serves a host, or NotFound.
func (s *Store) DomainByHost(ctx context.Context, host string) (domain.Domain, error) {
	d, err := queryOne(ctx, s.read, scanDomain, `SELECT `+domainColumns+` FROM domains WHERE served_host = $1 AND host = $1`, host)
	return d, missing(err, "domain")
}

// ServedHosts returns the hosts for which DomainByHost returns a domain.
func (s *Store) ServedHosts(ctx context.Context) ([]string, error) {
	return queryAll(ctx, s.read, value[string], `SELECT host FROM domains WHERE served_host = host`)
}

// Domains returns the default domain and the workspace's own that are not
// deleted, oldest first.
func (s *Store) Domains(ctx context.Context, workspaceID string) ([]domain.Domain, error) {
	return queryAll(ctx, s.read, scanDomain, `
		SELECT `+domainColumns+` FROM domains WHERE workspace_id IN ('', $1) AND deleted_at = 0
		ORDER BY created_at, id`, workspaceID)
}

// Domain returns a domain of the workspace, deleted ones included, or the default
// domain, or NotFound.
func (s *Store) Domain(ctx context.Context, workspaceID, id string) (domain.Domain, error) {
	d, err := queryOne(ctx, s.read, scanDomain, `
		SELECT `+domainColumns+` FROM domains WHERE id = $1 AND workspace_id IN ('', $2)`, id, workspaceID)
	return d, missing(err, "domain")
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
		if err := insertDomain(ctx, tx, d); err != nil {
			return err
		}
		tx.emit(e)
		return nil
	})
}

// SaveDomain stores d if the stored version is d.Version-1. A domain with aliases
// cannot change its workspace or case rule.
func (s *Store) SaveDomain(ctx context.Context, d domain.Domain, events ...event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		// The lock waits for transactions that insert links on the domain.
		same, err := queryOne(ctx, tx, value[bool], `
			SELECT workspace_id = $2 AND case_sensitive = $3 FROM domains WHERE id = $1`+tx.d.forUpdate,
			d.ID, d.WorkspaceID, d.CaseSensitive)
		if err != nil {
			return missing(err, "domain")
		}
		if !same {
			if used, err := hasAliases(ctx, tx, d.ID); err != nil || used {
				return cmp.Or(err, errDomainChanged())
			}
		}
		if err := updateDomain(ctx, tx, d); err != nil {
			return err
		}
		for _, e := range events {
			tx.emit(e)
		}
		return nil
	})
}

// DomainsDue returns up to limit domains whose next check is due, the most overdue
// first.
func (s *Store) DomainsDue(ctx context.Context, now time.Time, limit int) ([]domain.Domain, error) {
	return queryAll(ctx, s.read, scanDomain, `
		SELECT `+domainColumns+` FROM domains WHERE next_check_at > 0 AND next_check_at <= $1 ORDER BY next_check_at LIMIT $2`,
		toMillis(now), limit)
}

// AllDomains returns the domains of all workspaces that are not deleted, by host.
func (s *Store) AllDomains(ctx context.Context) ([]domain.Domain, error) {
	return queryAll(ctx, s.read, scanDomain, `SELECT `+domainColumns+` FROM domains WHERE deleted_at = 0 ORDER BY host, id`)
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
	return stored, resay(err, fault.Conflict, "The host "+d.Host+" is the domain of a workspace; give the install another LINNET_PUBLIC_URL.")
}

func (s *Store) putDefaultDomain(ctx context.Context, d domain.Domain, move bool) (domain.Domain, error) {
	var current domain.Domain
	err := s.inTx(ctx, func(tx conn) error {
		var err error
		var change event.Change[event.Domain]
		current, err = queryOne(ctx, tx, scanDomain, `SELECT `+domainColumns+` FROM domains WHERE workspace_id = ''`+tx.d.forUpdate)
		switch {
		case fault.Is(err, fault.NotFound):
			current, change = d, event.Created(event.Domain{ID: d.ID, Host: d.Host})
			err = insertDomain(ctx, tx, d)
		case err != nil || current.Host == d.Host:
			return err
		default:
			if used, err := hasAliases(ctx, tx, current.ID); err != nil || (used && !move) {
				return err
			}
			change = event.Updated(event.Domain{ID: current.ID, Host: current.Host}, event.Domain{ID: current.ID, Host: d.Host})
			current.Host, current.UpdatedAt = d.Host, d.UpdatedAt
			current.Version++
			err = updateDomain(ctx, tx, current)
		}
		if err != nil {
			return err
		}
		tx.emit(event.New(event.Actor{Kind: event.System}, event.DomainUpdated, "", current.ID, change, d.UpdatedAt))
		return nil
	})
	return current, err
}

// HasAliases reports whether a domain has aliases, also of deleted links.
func (s *Store) HasAliases(ctx context.Context, domainID string) (bool, error) {
	return hasAliases(ctx, s.read, domainID)
}

func hasAliases(ctx context.Context, c conn, domainID string) (bool, error) {
	_, err := queryOne(ctx, c, value[int], `SELECT 1 FROM aliases WHERE domain_id = $1 LIMIT 1`, domainID)
	if fault.Is(err, fault.NotFound) {
		return false, nil
	}
	return err == nil, err
}

// CountDomains returns the number of custom domains of a workspace.
func (s *Store) CountDomains(ctx context.Context, workspaceID string) (int, error) {
	return queryOne(ctx, s.read, value[int], `SELECT COUNT(*) FROM domains WHERE workspace_id = $1 AND deleted_at = 0`, workspaceID)
}
