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

//nolint:gochecknoglobals // immutable
var dataExportTable = tableOf("data export", `data_exports`, func(e *dataexport.Export) []column {
	return []column{
		fixed("id", &e.ID),
		fixed("user_id", &e.UserID),
		col("state", &e.State),
		col("bytes", &e.Bytes),
		fixed("created_at", &e.CreatedAt),
		col("finished_at", &e.FinishedAt),
		col("expires_at", &e.ExpiresAt),
	}
})

// DataExport returns the export of a user.
func (s *Store) DataExport(ctx context.Context, userID string) (dataexport.Export, error) {
	return dataExportTable.one(ctx, s.read, `WHERE user_id = $1`, userID)
}

// DataExportByID returns an export.
func (s *Store) DataExportByID(ctx context.Context, id string) (dataexport.Export, error) {
	return dataExportTable.one(ctx, s.read, `WHERE id = $1`, id)
}

// RequestDataExport stores an export with its task, or returns the queued one.
func (s *Store) RequestDataExport(
	ctx context.Context, e dataexport.Export, task queue.NewTask, requested event.Event,
) (stored dataexport.Export, err error) {
	err = s.inTx(ctx, func(tx conn) error {
		if err := lockUser(ctx, tx, e.UserID); err != nil {
			return err
		}
		stored, err = dataExportTable.one(ctx, tx, `WHERE user_id = $1 AND state = $2`, e.UserID, string(dataexport.Queued))
		if err == nil || !fault.Is(err, fault.NotFound) {
			return err
		}
		stored = e
		if _, err := tx.exec(ctx, `DELETE FROM data_exports WHERE user_id = $1`, e.UserID); err != nil {
			return err
		}
		if err := dataExportTable.insert(ctx, tx, &e); err != nil {
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
		changed, err := tx.exec(ctx, dataExportTable.set+dataExportTable.byKey, dataExportTable.updated(&e)...)
		if err != nil || changed == 0 {
			return err
		}
		ready := notify.Notification{
			ID:        ident.New(ident.Notice),
			UserID:    e.UserID,
			Kind:      notify.DataExportReady,
			Topic:     string(notify.DataExportReady) + " " + e.ID,
			Facts:     notify.Facts{EndsAt: e.ExpiresAt},
			CreatedAt: e.FinishedAt,
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
