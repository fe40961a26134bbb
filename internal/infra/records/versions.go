package records

import (
	"context"

	"linnet/internal/core/event"
	"linnet/internal/core/link"
)

// linkVersionKinds are the kinds of events that are versions of a link.
const linkVersionKinds = `('` + string(event.LinkCreated) + `', '` + string(event.LinkUpdated) + `', '` +
	string(event.LinkDeleted) + `', '` + string(event.LinkRestored) + `')`

// trimVersions deletes the oldest stored versions of a link, so that with the one
// that this transaction adds link.MaxVersions are left, and one more that the
// oldest listed version is compared with.
func trimVersions(ctx context.Context, tx conn, l *link.Link) error {
	if l.Version <= link.MaxVersions {
		return nil
	}
	return deleteOldVersions(ctx, tx, l.ID, link.MaxVersions)
}

// deleteOldVersions deletes all stored versions of a link but the newest n.
func deleteOldVersions(ctx context.Context, tx conn, linkID string, n int) error {
	_, err := tx.exec(ctx, `
		DELETE FROM events WHERE subject_id = $1 AND kind IN `+linkVersionKinds+` AND seq <= (
			SELECT seq FROM events WHERE subject_id = $1 AND kind IN `+linkVersionKinds+`
			ORDER BY seq DESC LIMIT 1 OFFSET $2)`, linkID, n)
	return err
}

// VersionBytes returns the size in bytes of the versions of all links of the
// workspace, deleted links included.
func (s *Store) VersionBytes(ctx context.Context, workspaceID string) (int64, error) {
	return queryOne(ctx, s.read, value[int64], `
		SELECT COALESCE(SUM(OCTET_LENGTH(data)), 0) FROM events WHERE workspace_id = $1 AND kind IN `+linkVersionKinds, workspaceID)
}
