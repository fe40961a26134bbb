package records

import (
	"context"
	"encoding/hex"
	"fmt"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/share"
)

//nolint:gochecknoglobals // immutable
var shareTable = tableOf("shared page", `shares s`, func(n *share.Share) []column {
	return []column{
		fixed("id", &n.ID),
		fixed("workspace_id", &n.WorkspaceID),
		col("name", &n.Name),
		col("selection", jsonField{&n.Selection}),
		fixed("scope", &n.Scope),
		fixed("scope_id", &n.SubjectID),
		col("password_hash", &n.PasswordHash),
		col("expires_at", &n.ExpiresAt),
		col("revoked_at", &n.RevokedAt),
		fixed("created_by", &n.CreatedBy),
		fixed("created_at", &n.CreatedAt),
		computed(shareLabel, &n.Label),
	}
})

// shareLabel is the subject of s in words, empty when it is gone.
const shareLabel = `
	COALESCE(CASE s.scope
		WHEN 'link' THEN (SELECT d.host || '/' || a.alias FROM links l JOIN domains d ON d.id = l.domain_id
			JOIN aliases a ON a.target_id = l.id AND a.position = 0
			WHERE l.id = s.scope_id AND l.workspace_id = s.workspace_id AND l.deleted_at = 0)
		WHEN 'folder' THEN (SELECT f.name FROM folders f WHERE f.id = s.scope_id AND f.workspace_id = s.workspace_id)
		WHEN 'tag' THEN (SELECT t.name FROM tags t WHERE t.id = s.scope_id AND t.workspace_id = s.workspace_id)
		ELSE (SELECT w.name FROM workspaces w WHERE w.id = s.workspace_id) END, '')`

// InsertShare stores a new share.
func (s *Store) InsertShare(ctx context.Context, n share.Share, token share.TokenHash, limit int, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		// The lock on the workspace serialises concurrent inserts.
		if err := lockWorkspace(ctx, tx, n.WorkspaceID); err != nil {
			return err
		}
		full := fault.New(fault.LimitReached, fmt.Sprintf("A workspace has at most %d shared pages. Revoke one that is no longer needed.", limit))
		if err := tx.requireBelow(ctx, limit, full, `shares WHERE workspace_id = $1 AND revoked_at = 0`, n.WorkspaceID); err != nil {
			return err
		}
		tx.emit(e)
		return shareTable.insert(ctx, tx, &n, col("token_hash", hexField(token[:])))
	})
}

// Share returns one that is not revoked, or NotFound.
func (s *Store) Share(ctx context.Context, v access.View, id string) (share.Share, error) {
	q := sharesOf(v)
	q.and(`s.id = ` + q.arg(id))
	return shareTable.one(ctx, s.read, q.whereText(), q.args...)
}

// sharesOf returns a query for the shares of a view that are not revoked.
func sharesOf(v access.View) linkQuery {
	q := linkQuery{args: []any{v.WorkspaceID()}, where: []string{`s.workspace_id = $1`, `s.revoked_at = 0`}}
	if !v.Limited() {
		return q
	}
	q.and(`s.scope IN ('link', 'folder')`)
	q.notIn(`s.scope_id`, v.Hidden())
	q.hiddenLinks(`s.scope_id`, v)
	for _, folderID := range v.Hidden() { // of filters
		q.and(`s.selection NOT LIKE ` + q.arg("%"+folderID+"%"))
	}
	return q
}

// Shares returns those that are not revoked, the newest first.
func (s *Store) Shares(ctx context.Context, v access.View, scope share.Scope, subjectID string) ([]share.Share, error) {
	q := sharesOf(v)
	if scope != "" {
		q.and(`s.scope = ` + q.arg(string(scope)))
		q.and(`s.scope_id = ` + q.arg(subjectID))
	}
	return shareTable.all(ctx, s.read, q.whereText()+` ORDER BY s.created_at DESC, s.id DESC`, q.args...)
}

// OpenShares counts the shared pages that are open at a time in the
// workspaces of which the user is an owner or admin.
func (s *Store) OpenShares(ctx context.Context, userID string, at time.Time) (int, error) {
	return s.read.count(ctx, `shares s JOIN members m ON m.workspace_id = s.workspace_id
		WHERE m.user_id = $1 AND m.role IN ($2, $3) AND s.revoked_at = 0 AND (s.expires_at = 0 OR s.expires_at > $4)`,
		userID, string(access.Owner), string(access.Admin), toMillis(at))
}

// ShareByToken returns the share of an address, also a revoked one, but none of
// a suspended or deleted workspace.
func (s *Store) ShareByToken(ctx context.Context, token share.TokenHash) (share.Share, error) {
	return shareTable.one(ctx, s.read, `
		WHERE s.token_hash = $1 AND NOT EXISTS (SELECT 1 FROM workspaces w WHERE w.id = s.workspace_id AND `+workspaceClosed+`)`,
		hex.EncodeToString(token[:]))
}

// ChangeShare applies edit to a share of the view that is not revoked.
func (s *Store) ChangeShare(
	ctx context.Context, v access.View, id string, edit func(*share.Share) ([]event.Event, error),
) (share.Share, error) {
	q := sharesOf(v)
	q.and(`s.id = ` + q.arg(id))
	return shareTable.change(ctx, s, id, edit, q.whereText(), q.args...)
}

// SubjectLabel returns what would be shared, in words.
func (s *Store) SubjectLabel(ctx context.Context, workspaceID string, scope share.Scope, subjectID string) (string, error) {
	label, err := queryOne(ctx, s.read, value[string], `
		SELECT `+shareLabel+` FROM (SELECT CAST($1 AS TEXT) AS workspace_id, CAST($2 AS TEXT) AS scope, CAST($3 AS TEXT) AS scope_id) s`,
		workspaceID, string(scope), subjectID)
	return label, err
}

// LinksWithin returns how many of the links belong to a share's subject.
func (s *Store) LinksWithin(ctx context.Context, of share.Share, linkIDs []string) (int, error) {
	if len(linkIDs) == 0 {
		return 0, nil
	}
	q := linkQuery{args: []any{of.WorkspaceID}, where: []string{`l.workspace_id = $1`}}
	list, args := inList(q.args, linkIDs)
	q.args = args
	q.and(`l.id IN ` + list)
	switch of.Scope {
	case share.OfLink:
		q.and(`l.id = ` + q.arg(of.SubjectID))
	case share.OfFolder:
		q.and(`l.folder_id = ` + q.arg(of.SubjectID))
	case share.OfTag:
		q.and(`EXISTS (SELECT 1 FROM link_tags x WHERE x.link_id = l.id AND x.tag_id = ` + q.arg(of.SubjectID) + `)`)
	}
	return s.read.count(ctx, `links l`+q.whereText(), q.args...)
}
