package records

import (
	"context"
	"time"

	"linnet/internal/core/job"
)

// InsertFile stores a file that has no pieces yet.
func (s *Store) InsertFile(ctx context.Context, f job.File) error {
	_, err := s.write.exec(ctx, `INSERT INTO files (id, workspace_id, name, created_at) VALUES ($1, $2, $3, $4)`,
		f.ID, f.WorkspaceID, f.Name, toMillis(f.CreatedAt))
	return err
}

// AppendChunk stores a packed piece.
func (s *Store) AppendChunk(ctx context.Context, fileID string, position int64, packed []byte) error {
	return s.inTx(ctx, func(tx conn) error { return appendChunk(ctx, tx, fileID, position, packed) })
}

func appendChunk(ctx context.Context, tx conn, fileID string, position int64, packed []byte) error {
	_, err := tx.exec(ctx, `INSERT INTO file_chunks (file_id, position, data) VALUES ($1, $2, $3)`, fileID, position, packed)
	if err != nil {
		return err
	}
	_, err = tx.exec(ctx, `UPDATE files SET bytes = bytes + $2 WHERE id = $1`, fileID, len(packed))
	return err
}

// StoredFileBytes returns the size of the files of a workspace's jobs.
func (s *Store) StoredFileBytes(ctx context.Context, workspaceID string) (int64, error) {
	// The sum of a BIGINT is a NUMERIC on PostgreSQL.
	return queryOne(ctx, s.read, value[int64], `
		SELECT CAST(COALESCE(SUM(bytes + $2), 0) AS BIGINT) FROM files WHERE workspace_id = $1`, workspaceID, job.FileOverhead)
}

// Chunk returns a packed piece, or NotFound behind the last one.
func (s *Store) Chunk(ctx context.Context, fileID string, position int64) ([]byte, error) {
	packed, err := queryOne(ctx, s.read, value[[]byte], `SELECT data FROM file_chunks WHERE file_id = $1 AND position = $2`, fileID, position)
	return packed, notFound(err, "piece of this file")
}

// DeleteFile removes a file and its pieces.
func (s *Store) DeleteFile(ctx context.Context, fileID string) error {
	return s.inTx(ctx, func(tx conn) error { return deleteFile(ctx, tx, fileID) })
}

// deleteFile removes a file and its pieces, and the jobs' memory of it.
func deleteFile(ctx context.Context, tx conn, fileID string) error {
	if fileID == "" {
		return nil
	}
	for _, statement := range []string{
		`DELETE FROM files WHERE id = $1`,
		`UPDATE jobs SET input_id = '' WHERE input_id = $1`,
		`UPDATE jobs SET output_id = '' WHERE output_id = $1`,
	} {
		if _, err := tx.exec(ctx, statement, fileID); err != nil {
			return err
		}
	}
	return nil
}

// ForgetJobs deletes old files and jobs. It uses a transaction for each file,
// because overwriting a large one is slow.
func (s *Store) ForgetJobs(ctx context.Context, files, jobs time.Time) error {
	old, err := queryAll(ctx, s.read, value[string], `
		SELECT f.id FROM files f LEFT JOIN jobs j ON (j.input_id = f.id OR j.output_id = f.id)
		WHERE f.created_at < $1 AND (j.id IS NULL OR j.state = 'draft' OR (j.finished_at > 0 AND j.finished_at < $1))`, toMillis(files))
	if err != nil {
		return err
	}
	for _, id := range old {
		if err := s.DeleteFile(ctx, id); err != nil {
			return err
		}
	}
	_, err = s.write.exec(ctx, `
		DELETE FROM jobs WHERE (finished_at > 0 AND finished_at < $1) OR (state = 'draft' AND input_id = '')`, toMillis(jobs))
	return err
}
