package records

import (
	"context"

	"linnet/internal/base/fault"
	"linnet/internal/core/domain"
	"linnet/internal/core/event"
)

const domainColumns = `id, workspace_id, host, case_sensitive, root_url, not_found_url, expired_url, created_at, updated_at`

func scanDomain(row scanner) (domain.Domain, error) {
	var d domain.Domain
	var created, updated int64
	err := row.Scan(&d.ID, &d.WorkspaceID, &d.Host, &d.CaseSensitive, &d.RootURL, &d.NotFoundURL, &d.ExpiredURL, &created, &updated)
	d.CreatedAt, d.UpdatedAt = fromMillis(created), fromMillis(updated)
	return d, err
}

// DomainByHost returns the domain of that host, or NotFound.
func (s *Store) DomainByHost(ctx context.Context, host string) (domain.Domain, error) {
	d, err := queryOne(ctx, s.read, scanDomain, `SELECT `+domainColumns+` FROM domains WHERE host = $1`, host)
	return d, missing(err, "domain")
}

// Domains returns the default domain and the workspace's own, oldest first.
func (s *Store) Domains(ctx context.Context, workspaceID string) ([]domain.Domain, error) {
	return queryAll(ctx, s.read, scanDomain, `
		SELECT `+domainColumns+` FROM domains WHERE workspace_id = '' OR workspace_id = $1
		ORDER BY created_at, id`, workspaceID)
}

// PutDefaultDomain makes d the default domain, or renames the existing one to
// d's host. Without move, a default domain that has aliases is returned as it
// is. When two nodes start together, the second insert is a conflict and finds
// the first one's row on its second run.
func (s *Store) PutDefaultDomain(ctx context.Context, d domain.Domain, move bool) (domain.Domain, error) {
	kept, err := s.putDefaultDomain(ctx, d, move)
	if fault.Is(err, fault.Conflict) {
		kept, err = s.putDefaultDomain(ctx, d, move)
	}
	return kept, resay(err, fault.Conflict, "The host "+d.Host+" is the domain of a workspace; give the install another LINNET_PUBLIC_URL.")
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
			_, err = tx.exec(ctx, `INSERT INTO domains (`+domainColumns+`) VALUES ($1, '', $2, $3, $4, $5, $6, $7, $8)`,
				d.ID, d.Host, d.CaseSensitive, d.RootURL, d.NotFoundURL, d.ExpiredURL, toMillis(d.CreatedAt), toMillis(d.UpdatedAt))
		case err != nil || current.Host == d.Host:
			return err
		default:
			if used, err := hasAliases(ctx, tx, current.ID); err != nil || (used && !move) {
				return err
			}
			change = event.Updated(event.Domain{ID: current.ID, Host: current.Host}, event.Domain{ID: current.ID, Host: d.Host})
			current.Host, current.UpdatedAt = d.Host, d.UpdatedAt
			_, err = tx.exec(ctx, `UPDATE domains SET host = $1, updated_at = $2 WHERE id = $3`, d.Host, toMillis(d.UpdatedAt), current.ID)
		}
		if err != nil {
			return err
		}
		tx.emit(event.New(event.Actor{Kind: event.System}, event.DomainUpdated, "", current.ID, change, d.UpdatedAt))
		return nil
	})
	return current, err
}

// hasAliases reports whether any alias, also one of a deleted link, is on the
// domain.
func hasAliases(ctx context.Context, c conn, domainID string) (bool, error) {
	_, err := queryOne(ctx, c, value[int], `SELECT 1 FROM aliases WHERE domain_id = $1 LIMIT 1`, domainID)
	if fault.Is(err, fault.NotFound) {
		return false, nil
	}
	return err == nil, err
}
