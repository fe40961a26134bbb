package records

import (
	"context"

	"linnet/internal/base/fault"
	"linnet/internal/core/event"
	"linnet/internal/core/routing"
	"linnet/internal/core/savedview"
)

//nolint:gochecknoglobals // immutable
var viewTable = tableOf("view", `saved_views`, func(v *savedview.View) []column {
	return []column{
		fixed("id", &v.ID),
		fixed("workspace_id", &v.WorkspaceID),
		fixed("user_id", &v.UserID),
		col("name", &v.Name),
		derived("name_folded", text(func() string { return routing.Fold(v.Name) })),
		col("query", &v.Query),
		fixed("created_at", &v.CreatedAt),
	}
})

// ofViewer selects the views of the user $2 in the workspace $1.
const ofViewer = `WHERE workspace_id = $1 AND user_id = $2`

// Views returns the user's views in the workspace, the oldest first.
func (s *Store) Views(ctx context.Context, workspaceID, userID string) ([]savedview.View, error) {
	return viewTable.all(ctx, s.read, ofViewer+` ORDER BY created_at, id`, workspaceID, userID)
}

// InsertView stores a new view unless the user has limit already.
func (s *Store) InsertView(ctx context.Context, v savedview.View, limit int) error {
	err := s.inTx(ctx, func(tx conn) error {
		if err := lockUser(ctx, tx, v.UserID); err != nil {
			return notFound(err, "user")
		}
		full := fault.New(fault.LimitReached, "You have the maximum number of views. Delete one that you do not need.")
		if err := tx.requireBelow(ctx, limit, full, `saved_views `+ofViewer, v.WorkspaceID, v.UserID); err != nil {
			return err
		}
		return viewTable.insert(ctx, tx, &v)
	})
	return sameView(err)
}

// ChangeView applies edit to one of the user's views.
func (s *Store) ChangeView(ctx context.Context, workspaceID, userID, id string, edit func(*savedview.View) error) (savedview.View, error) {
	v, err := viewTable.change(ctx, s, id, func(v *savedview.View) ([]event.Event, error) { return nil, edit(v) },
		ofViewer+` AND id = $3`, workspaceID, userID, id)
	return v, sameView(err)
}

// DeleteView removes one of the user's views.
func (s *Store) DeleteView(ctx context.Context, workspaceID, userID, id string) error {
	return s.write.execOne(ctx, "view",
		`DELETE FROM saved_views WHERE workspace_id = $1 AND user_id = $2 AND id = $3`, workspaceID, userID, id)
}

// sameView says which field a conflict is about.
func sameView(err error) error {
	return conflictAt(err, "name", "You already have a view with this name. Choose another name.")
}
