package records

import (
	"context"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/event"
	"linnet/internal/core/singlesignon"
)

const connectionColumns = `c.id, c.workspace_id, w.name, c.issuer, c.client_id, c.client_secret, c.enforced, c.default_role, c.created_at, c.updated_at`

func scanConnection(row scanner) (singlesignon.Connection, error) {
	var c singlesignon.Connection
	var created, updated int64
	err := row.Scan(&c.ID, &c.WorkspaceID, &c.WorkspaceName, &c.Issuer, &c.ClientID, &c.SealedSecret, &c.Enforced, &c.DefaultRole,
		&created, &updated)
	c.CreatedAt, c.UpdatedAt = fromMillis(created), fromMillis(updated)
	return c, err
}

// Connection returns a connection of single sign-on.
func (s *Store) Connection(ctx context.Context, id string) (singlesignon.Connection, error) {
	c, err := queryOne(ctx, s.read, scanConnection, `
		SELECT `+connectionColumns+` FROM sso_connections c JOIN workspaces w ON w.id = c.workspace_id
		WHERE c.id = $1 AND NOT `+workspaceClosed, id)
	if err != nil {
		return c, notFound(err, "single sign-on")
	}
	c.Domains, err = queryAll(ctx, s.read, value[string], `SELECT domain FROM sso_domains WHERE connection_id = $1 ORDER BY domain`, id)
	return c, err
}

// ConnectionOfDomain returns the connection of an email domain.
func (s *Store) ConnectionOfDomain(ctx context.Context, emailDomain string) (id, workspaceID string, err error) {
	found, err := queryOne(ctx, s.read, func(row scanner) (c [2]string, err error) {
		err = row.Scan(&c[0], &c[1])
		return c, err
	}, `
		SELECT c.id, c.workspace_id FROM sso_domains d
		JOIN sso_connections c ON c.id = d.connection_id JOIN workspaces w ON w.id = c.workspace_id
		WHERE d.domain = $1 AND NOT `+workspaceClosed, emailDomain)
	return found[0], found[1], notFound(err, "single sign-on")
}

// PutConnection creates or replaces a connection.
func (s *Store) PutConnection(ctx context.Context, c singlesignon.Connection, released []string, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		_, err := tx.exec(ctx, `
			INSERT INTO sso_connections (id, workspace_id, issuer, client_id, client_secret, enforced, default_role, created_at, updated_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
			ON CONFLICT (id) DO UPDATE SET issuer = excluded.issuer, client_id = excluded.client_id,
				client_secret = excluded.client_secret, enforced = excluded.enforced, default_role = excluded.default_role,
				updated_at = excluded.updated_at`,
			c.ID, c.WorkspaceID, c.Issuer, c.ClientID, c.SealedSecret, c.Enforced, string(c.DefaultRole),
			toMillis(c.CreatedAt), toMillis(c.UpdatedAt))
		if err != nil {
			return err
		}
		if _, err := tx.exec(ctx, `DELETE FROM sso_domains WHERE connection_id = $1`, c.ID); err != nil {
			return err
		}
		for _, d := range released {
			if _, err := tx.exec(ctx, `DELETE FROM sso_domains WHERE domain = $1`, d); err != nil {
				return err
			}
		}
		for _, d := range c.Domains {
			_, err := tx.exec(ctx, `INSERT INTO sso_domains (domain, connection_id) VALUES ($1, $2)`, d, c.ID)
			if fault.Is(err, fault.Conflict) {
				return singlesignon.ErrDomainTaken().At("domains")
			}
			if err != nil {
				return err
			}
		}
		tx.emit(e)
		return nil
	})
}

// DeleteConnection deletes a connection with its domains and identities.
func (s *Store) DeleteConnection(ctx context.Context, id string, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		n, err := tx.exec(ctx, `DELETE FROM sso_connections WHERE id = $1`, id)
		if err := changedOne(n, err, "single sign-on"); err != nil {
			return err
		}
		for _, statement := range []string{
			`DELETE FROM sessions WHERE sso_connection_id = $1 AND authenticated_at = 0`,
			// A later connection of the workspace has the same id.
			`UPDATE sessions SET sso_connection_id = '' WHERE sso_connection_id = $1`,
		} {
			if _, err := tx.exec(ctx, statement, id); err != nil {
				return err
			}
		}
		tx.emit(e)
		_, err = tx.exec(ctx, `UPDATE members SET signed_on = FALSE WHERE workspace_id = $1 AND signed_on`, e.WorkspaceID)
		return err
	})
}

// InsertLogin stores a started sign-in and deletes expired ones.
func (s *Store) InsertLogin(ctx context.Context, l singlesignon.Login, now time.Time) error {
	return s.inTx(ctx, func(tx conn) error {
		if _, err := tx.exec(ctx, `DELETE FROM sso_logins WHERE expires_at <= $1`, toMillis(now)); err != nil {
			return err
		}
		_, err := tx.exec(ctx, `INSERT INTO sso_logins (secret_hash, connection_id, expires_at) VALUES ($1, $2, $3)`,
			hexOf(l.Browser), l.ConnectionID, toMillis(l.ExpiresAt))
		return err
	})
}

// RedeemLogin deletes the started sign-in of a browser.
func (s *Store) RedeemLogin(ctx context.Context, browser singlesignon.Hash, connectionID string, now time.Time) error {
	n, err := s.write.exec(ctx, `DELETE FROM sso_logins WHERE secret_hash = $1 AND connection_id = $2 AND expires_at > $3`,
		hexOf(browser), connectionID, toMillis(now))
	return changedOne(n, err, "sign-in")
}

// InsertTicket stores a confirmed sign-in and deletes expired ones.
func (s *Store) InsertTicket(ctx context.Context, t singlesignon.Ticket, now time.Time) error {
	return s.inTx(ctx, func(tx conn) error {
		if _, err := tx.exec(ctx, `DELETE FROM sso_tickets WHERE expires_at <= $1`, toMillis(now)); err != nil {
			return err
		}
		_, err := tx.exec(ctx, `
			INSERT INTO sso_tickets (secret_hash, browser_hash, connection_id, issuer, subject, email, first_name, last_name, expires_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
			hexOf(t.Secret), hexOf(t.Browser), t.ConnectionID, t.Identity.Issuer, t.Identity.Subject, t.Identity.Email,
			t.Identity.FirstName, t.Identity.LastName, toMillis(t.ExpiresAt))
		return err
	})
}

// Ticket returns a confirmed sign-in of a browser.
func (s *Store) Ticket(ctx context.Context, secret, browser singlesignon.Hash, now time.Time) (singlesignon.Ticket, error) {
	t, err := queryOne(ctx, s.read, func(row scanner) (singlesignon.Ticket, error) {
		t := singlesignon.Ticket{Secret: secret, Browser: browser, Identity: singlesignon.Identity{EmailVerified: true}}
		var expires int64
		err := row.Scan(&t.ConnectionID, &t.Identity.Issuer, &t.Identity.Subject, &t.Identity.Email,
			&t.Identity.FirstName, &t.Identity.LastName, &expires)
		t.ExpiresAt = fromMillis(expires)
		return t, err
	}, `
		SELECT connection_id, issuer, subject, email, first_name, last_name, expires_at FROM sso_tickets
		WHERE secret_hash = $1 AND browser_hash = $2 AND expires_at > $3`, hexOf(secret), hexOf(browser), toMillis(now))
	return t, notFound(err, "sign-in")
}
