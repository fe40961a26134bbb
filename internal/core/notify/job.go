package notify

import (
	"context"

	"linnet/internal/base/ident"
	"linnet/internal/core/job"
)

// JobEnded notifies the user who started a job that it is done or has failed. It
// checks no permissions.
func (s *Service) JobEnded(ctx context.Context, j job.Job) error {
	kind, ok := map[job.Kind]map[job.State]Kind{
		job.Import: {job.Done: ImportDone, job.Failed: ImportFailed},
		job.Export: {job.Done: ExportDone, job.Failed: ExportFailed},
	}[j.Kind][j.State]
	if !ok {
		return nil // a user cancelled it
	}
	now := s.clock.Now()
	return s.insert(ctx, Notification{
		ID:          ident.New(ident.Notice),
		UserID:      j.CreatedBy,
		WorkspaceID: j.WorkspaceID,
		Kind:        kind,
		Topic:       string(kind) + " " + j.ID + " " + now.Format("2006-01-02T15:04:05"), // a resumed job may fail again
		Facts:       Facts{File: j.Name, Rows: j.Done, Failed: j.Failed, Why: j.Message},
		CreatedAt:   now,
	})
}
