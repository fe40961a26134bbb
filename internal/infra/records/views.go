package records

import (
	"context"

	"linnet/internal/base/fault"
	"linnet/internal/core/routing"
	"linnet/internal/core/savedview"
)

const viewColumns = `id, workspace_id, user_id, name, query, created_at`

func scanView(row scanner) (savedview.View, error) {
	var v savedview.View
	var created int64
	err := row.Scan(&v.ID, &v.WorkspaceID, &v.UserID, &v.Name, &v.Query, &created)
	v.CreatedAt = fromMillis(created)
	return v, err
}

// Views returns the user's views in the workspace, the oldest first.
func (s *Store) Views(ctx context.Context, workspaceID, userID string) ([]savedview.View, error) {
	return queryAll(ctx, s.read, scanView, `
		SELECT `+viewColumns+` FROM saved_views WHERE workspace_id = $1 AND user_id = $2 ORDER BY created_at, id`, workspaceID, userID)
}

// View returns one of the user's views, or NotFound.
func (s *Store) View(ctx context.Context, workspaceID, userID, id string) (savedview.View, error) {
	v, err := queryOne(ctx, s.read, scanView, `
		SELECT `+viewColumns+` FROM saved_views WHERE workspace_id = $1 AND user_id = $2 AND id = $3`, workspaceID, userID, id)
	return v, missing(err, "view")
}

// InsertView stores a new view unless the user has limit already.
func (s *Store) InsertView(ctx context.Context, v savedview.View, limit int) error {
	err := s.inTx(ctx, func(tx conn) error {
		// The lock serialises concurrent inserts, which could exceed the limit.
		_, err := queryOne(ctx, tx, value[string], `SELECT id FROM users WHERE id = $1`+tx.d.forUpdate, v.UserID)
		if err != nil {
			return missing(err, "user")
		}
		n, err := queryOne(
			ctx,
			tx,
			value[int],
			`SELECT COUNT(*) FROM saved_views WHERE workspace_id = $1 AND user_id = $2`,
			v.WorkspaceID,
			v.UserID,
		)
		if err != nil {
			return err
		}
		if n >= limit {
			return fault.New(fault.LimitReached, "You have the maximum number of views. Delete one that you do not need.")
		}
		_, err = tx.exec(ctx, `INSERT INTO saved_views (`+viewColumns+`, name_folded) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
			v.ID, v.WorkspaceID, v.UserID, v.Name, v.Query, toMillis(v.CreatedAt), routing.Fold(v.Name))
		return err
	})
	return sameView(err)
}

// UpdateView stores a view's name and query.
func (s *Store) UpdateView(ctx context.Context, v savedview.View) error {
	n, err := s.write.exec(ctx, `
		UPDATE saved_views SET name = $1, name_folded = $2, query = $3 WHERE workspace_id = $4 AND user_id = $5 AND id = $6`,
		v.Name, routing.Fold(v.Name), v.Query, v.WorkspaceID, v.UserID, v.ID)
	return sameView(changedOne(n, err, "view"))
}

// DeleteView removes one of the user's views.
func (s *Store) DeleteView(ctx context.Context, workspaceID, userID, id string) error {
	n, err := s.write.exec(ctx, `DELETE FROM saved_views WHERE workspace_id = $1 AND user_id = $2 AND id = $3`, workspaceID, userID, id)
	return changedOne(n, err, "view")
}

// sameView says which field a conflict is about.
func sameView(err error) error {
	if fault.Is(err, fault.Conflict) {
		return fault.Wrap(err, fault.Conflict, "You already have a view with this name. Choose another name.").At("name")
	}
	return err
}
