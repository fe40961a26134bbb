package records

import (
	"context"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/event"
	"linnet/internal/core/singlesignon"
)

//nolint:gochecknoglobals // immutable
var connectionTable = tableOf("single sign-on", `sso_connections c JOIN workspaces w ON w.id = c.workspace_id`,
	func(c *singlesignon.Connection) []column {
		return []column{
			fixed("id", &c.ID),
			fixed("workspace_id", &c.WorkspaceID),
			computed("w.name", &c.WorkspaceName),
			col("issuer", &c.Issuer),
			col("client_id", &c.ClientID),
			col("client_secret", bytesField{&c.SealedSecret}),
			col("enforced", &c.Enforced),
			col("default_role", &c.DefaultRole),
			fixed("created_at", &c.CreatedAt),
			col("updated_at", &c.UpdatedAt),
		}
	})

// Connection returns a connection of single sign-on.
func (s *Store) Connection(ctx context.Context, id string) (singlesignon.Connection, error) {
	c, err := connectionTable.one(ctx, s.read, `WHERE c.id = $1 AND NOT `+workspaceClosed, id)
	if err != nil {
		return c, err
	}
	c.Domains, err = queryAll(ctx, s.read, value[string], `SELECT domain FROM sso_domains WHERE connection_id = $1 ORDER BY domain`, id)
	return c, err
}

// ConnectionOfDomain returns the connection of an email domain.
func (s *Store) ConnectionOfDomain(ctx context.Context, emailDomain string) (id, workspaceID string, err error) {
	found, err := queryOne(ctx, s.read, scanPair, `
		SELECT c.id, c.workspace_id FROM sso_domains d
		JOIN sso_connections c ON c.id = d.connection_id JOIN workspaces w ON w.id = c.workspace_id
		WHERE d.domain = $1 AND NOT `+workspaceClosed, emailDomain)
	return found[0], found[1], notFound(err, "single sign-on")
}

// PutConnection creates or replaces a connection.
func (s *Store) PutConnection(ctx context.Context, c singlesignon.Connection, released []string, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		if _, err := connectionTable.put(ctx, tx, &c, ""); err != nil {
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
		if err := tx.execOne(ctx, "single sign-on", `DELETE FROM sso_connections WHERE id = $1`, id); err != nil {
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
		_, err := tx.exec(ctx, `UPDATE members SET signed_on = FALSE WHERE workspace_id = $1 AND signed_on`, e.WorkspaceID)
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
	return s.write.execOne(ctx, "sign-in", `DELETE FROM sso_logins WHERE secret_hash = $1 AND connection_id = $2 AND expires_at > $3`,
		hexOf(browser), connectionID, toMillis(now))
}

//nolint:gochecknoglobals // immutable
var ticketTable = tableOf("sign-in", `sso_tickets`, func(t *singlesignon.Ticket) []column {
	return []column{
		fixed("secret_hash", hexField(t.Secret[:])),
		fixed("browser_hash", hexField(t.Browser[:])),
		fixed("connection_id", &t.ConnectionID),
		fixed("issuer", &t.Identity.Issuer),
		fixed("subject", &t.Identity.Subject),
		fixed("email", &t.Identity.Email),
		computed("TRUE", &t.Identity.EmailVerified),
		fixed("first_name", &t.Identity.FirstName),
		fixed("last_name", &t.Identity.LastName),
		fixed("expires_at", &t.ExpiresAt),
	}
})

// InsertTicket stores a confirmed sign-in and deletes expired ones.
func (s *Store) InsertTicket(ctx context.Context, t singlesignon.Ticket, now time.Time) error {
	return s.inTx(ctx, func(tx conn) error {
		if _, err := tx.exec(ctx, `DELETE FROM sso_tickets WHERE expires_at <= $1`, toMillis(now)); err != nil {
			return err
		}
		return ticketTable.insert(ctx, tx, &t)
	})
}

// Ticket returns a confirmed sign-in of a browser.
func (s *Store) Ticket(ctx context.Context, secret, browser singlesignon.Hash, now time.Time) (singlesignon.Ticket, error) {
	return ticketTable.one(ctx, s.read, `WHERE secret_hash = $1 AND browser_hash = $2 AND expires_at > $3`,
		hexOf(secret), hexOf(browser), toMillis(now))
}
