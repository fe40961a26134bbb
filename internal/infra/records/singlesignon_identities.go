package records

import (
	"context"

	"linnet/internal/core/account"
	"linnet/internal/core/member"
	"linnet/internal/core/singlesignon"
)

//nolint:gochecknoglobals // immutable
var identityTable = tableOf("identity", `sso_identities i
	JOIN sso_connections c ON c.id = i.connection_id JOIN workspaces w ON w.id = c.workspace_id`,
	func(i *singlesignon.LinkedIdentity) []column {
		return []column{
			fixed("connection_id", &i.ConnectionID),
			computed("w.id", &i.WorkspaceID),
			computed("w.name", &i.WorkspaceName),
			fixed("issuer", &i.Issuer),
			fixed("email", &i.Email),
			fixed("created_at", &i.LinkedAt),
			fixed("last_used_at", &i.LastUsedAt),
		}
	})

// Identities returns the identities of single sign-on of a user, oldest first.
func (s *Store) Identities(ctx context.Context, userID string) ([]singlesignon.LinkedIdentity, error) {
	return identityTable.all(ctx, s.read, `WHERE i.user_id = $1 ORDER BY i.created_at, i.connection_id`, userID)
}

// Disconnect deletes an identity of a user with the sessions that it began.
func (s *Store) Disconnect(ctx context.Context, d singlesignon.Disconnection) error {
	return s.inTx(ctx, func(tx conn) error {
		n, err := disconnect(ctx, tx, d.UserID, d.ConnectionID)
		if err := changedOne(n, err, "connected single sign-on"); err != nil {
			return err
		}
		tx.emit(d.Event)
		return addTasks(ctx, tx, d.Mail)
	})
}

// disconnectAll deletes all identities of a user, or does nothing when d is nil.
func disconnectAll(ctx context.Context, tx conn, userID string, d *account.Disconnection) error {
	if d == nil {
		return nil
	}
	n, err := disconnect(ctx, tx, userID, "")
	if n > 0 {
		tx.emit(d.Event)
	}
	return err
}

// disconnectMember deletes the identity of a member of the connection of the workspace.
func disconnectMember(ctx context.Context, tx conn, m member.Member) error {
	connections, err := queryAll(ctx, tx, value[string], `SELECT id FROM sso_connections WHERE workspace_id = $1`, m.WorkspaceID)
	for _, id := range connections {
		if _, err := disconnect(ctx, tx, m.UserID, id); err != nil {
			return err
		}
	}
	return err
}

// disconnect deletes the identity of a user of one connection, or of all when
// connectionID is empty, and the sessions that it began and that the user did not
// confirm with a factor of the account. It returns the number of identities.
func disconnect(ctx context.Context, tx conn, userID, connectionID string) (int64, error) {
	n, err := tx.exec(ctx, `DELETE FROM sso_identities WHERE user_id = $1 AND ($2 = '' OR connection_id = $2)`, userID, connectionID)
	if err != nil {
		return 0, err
	}
	_, err = tx.exec(ctx, `
		DELETE FROM sessions
		WHERE user_id = $1 AND authenticated_at = 0 AND sso_connection_id <> '' AND ($2 = '' OR sso_connection_id = $2)`, userID, connectionID)
	return n, err
}
