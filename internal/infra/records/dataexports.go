package records

import (
	"context"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/dataexport"
	"linnet/internal/core/event"
	"linnet/internal/core/notify"
	"linnet/internal/core/queue"
)

const selectDataExport = `SELECT id, user_id, state, bytes, created_at, finished_at, expires_at FROM data_exports WHERE `

func scanDataExport(row scanner) (dataexport.Export, error) {
	var e dataexport.Export
	var created, finished, expires int64
	err := row.Scan(&e.ID, &e.UserID, &e.State, &e.Bytes, &created, &finished, &expires)
	e.CreatedAt, e.FinishedAt, e.ExpiresAt = fromMillis(created), fromMillis(finished), fromMillis(expires)
	return e, err
}

// DataExport returns the export of a user.
func (s *Store) DataExport(ctx context.Context, userID string) (dataexport.Export, error) {
	e, err := queryOne(ctx, s.read, scanDataExport, selectDataExport+`user_id = $1`, userID)
	return e, notFound(err, "data export")
}

// DataExportByID returns an export.
func (s *Store) DataExportByID(ctx context.Context, id string) (dataexport.Export, error) {
	e, err := queryOne(ctx, s.read, scanDataExport, selectDataExport+`id = $1`, id)
	return e, notFound(err, "data export")
}

// RequestDataExport stores an export with its task, or returns the queued one.
func (s *Store) RequestDataExport(
	ctx context.Context, e dataexport.Export, task queue.NewTask, requested event.Event,
) (stored dataexport.Export, err error) {
	err = s.inTx(ctx, func(tx conn) error {
		// The lock serializes concurrent requests of the user.
		if _, err := queryOne(ctx, tx, value[string], `SELECT id FROM users WHERE id = $1`+tx.d.forUpdate, e.UserID); err != nil {
			return notFound(err, "account")
		}
		stored, err = queryOne(ctx, tx, scanDataExport, selectDataExport+`user_id = $1 AND state = $2`, e.UserID, string(dataexport.Queued))
		if err == nil || !fault.Is(err, fault.NotFound) {
			return err
		}
		stored = e
		if _, err := tx.exec(ctx, `DELETE FROM data_exports WHERE user_id = $1`, e.UserID); err != nil {
			return err
		}
		if _, err := tx.exec(ctx, `INSERT INTO data_exports (id, user_id, state, created_at) VALUES ($1, $2, $3, $4)`,
			e.ID, e.UserID, string(e.State), toMillis(e.CreatedAt)); err != nil {
			return err
		}
		tx.emit(requested)
		return addTasks(ctx, tx, task)
	})
	return stored, err
}

// AppendDataExport stores a chunk of a file. The first one replaces an earlier file.
func (s *Store) AppendDataExport(ctx context.Context, id string, position int64, chunk []byte) error {
	return s.inTx(ctx, func(tx conn) error {
		if position == 0 {
			if _, err := tx.exec(ctx, `DELETE FROM data_export_chunks WHERE export_id = $1`, id); err != nil {
				return err
			}
		}
		_, err := tx.exec(ctx, `INSERT INTO data_export_chunks (export_id, position, data) VALUES ($1, $2, $3)`, id, position, chunk)
		return err
	})
}

// DataExportChunk returns a chunk, or NotFound after the last one.
func (s *Store) DataExportChunk(ctx context.Context, id string, position int64) ([]byte, error) {
	chunk, err := queryOne(ctx, s.read, value[[]byte],
		`SELECT data FROM data_export_chunks WHERE export_id = $1 AND position = $2`, id, position)
	return chunk, notFound(err, "part of this file")
}

// FinishDataExport stores the end of an export, unless it was deleted.
func (s *Store) FinishDataExport(ctx context.Context, e dataexport.Export, deletion queue.NewTask) error {
	return s.inTx(ctx, func(tx conn) error {
		changed, err := tx.exec(ctx, `UPDATE data_exports SET state = $2, bytes = $3, finished_at = $4, expires_at = $5 WHERE id = $1`,
			e.ID, string(e.State), e.Bytes, toMillis(e.FinishedAt), toMillis(e.ExpiresAt))
		if err != nil || changed == 0 {
			return err
		}
		ready := notify.Notification{
			ID: ident.New(ident.Notice), UserID: e.UserID, Kind: notify.DataExportReady, Topic: string(notify.DataExportReady) + " " + e.ID,
			Facts: notify.Facts{EndsAt: e.ExpiresAt}, CreatedAt: e.FinishedAt,
		}
		if _, err := insertNotification(ctx, tx, ready); err != nil {
			return err
		}
		return addTasks(ctx, tx, deletion)
	})
}

// FailDataExport stores that an export failed.
func (s *Store) FailDataExport(ctx context.Context, id string, at time.Time) error {
	_, err := s.write.exec(ctx, `UPDATE data_exports SET state = $2, finished_at = $3 WHERE id = $1`,
		id, string(dataexport.Failed), toMillis(at))
	return err
}

// DeleteDataExport deletes an export with its file.
func (s *Store) DeleteDataExport(ctx context.Context, id string) error {
	_, err := s.write.exec(ctx, `DELETE FROM data_exports WHERE id = $1`, id)
	return err
}
