package records

import (
	"context"

	"linnet/internal/base/fault"
	"linnet/internal/core/audit"
	"linnet/internal/core/event"
)

const (
	// contentBytes is the size of the erasable content of an event.
	contentBytes = `OCTET_LENGTH(data) + OCTET_LENGTH(subject_label) + OCTET_LENGTH(address_prefix)`
	// notTrimmed are the kinds whose contents are not counted: versions of links have a
	// bound of their own, and the events of trims are the reason for erased contents.
	notTrimmed = `(kind IN ` + linkVersionKinds + ` OR kind = '` + string(event.AuditTrimmed) + `')`
)

// CountEventBytes adds the sizes of the next events, at most limit, to those of their
// workspaces and reports whether there are more.
func (s *Store) CountEventBytes(ctx context.Context, limit int) (more bool, err error) {
	err = s.inTx(ctx, func(tx conn) error {
		more = false
		// The row orders the transactions of two nodes.
		position, err := queryOne(ctx, tx, value[int64], `SELECT seq FROM event_bytes_position`+tx.d.forUpdate)
		if err != nil {
			return err
		}
		// Sequence numbers are in the order of commits: there are no later events up to last.
		last, err := queryOne(ctx, tx, value[int64], `SELECT last FROM event_sequence`)
		if err != nil || last <= position {
			return err
		}
		through := min(last, position+int64(limit))
		more = through < last
		if _, err := tx.exec(ctx, `
			INSERT INTO event_bytes (workspace_id, bytes)
			SELECT workspace_id, CAST(SUM(`+contentBytes+`) AS BIGINT) FROM events
			WHERE seq > $1 AND seq <= $2 AND NOT `+notTrimmed+` AND EXISTS (SELECT 1 FROM workspaces w WHERE w.id = events.workspace_id)
			GROUP BY workspace_id
			ON CONFLICT (workspace_id) DO UPDATE SET bytes = event_bytes.bytes + excluded.bytes`, position, through); err != nil {
			return err
		}
		_, err = tx.exec(ctx, `UPDATE event_bytes_position SET seq = $1`, through)
		return err
	})
	return more, err
}

func scanSize(row scanner) (z audit.Size, err error) {
	err = row.Scan(&z.WorkspaceID, &z.Bytes, &z.Trimming)
	return z, err
}

// EventBytes returns the sizes of workspaces that are not deleted, that are above a number of bytes or being
// trimmed, in the order of their ids, after an id, at most limit.
func (s *Store) EventBytes(ctx context.Context, above int64, after string, limit int) ([]audit.Size, error) {
	return queryAll(ctx, s.read, scanSize, `
		SELECT b.workspace_id, b.bytes, b.trimming FROM event_bytes b JOIN workspaces w ON w.id = b.workspace_id
		WHERE (b.bytes > $1 OR b.trimming) AND b.workspace_id > $2 AND w.deleted_at = 0
		ORDER BY b.workspace_id LIMIT $3`, above, after, limit)
}

// RecountEventBytes replaces the size of a workspace by the sum of its rows, through the
// position of CountEventBytes. Above limit, it marks the workspace as being trimmed. The zero Size means that the
// workspace was purged, or that another node counted meanwhile.
func (s *Store) RecountEventBytes(ctx context.Context, workspaceID string, limit int64) (z audit.Size, err error) {
	position, err := queryOne(ctx, s.read, value[int64], `SELECT seq FROM event_bytes_position`)
	if err != nil {
		return z, err
	}
	// Outside of the transaction: the sum reads every row of the workspace.
	bytes, err := queryOne(ctx, s.read, value[int64], `
		SELECT CAST(COALESCE(SUM(`+contentBytes+`), 0) AS BIGINT) FROM events
		WHERE workspace_id = $1 AND seq <= $2 AND NOT `+notTrimmed, workspaceID, position)
	if err != nil {
		return z, err
	}
	err = s.inTx(ctx, func(tx conn) error {
		z = audit.Size{}
		now, err := queryOne(ctx, tx, value[int64], `SELECT seq FROM event_bytes_position`+tx.d.forUpdate)
		if err != nil || now != position {
			return err
		}
		z, err = queryOne(ctx, tx, scanSize, `
			UPDATE event_bytes SET bytes = $2, trimming = trimming OR $3 WHERE workspace_id = $1
			RETURNING workspace_id, bytes, trimming`, workspaceID, bytes, bytes > limit)
		return ignoreMissing(err)
	})
	return z, err
}

func ignoreMissing(err error) error {
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	return err
}

// sizedEvent is the sequence number of an event and the size of its content.
type sizedEvent struct{ seq, bytes int64 }

func scanSized(row scanner) (e sizedEvent, err error) {
	err = row.Scan(&e.seq, &e.bytes)
	return e, err
}

// TrimEvents erases the oldest contents of a workspace that is being trimmed, at most
// batch, until target bytes are left, stores the event that explains it, and reports whether there is more to
// erase.
func (s *Store) TrimEvents(
	ctx context.Context, workspaceID string, target int64, batch int, e func(event.AuditTrim) event.Event,
) (more bool, err error) {
	err = s.inTx(ctx, func(tx conn) error {
		more = false
		from, err := queryOne(ctx, tx, scanSized, `
			SELECT trimmed, bytes FROM event_bytes WHERE workspace_id = $1`+tx.d.forUpdate, workspaceID)
		if err != nil {
			return ignoreMissing(err)
		}
		oldest, err := queryAll(ctx, tx, scanSized, `
			SELECT seq, `+contentBytes+` FROM events
			WHERE workspace_id = $1 AND seq > $2 AND seq <= (SELECT seq FROM event_bytes_position) AND salt <> '' AND NOT `+notTrimmed+`
			ORDER BY seq LIMIT $3`, workspaceID, from.seq, batch)
		if err != nil {
			return err
		}
		trimmed := event.AuditTrim{Through: from.seq}
		for _, content := range oldest {
			if from.bytes-trimmed.Bytes <= target {
				break
			}
			trimmed.Through, trimmed.Events, trimmed.Bytes = content.seq, trimmed.Events+1, trimmed.Bytes+content.bytes
		}
		left := from.bytes - trimmed.Bytes
		more = left > target && len(oldest) == batch
		if _, err := tx.exec(ctx, `UPDATE event_bytes SET bytes = $2, trimmed = $3, trimming = $4 WHERE workspace_id = $1`,
			workspaceID, left, trimmed.Through, more); err != nil || trimmed.Events == 0 {
			return err
		}
		tx.emit(e(trimmed))
		return eraseEvents(ctx, tx, `workspace_id = $1 AND seq > $2 AND seq <= $3 AND NOT `+notTrimmed,
			workspaceID, from.seq, trimmed.Through)
	})
	return more, err
}
