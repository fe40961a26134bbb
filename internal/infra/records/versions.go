package records

import (
	"context"

	"linnet/internal/core/event"
	"linnet/internal/core/link"
)

// linkVersionKinds are the kinds of events that are versions of a link.
const linkVersionKinds = `('` + string(event.LinkCreated) + `', '` + string(event.LinkUpdated) + `', '` +
	string(event.LinkDeleted) + `', '` + string(event.LinkRestored) + `')`

// storeFirstVersion stores the event of version 1 of a link that is about to change, if
// none does. before is the link as it was read at any time since it was imported.
func storeFirstVersion(ctx context.Context, tx conn, before *link.Link) error {
	if before.UnstoredBytes == 0 {
		return nil
	}
	n, err := tx.exec(ctx, `UPDATE links SET unstored_bytes = 0 WHERE id = $1 AND unstored_bytes > 0`, before.ID)
	if err == nil && n == 1 {
		tx.emitSilently(before.FirstVersion())
	}
	return err
}

// trimVersions erases the oldest stored versions of a link, so that with the one
// that this transaction adds link.MaxVersions are left, and one more that the
// oldest listed version is compared with.
func trimVersions(ctx context.Context, tx conn, l *link.Link) error {
	if l.Version <= link.MaxVersions {
		return nil
	}
	return eraseOldVersions(ctx, tx, l.ID, link.MaxVersions)
}

// maxErased bounds the versions that one call erases. Versions before them were
// erased by earlier calls.
const maxErased = 1000

// eraseOldVersions erases the content of all versions of a link but the newest n.
func eraseOldVersions(ctx context.Context, tx conn, linkID string, n int) error {
	return eraseEvents(ctx, tx, `seq IN (
		SELECT seq FROM events WHERE subject_id = $1 AND kind IN `+linkVersionKinds+`
		ORDER BY seq DESC LIMIT $2 OFFSET $3)`, linkID, maxErased, n)
}

// StoredBytes returns the size in bytes of the versions of all links of the
// workspace, deleted links included, and of its images. It reads them all.
func (s *Store) StoredBytes(ctx context.Context, workspaceID string) (int64, error) {
	return storedBytes(ctx, s.read, workspaceID)
}

func storedBytes(ctx context.Context, c conn, workspaceID string) (int64, error) {
	versions, err := queryOne(ctx, c, value[int64], `
		SELECT COALESCE(SUM(OCTET_LENGTH(data)), 0) FROM events WHERE workspace_id = $1 AND kind IN `+linkVersionKinds, workspaceID)
	if err != nil {
		return 0, err
	}
	// The sum of a BIGINT is a NUMERIC on PostgreSQL.
	unstored, err := queryOne(ctx, c, value[int64],
		`SELECT CAST(COALESCE(SUM(unstored_bytes), 0) AS BIGINT) FROM links WHERE workspace_id = $1`, workspaceID)
	if err != nil {
		return 0, err
	}
	images, err := queryOne(ctx, c, value[int64],
		`SELECT CAST(COALESCE(SUM(bytes), 0) AS BIGINT) FROM media WHERE workspace_id = $1`, workspaceID)
	return versions + unstored + images, err
}
