package records

import (
	"context"

	"linnet/internal/base/fault"
	"linnet/internal/core/event"
	"linnet/internal/core/routing"
	"linnet/internal/core/savedview"
)

// viewColumns returns the columns of saved_views.
func viewColumns(v *savedview.View) columns {
	return columns{
		{"id", &v.ID}, {"workspace_id", &v.WorkspaceID}, {"user_id", &v.UserID}, {"name", &v.Name}, {"query", &v.Query},
		{"created_at", timeField{&v.CreatedAt}},
	}
}

// viewRow returns the columns with those that are derived from others.
func viewRow(v *savedview.View) columns {
	return append(viewColumns(v), column{"name_folded", routing.Fold(v.Name)})
}

// viewQuery returns a query that reads the views of the user $2 in the workspace $1.
func viewQuery() string {
	return `SELECT ` + viewColumns(&savedview.View{}).list("") + ` FROM saved_views WHERE workspace_id = $1 AND user_id = $2`
}

func scanView(row scanner) (savedview.View, error) {
	var v savedview.View
	err := row.Scan(viewColumns(&v).fields()...)
	return v, err
}

// Views returns the user's views in the workspace, the oldest first.
func (s *Store) Views(ctx context.Context, workspaceID, userID string) ([]savedview.View, error) {
	return queryAll(ctx, s.read, scanView, viewQuery()+` ORDER BY created_at, id`, workspaceID, userID)
}

// InsertView stores a new view unless the user has limit already.
func (s *Store) InsertView(ctx context.Context, v savedview.View, limit int) error {
	err := s.inTx(ctx, func(tx conn) error {
		// The lock serialises concurrent inserts, which could exceed the limit.
		_, err := queryOne(ctx, tx, value[string], `SELECT id FROM users WHERE id = $1`+tx.d.forUpdate, v.UserID)
		if err != nil {
			return notFound(err, "user")
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
		return viewRow(&v).insert(ctx, tx, `saved_views`)
	})
	return sameView(err)
}

// ChangeView applies edit to one of the user's views.
func (s *Store) ChangeView(ctx context.Context, workspaceID, userID, id string, edit func(*savedview.View) error) (savedview.View, error) {
	v, err := change(ctx, s, `saved_views`, id, func(tx conn) (savedview.View, error) {
		v, err := queryOne(ctx, tx, scanView, viewQuery()+` AND id = $3`, workspaceID, userID, id)
		return v, notFound(err, "view")
	}, func(v *savedview.View) ([]event.Event, error) { return nil, edit(v) },
		func(tx conn, _, v savedview.View) error { return viewRow(&v).update(ctx, tx, `saved_views`) })
	return v, sameView(err)
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
